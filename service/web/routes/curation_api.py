"""Curation for programs: the board, what is said of levels, tags and saved searches."""

from collections.abc import Sequence
from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Path, Query
from pydantic import BaseModel, ConfigDict, Field

from service.web.curation.changes import MOST_LEVELS, cleaned_query, repetitions
from service.web.dependencies import CURATOR, Curator, Id, OpenDatabase, OpenSandbox
from service.web.levels.models import LevelCard
from service.web.levels.search import GREATEST
from service.web.security.bodies import NOTES
from service.web.security.guarded_routes import PrivateRoute, body_of
from storage import curation
from storage import searches as saved
from storage.board import board
from storage.curation import (
    LONGEST_NAME,
    LONGEST_NOTE,
    LONGEST_TAG,
    MOST_TAGS,
    RATINGS,
    ChangeRow,
    CurationState,
)
from storage.database import Database
from storage.errors import UnknownSearchError
from storage.searches import LONGEST_QUERY, SearchRow

router = APIRouter(route_class=PrivateRoute, prefix="/api", tags=["curation"])

MOST_PER_STATE = 200
MOST_CHANGES = 1000

LevelId = Annotated[int, Field(ge=1, le=GREATEST)]
Rating = Annotated[int, Field(ge=RATINGS[0], le=RATINGS[-1])]
Words = Annotated[list[Annotated[str, Field(min_length=1, max_length=LONGEST_TAG)]], Field(max_length=MOST_TAGS)]
Name = Annotated[str, Path(min_length=1, max_length=LONGEST_NAME)]


class BoardColumn(BaseModel):
    """A state, how many levels are in it, and those of them that changed last."""

    state: CurationState
    count: int
    levels: list[LevelCard]


class CuratedLevel(BaseModel):
    """What curators think of a level; `state` is null off the board, `history` has the newest changes first."""

    level_id: int
    state: CurationState | None
    rating: int | None
    note: str
    tags: list[str]
    changed_at: str | None
    history: list[ChangeRow]


class Changes(BaseModel):
    """What shall be changed of levels; what is left out stays as it is, and a rating of null is taken away."""

    model_config = ConfigDict(extra="forbid")

    state: CurationState | None = None
    rating: Rating | None = None
    add_tags: Words = []
    remove_tags: Words = []


class LevelChanges(Changes):
    """A change to the curation of one level."""

    note: Annotated[str, Field(max_length=LONGEST_NOTE)] | None = None


class BulkChanges(Changes):
    """A change to the curation of many levels."""

    levels: Annotated[list[LevelId], Field(min_length=1, max_length=MOST_LEVELS)]


class ChangedLevels(BaseModel):
    """The levels that were changed."""

    changed: list[int]


class Repetition(BaseModel):
    """A level that was chosen before, and how similar it is to another one, from 0 to 1."""

    id: int
    similarity: float


class Repetitions(BaseModel):
    """The shortlisted, approved and published levels that a level nearly repeats, among so many."""

    compared: int
    repeated: list[Repetition]


class TagCount(BaseModel):
    """A tag and how many levels have it."""

    tag: str
    levels: int


class SearchQuery(BaseModel):
    """A search as the query of an address of the gallery, such as type=b&depth_min=20."""

    query: Annotated[str, Field(max_length=LONGEST_QUERY)]


@router.get("/curation")
def whole_board(
    database: OpenDatabase, per_state: Annotated[int, Query(ge=1, le=MOST_PER_STATE)] = 50
) -> list[BoardColumn]:
    """The levels in each state, those that changed last first; /api/levels has all of a state."""
    return [
        BoardColumn(state=column.state, count=column.count, levels=[*map(LevelCard.model_validate, column.rows)])
        for column in board(database, per_state)
    ]


@router.post("/curation")
def change_levels(changes: BulkChanges, database: OpenDatabase, who: Curator) -> ChangedLevels:
    """Change many levels."""
    return ChangedLevels(changed=sorted(_changed(database, changes.levels, changes, who)))


@router.get("/levels/{level_id}/curation")
def curation_of_level(
    database: OpenDatabase, level_id: Id, limit: Annotated[int, Query(ge=0, le=MOST_CHANGES)] = 100
) -> CuratedLevel:
    """What curators think of a level, and so many of the changes of that."""
    return _curated(database, level_id, limit)


@router.patch("/levels/{level_id}/curation")
@body_of(NOTES)
def change_level(changes: LevelChanges, database: OpenDatabase, who: Curator, level_id: Id) -> CuratedLevel:
    """Change the curation of a level."""
    if changes.note is not None:
        curation.note_level(database, level_id, changes.note, who)
    _changed(database, [level_id], changes, who)
    return _curated(database, level_id, 100)


@router.get("/levels/{level_id}/curation/repetitions")
async def repetitions_of_level(database: OpenDatabase, sandbox: OpenSandbox, level_id: Id) -> Repetitions:
    """The levels that were chosen before and are nearly the same."""
    found = await repetitions(database, sandbox, level_id)
    repeated = [Repetition(id=row.id, similarity=round(similarity, 6)) for row, similarity in found.similar]
    return Repetitions(compared=found.compared, repeated=repeated)


@router.get("/tags")
def tags(database: OpenDatabase) -> list[TagCount]:
    """The tags of all levels."""
    return [TagCount(tag=tag, levels=count) for tag, count in curation.tags_in_use(database)]


@router.get("/searches")
def searches(database: OpenDatabase) -> list[SearchRow]:
    """All saved searches."""
    return saved.list_searches(database)


@router.get("/searches/{name:path}")
def one_search(database: OpenDatabase, name: Name) -> SearchRow:
    """A saved search."""
    for search in saved.list_searches(database):
        if search.name == name:
            return search
    raise UnknownSearchError("there is no search {name!r}; /api/searches has all of them", name=name)


@router.put("/searches/{name:path}", status_code=HTTPStatus.NO_CONTENT)
def put_search(database: OpenDatabase, who: Curator, name: Name, search: SearchQuery) -> None:
    """Save a search under a name, in place of another one of that name."""
    saved.replace_search(database, name, cleaned_query(search.query), who)


@router.delete("/searches/{name:path}", status_code=HTTPStatus.NO_CONTENT, dependencies=[CURATOR])
def delete_search(database: OpenDatabase, name: Name) -> None:
    """Delete a search."""
    saved.delete_search(database, name)


def _changed(database: Database, level_ids: Sequence[int], changes: Changes, who: str) -> set[int]:
    """Make changes, and return the ids of the levels of which something was changed."""
    changed: set[int] = set()
    for tag in changes.add_tags:
        changed.update(curation.tag_levels(database, level_ids, tag, who))
    for tag in changes.remove_tags:
        changed.update(curation.untag_levels(database, level_ids, tag, who))
    if "rating" in changes.model_fields_set:
        changed.update(curation.rate_levels(database, level_ids, changes.rating, who))
    if changes.state is not None:
        changed.update(curation.move_levels(database, level_ids, changes.state, who))
    return changed


def _curated(database: Database, level_id: int, limit: int) -> CuratedLevel:
    said = curation.curation_of(database, level_id)
    newest = curation.history(database, level_id)[::-1][:limit]
    return CuratedLevel(
        level_id=level_id,
        state=said.state,
        rating=said.rating,
        note=said.note,
        tags=[*said.tags],
        changed_at=said.changed_at,
        history=newest,
    )
