"""What curators say of levels: states on a board, ratings, notes and tags, and who has changed which of them when."""

import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum

from sqlalchemy import Connection, delete, func, select
from sqlalchemy.dialects.sqlite import insert

from generator.messages import Message
from storage.database import Database
from storage.errors import CurationError
from storage.levels import among
from storage.lineage import unknown_level
from storage.tables.curation import Curation, CurationChange, Tag
from storage.tables.levels import Level

LONGEST_NOTE = 10_000
LONGEST_TAG = 40
LONGEST_NAME = 100
MOST_TAGS = 50
"""Tags of one level."""
RATINGS = range(1, 6)


class CurationState(StrEnum):
    """Where a level stands on the way into a contest; it may move from any of these to any other."""

    CANDIDATE = "candidate"
    SHORTLISTED = "shortlisted"
    APPROVED = "approved"
    PUBLISHED = "published"
    REJECTED = "rejected"


@dataclass(frozen=True, slots=True)
class CurationRow:
    """What curators think of a level; `state` is None while it is not on the board."""

    level_id: int
    state: CurationState | None = None
    rating: int | None = None
    note: str = ""
    tags: tuple[str, ...] = ()
    changed_at: str | None = None


@dataclass(frozen=True, slots=True)
class ChangeRow:
    """Who changed what of a level's curation; `field` is state, rating, note or tags."""

    level_id: int
    who: str
    created_at: str
    field: str
    before: str
    after: str


def move_levels(database: Database, level_ids: Iterable[int], state: CurationState, who: str) -> list[int]:
    """Bring levels into a state, all or none, and return the ids of those that were in another one or in none.

    Raises UnknownLevelError.
    """
    return _assign(database, level_ids, "state", state, who)


def rate_levels(database: Database, level_ids: Iterable[int], rating: int | None, who: str) -> list[int]:
    """Rate levels from 1 to 5, or take their ratings away, and return the ids of those for which that is a change.

    A level that was not on the board becomes a candidate. Raises CurationError and UnknownLevelError.
    """
    if rating is not None and rating not in RATINGS:
        raise CurationError(
            "{rating} is not a rating; give a number from {least} to {most}",
            rating=rating,
            least=RATINGS[0],
            most=RATINGS[-1],
        )
    return _assign(database, level_ids, "rating", rating, who)


def note_level(database: Database, level_id: int, note: str, who: str) -> bool:
    """Keep a note on a level in place of the one it had, and return whether that is a change; an empty one removes it.

    A level that was not on the board becomes a candidate. Raises CurationError and UnknownLevelError.
    """
    text = written(Message("a note"), note.replace("\r\n", "\n").strip(), LONGEST_NOTE, allowed="\n\t")
    return bool(_assign(database, [level_id], "note", text, who))


def tag_levels(database: Database, level_ids: Iterable[int], tag: str, who: str) -> list[int]:
    """Put a tag on levels, and return the ids of those that had it not. Raises CurationError and UnknownLevelError."""
    word = clean_tag(tag)

    def tagged(tags: Sequence[str]) -> Sequence[str]:
        if len(tags) >= MOST_TAGS and word not in tags:
            raise CurationError("a level has at most {most} tags; remove one first", most=MOST_TAGS)
        return sorted({*tags, word})

    return _retag(database, level_ids, tagged, who)


def untag_levels(database: Database, level_ids: Iterable[int], tag: str, who: str) -> list[int]:
    """Take a tag away from levels, and return the ids of those that had it.

    Raises CurationError and UnknownLevelError.
    """
    word = clean_tag(tag)
    return _retag(database, level_ids, lambda tags: [each for each in tags if each != word], who)


def restore(database: Database, level_id: int, state: CurationState | None, rating: int | None, who: str) -> bool:
    """Give a level an earlier state and rating back, and return whether that is a change.

    Without a state it leaves the board, where it then has no note either. Raises CurationError and UnknownLevelError.
    """
    author, now = author_of(who), database.now()
    with database.begin() as connection:
        row = _curations(connection, [level_id])[level_id]
        earlier: dict[str, CurationState | int | str | None] = {"state": state, "rating": rating}
        if state is None:
            earlier["note"] = ""
        changed = {field: value for field, value in earlier.items() if getattr(row, field) != value}
        if state is None:
            connection.execute(delete(Curation).where(Curation.level_id == level_id))
        elif changed:
            _put_on_board(connection, [row], {**changed, "changed_at": now})
        _keep_changes(
            connection,
            [
                ChangeRow(level_id, author, now, field, _shown(getattr(row, field)), _shown(value))
                for field, value in changed.items()
            ],
        )
    return bool(changed)


def clean_tag(text: str) -> str:
    """A tag as it is stored: one way of writing its letters, single spaces. Raises CurationError."""
    tag = written(Message("a tag"), spaced(unicodedata.normalize("NFC", text)), LONGEST_TAG)
    if not tag or "," in tag:
        raise CurationError("a tag is a word or a few, without a comma")
    return tag


def curation_of(database: Database, level_id: int) -> CurationRow:
    """What curators think of a level. Raises UnknownLevelError."""
    return curations_of(database, [level_id])[level_id]


def is_published(database: Database, level_id: int) -> bool:
    """Whether everybody may see a level, logged in or not; a level that is not there is not published."""
    query = select(Curation.level_id).where(Curation.level_id == level_id, Curation.state == CurationState.PUBLISHED)
    with database.read() as connection:
        return connection.execute(query).first() is not None


def published_levels(database: Database) -> list[tuple[int, str]]:
    """The ids and identities of all levels that everybody may see."""
    query = select(Level.id, Level.identity).join(Curation, Curation.level_id == Level.id)
    with database.read() as connection:
        rows = connection.execute(query.where(Curation.state == CurationState.PUBLISHED).order_by(Level.id))
        return [(level_id, identity) for level_id, identity in rows]


def published_tags(database: Database) -> list[tuple[str, int]]:
    """The tags of published levels, with how many have each."""
    query = select(Tag.tag, func.count()).join(Curation, Curation.level_id == Tag.level_id)
    query = query.where(Curation.state == CurationState.PUBLISHED).group_by(Tag.tag).order_by(Tag.tag)
    with database.read() as connection:
        return [(tag, count) for tag, count in connection.execute(query)]


def curations_of(database: Database, level_ids: Iterable[int]) -> Mapping[int, CurationRow]:
    """What curators think of each of these levels. Raises UnknownLevelError."""
    with database.read() as connection:
        return _curations(connection, level_ids)


def board_ids(database: Database, state: CurationState, limit: int) -> list[int]:
    """The levels in a state, the last changed first."""
    query = select(Curation.level_id).where(Curation.state == state)
    # Two changes can come within one millisecond.
    change = select(func.max(CurationChange.id)).where(CurationChange.level_id == Curation.level_id).scalar_subquery()
    with database.read() as connection:
        newest = query.order_by(Curation.changed_at.desc(), change.desc(), Curation.level_id.desc()).limit(limit)
        return list(connection.execute(newest).scalars())


def state_counts(database: Database) -> Mapping[CurationState, int]:
    """How many levels are in each state."""
    with database.read() as connection:
        counted = connection.execute(select(Curation.state, func.count()).group_by(Curation.state))
        return dict.fromkeys(CurationState, 0) | {CurationState(state): count for state, count in counted}


def texts_on_board(database: Database, family: str, states: Iterable[CurationState]) -> list[tuple[int, str]]:
    """The ids and texts of the levels of a family that are in one of these states."""
    query = select(Level.id, Level.text).join(Curation, Curation.level_id == Level.id)
    chosen = query.where(Level.family == family, Curation.state.in_(list(states))).order_by(Level.id)
    with database.read() as connection:
        return [(level_id, text) for level_id, text in connection.execute(chosen)]


def history(database: Database, level_id: int) -> list[ChangeRow]:
    """Every change of a level's curation, the oldest first. Raises UnknownLevelError."""
    columns = (
        CurationChange.level_id,
        CurationChange.who,
        CurationChange.created_at,
        CurationChange.field,
        CurationChange.before,
        CurationChange.after,
    )
    with database.read() as connection:
        _require_levels(connection, [level_id])
        query = select(*columns).where(CurationChange.level_id == level_id).order_by(CurationChange.id)
        return [ChangeRow(*row) for row in connection.execute(query)]


def tags_in_use(database: Database) -> list[tuple[str, int]]:
    """Every tag with the number of levels that have it, by name."""
    with database.read() as connection:
        counted = connection.execute(select(Tag.tag, func.count()).group_by(Tag.tag).order_by(Tag.tag))
        return [(tag, count) for tag, count in counted]


def _assign(
    database: Database, level_ids: Iterable[int], field: str, value: CurationState | int | str | None, who: str
) -> list[int]:
    """Give levels a state, rating or note, and return those for which it is new."""
    author, now = author_of(who), database.now()
    with database.begin() as connection:
        found = _curations(connection, level_ids).values()
        changed = [row for row in found if getattr(row, field) != value]
        changes = []
        for row in changed:
            if row.state is None and field != "state":
                changes.append(ChangeRow(row.level_id, author, now, "state", "", CurationState.CANDIDATE))
            changes.append(ChangeRow(row.level_id, author, now, field, _shown(getattr(row, field)), _shown(value)))
        _put_on_board(connection, changed, {field: value, "changed_at": now})
        _keep_changes(connection, changes)
    return [row.level_id for row in changed]


def _retag(
    database: Database, level_ids: Iterable[int], retag: Callable[[Sequence[str]], Sequence[str]], who: str
) -> list[int]:
    """Give levels other tags, and return those for which they are other ones."""
    author, now = author_of(who), database.now()
    with database.begin() as connection:
        found = _curations(connection, level_ids)
        after = {level_id: tuple(retag(row.tags)) for level_id, row in found.items()}
        changed = [level_id for level_id, row in found.items() if row.tags != after[level_id]]
        connection.execute(delete(Tag).where(among(Tag.level_id, changed)))
        rows = [{"level_id": level_id, "tag": tag} for level_id in changed for tag in after[level_id]]
        if rows:
            connection.execute(insert(Tag), rows)
        changes = [
            ChangeRow(level_id, author, now, "tags", _shown(found[level_id].tags), _shown(after[level_id]))
            for level_id in changed
        ]
        _keep_changes(connection, changes)
    return changed


def _curations(connection: Connection, level_ids: Iterable[int]) -> dict[int, CurationRow]:
    """What curators think of each of these levels. Raises UnknownLevelError."""
    ids = list(dict.fromkeys(level_ids))
    _require_levels(connection, ids)
    tags: dict[int, list[str]] = {}
    for level_id, tag in connection.execute(select(Tag.level_id, Tag.tag).where(among(Tag.level_id, ids))):
        tags.setdefault(level_id, []).append(tag)
    columns = (Curation.level_id, Curation.state, Curation.rating, Curation.note, Curation.changed_at)
    rows = {row.level_id: row for row in connection.execute(select(*columns).where(among(Curation.level_id, ids)))}
    found = {}
    for level_id in ids:
        mine = tuple(sorted(tags.get(level_id, ())))
        if level_id in rows:
            _, state, rating, note, changed_at = rows[level_id]
            found[level_id] = CurationRow(level_id, CurationState(state), rating, note, mine, changed_at)
        else:
            found[level_id] = CurationRow(level_id, tags=mine)
    return found


def _require_levels(connection: Connection, level_ids: Sequence[int]) -> None:
    present = set(connection.execute(select(Level.id).where(among(Level.id, level_ids))).scalars())
    for level_id in level_ids:
        if level_id not in present:
            raise unknown_level(level_id)


def _put_on_board(connection: Connection, rows: Iterable[CurationRow], values: Mapping[str, object]) -> None:
    entered = [
        {
            "level_id": row.level_id,
            "state": row.state or CurationState.CANDIDATE,
            "rating": row.rating,
            "note": row.note,
            **values,
        }
        for row in rows
    ]
    if entered:
        statement = insert(Curation)
        changed = {name: statement.excluded[name] for name in values}
        connection.execute(statement.on_conflict_do_update(index_elements=["level_id"], set_=changed), entered)


def _keep_changes(connection: Connection, changes: Sequence[ChangeRow]) -> None:
    if changes:
        connection.execute(insert(CurationChange), [asdict(change) for change in changes])


def _shown(value: str | int | tuple[str, ...] | None) -> str:
    if isinstance(value, tuple):
        return ", ".join(value)
    return "" if value is None else str(value)


def spaced(text: str) -> str:
    """With single spaces; other white space stays, to be refused."""
    return " ".join(word for word in text.split(" ") if word)


def author_of(who: str) -> str:
    """The name of who makes a change. Raises CurationError."""
    name = written(Message("a name"), spaced(who), LONGEST_NAME)
    if not name:
        raise CurationError("the name of who makes this change is empty; give one")
    return name


def written(what: Message, text: str, longest: int, allowed: str = "") -> str:
    """A text that is not too long and has no control characters. Raises CurationError."""
    if len(text) > longest:
        raise CurationError(
            "{what} has at most {most:,} characters, this one {count:,}; shorten it",
            what=what,
            most=longest,
            count=len(text),
        )
    if any(unicodedata.category(letter) in ("Cc", "Cs", "Zl", "Zp") and letter not in allowed for letter in text):
        raise CurationError("{what} cannot contain control characters; remove them", what=what)
    return text
