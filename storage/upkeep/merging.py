"""Two databases become one: whatever the other one has and this one has not is taken over.

Ids are those of one database alone. Levels are the same by their family and identity, sessions by their settings and
the moment at which they began. The other database is only read, and merged twice changes nothing.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from sqlalchemy import Connection

from generator.messages import Message
from optimiser.recorder import PIECES_KEY
from optimiser.settings import SessionSettings
from storage.audit import Deed, enter
from storage.connection import driver_of, is_vacant
from storage.database import Database
from storage.errors import DatabaseMissingError, MergeError, translated
from storage.locks import whole_lock
from storage.recorder import new_session_id
from storage.tables import METADATA

_UNSHARED = ("stop", "keep")
"""Settings that do not change the course of a session, so that the same one may have others."""
_PROGRESS = ("state", "updated_at", "generation", "evaluations", "snapshot")
_OF_SESSIONS = ("generations", "evaluations", "pool", "archive_cells", "events")
_MEASURES = (
    "type",
    "size",
    PIECES_KEY,
    "depth",
    "lower_bound",
    "upper_bound",
    "proven",
    "moves",
    "branching",
    "difficulty",
    "nodes",
    "budget",
    "text",
    "solution",
    "metrics",
    "genome",
)
"""What a level takes over together, for a solution belongs to the text of its level."""


@dataclass(frozen=True, slots=True)
class Merged:
    """How much was taken over: new sessions, further sessions, levels, better figures, steps of lineage."""

    sessions: int
    continued: int
    levels: int
    figures: int
    steps: int


def other_database(path: Path) -> Database:
    """Open the database that is merged into another one, which only reads it.

    Raises DatabaseMissingError where there is none, and the StorageErrors of `Database.open_readonly`.
    """
    path = path.resolve()
    if is_vacant(path):
        raise DatabaseMissingError("there is no database at {path}; name one that is there", path=path)
    return Database.open_readonly(f"sqlite:///{path}")


def merge(database: Database, other: Path, who: str) -> Merged:
    """Take over the sessions, levels, lineage, scores and curation of another database of this revision.

    Raises MergeError where it is the same file, SessionBusyError while a session runs here.
    """
    if database.path.samefile(other):
        raise MergeError("{path} cannot be merged with itself; name another database", path=other)
    with whole_lock(database.path), _attached(database, other) as connection:
        sessions, continued = _sessions(connection)
        levels, figures = _levels(connection)
        _of_sessions(connection)
        steps = _lineage(connection)
        _opinions(connection)
        done = Merged(sessions, continued, levels, figures, steps)
        if any(getattr(done, field.name) for field in fields(Merged)):
            enter(
                connection,
                Deed(who, "database-merged", other.name, Message("levels: {count}", count=levels)),
                database.now(),
            )
    return done


@contextmanager
def _attached(database: Database, other: Path) -> Iterator[Connection]:
    """A transaction that sees the other database as `other`, with tables for what ids become here."""
    with translated(database.path), database.engine.connect().execution_options(begin="BEGIN IMMEDIATE") as connection:
        driver = driver_of(connection)
        driver.execute("ATTACH DATABASE ? AS other", [f"{other.as_uri()}?mode=ro"])
        try:
            with connection.begin():
                for name in ("session_ids", "level_ids"):
                    connection.exec_driver_sql(
                        f"CREATE TEMPORARY TABLE {name} (theirs INTEGER PRIMARY KEY, ours INTEGER)"
                    )
                connection.exec_driver_sql(
                    "CREATE TEMPORARY TABLE last (session INTEGER PRIMARY KEY, generation INTEGER)"
                )
                yield connection
                for name in ("session_ids", "level_ids", "last"):
                    connection.exec_driver_sql(f"DROP TABLE temp.{name}")
        finally:
            driver.execute("DETACH DATABASE other")


def _sessions(connection: Connection) -> tuple[int, int]:
    """Find or enter every session; `last` says up to which generation it was here before."""
    shared = [field.name for field in fields(SessionSettings) if field.name not in _UNSHARED]
    key = ", ".join((*shared, "created_at"))
    ours = defaultdict[Any, list[tuple[int, int]]](list)
    for session, generation, *same in _rows(connection, f"SELECT id, generation, {key} FROM main.sessions ORDER BY id"):
        ours[tuple(same)].append((session, generation))
    new = continued = 0
    for theirs, generation, *same in _rows(connection, f"SELECT id, generation, {key} FROM other.sessions ORDER BY id"):
        known = ours[tuple(same)]
        session, last = known.pop(0) if known else (_enter_session(connection, theirs), -1)
        connection.exec_driver_sql("INSERT INTO session_ids VALUES (?, ?)", (theirs, session))
        connection.exec_driver_sql("INSERT INTO last VALUES (?, ?)", (session, last))
        new += last < 0
        if last >= 0:
            _describe(connection, session, theirs)
            continued += _continue(connection, session, theirs) if generation > last else 0
    return new, continued


def _enter_session(connection: Connection, theirs: int) -> int:
    columns = _columns("sessions", "id", "name")
    session = new_session_id(connection)
    query = f"INSERT INTO main.sessions (id, {columns}) SELECT ?, {columns} FROM other.sessions WHERE id = ?"
    connection.exec_driver_sql(query, (session, theirs))
    _describe(connection, session, theirs)
    return session


def _describe(connection: Connection, session: int, theirs: int) -> None:
    """Take over the name and the note where there are none; a name that is taken gets a number."""
    ((name, note),) = _rows(connection, f"SELECT name, note FROM other.sessions WHERE id = {theirs}")
    ((own,),) = _rows(connection, f"SELECT name FROM main.sessions WHERE id = {session}")
    taken = {taken for (taken,) in _rows(connection, "SELECT name FROM main.sessions WHERE name IS NOT NULL")}
    if name is not None and own is None:
        free = next(n for n in (name, *(f"{name} {number}" for number in range(2, len(taken) + 3))) if n not in taken)
        connection.exec_driver_sql("UPDATE main.sessions SET name = ? WHERE id = ?", (free, session))
    connection.exec_driver_sql("UPDATE main.sessions SET note = ? WHERE id = ? AND note = ''", (note, session))


def _continue(connection: Connection, session: int, theirs: int) -> int:
    """A session is as far as in the other database, which has its later generations."""
    names = ", ".join(_PROGRESS)
    taken = f"UPDATE main.sessions SET ({names}) = (SELECT {names} FROM other.sessions WHERE id = ?) WHERE id = ?"
    connection.exec_driver_sql(taken, (theirs, session))
    for table in ("pool", "archive_cells"):
        connection.exec_driver_sql(f"DELETE FROM main.{table} WHERE session_id = ?", (session,))
    return 1


def _levels(connection: Connection) -> tuple[int, int]:
    """Find or enter every level; those that are here take over proofs, better solutions, and titles that they lack."""
    same = "theirs.family = ours.family AND theirs.identity = ours.identity"
    both = f"FROM other.levels theirs WHERE {same}"
    better = (
        "theirs.proven OR (theirs.upper_bound < ifnull(ours.upper_bound, theirs.upper_bound + 1)"
        " AND theirs.lower_bound >= ours.lower_bound)"
    )
    names = ", ".join(f'"{name}"' for name in _MEASURES)
    figures = _execute(
        connection,
        f"UPDATE main.levels AS ours SET ({names}) = (SELECT {names} {both})"
        f" WHERE NOT proven AND EXISTS (SELECT 1 {both} AND ({better}))",
    )
    for name in ("title", "author", "comment"):
        given = f"SELECT {name} {both} AND theirs.{name} <> ''"
        _execute(
            connection, f"UPDATE main.levels AS ours SET {name} = ({given}) WHERE {name} = '' AND EXISTS ({given})"
        )
    # What their sessions found before, and others here, was met by both.
    met = (
        "INSERT OR IGNORE INTO main.rediscoveries SELECT s.ours, ours.id FROM other.levels theirs"
        f" JOIN main.levels ours ON {same} JOIN session_ids s ON s.theirs = theirs.session_id"
        " WHERE s.ours IS NOT ours.session_id"
    )
    _execute(connection, met)
    columns = _columns("levels", "id", "session_id")
    entered = _execute(
        connection,
        f"INSERT INTO main.levels (session_id, {columns}) SELECT s.ours, {_of('theirs', columns)}"
        " FROM other.levels theirs LEFT JOIN session_ids s ON s.theirs = theirs.session_id WHERE NOT EXISTS"
        f" (SELECT 1 FROM main.levels ours WHERE {same}) ORDER BY theirs.id",
    )
    _execute(
        connection,
        f"INSERT INTO level_ids SELECT theirs.id, ours.id FROM other.levels theirs JOIN main.levels ours ON {same}",
    )
    return entered, figures


def _of_sessions(connection: Connection) -> None:
    """The rows of sessions that are new or further now, their runs, and what they met."""
    for table in _OF_SESSIONS:
        names = [column.name for column in METADATA.tables[table].columns if column.name != "id"]
        number = next((f"t.{name}" for name in ("number", "generation") if name in names), "z.generation")
        shown = {"session_id": "s.ours", "level_id": "l.ours"}
        levels = "LEFT JOIN level_ids l ON l.theirs = t.level_id" if "level_id" in names else ""
        order = "ORDER BY t.id" if table == "events" else ""
        _execute(
            connection,
            f"INSERT INTO main.{table} ({', '.join(names)}) SELECT {', '.join(shown.get(n, f't.{n}') for n in names)}"
            f" FROM other.{table} t JOIN session_ids s ON s.theirs = t.session_id JOIN other.sessions z"
            f" ON z.id = t.session_id JOIN last ON last.session = s.ours {levels}"
            f" WHERE z.generation > last.generation AND {number} > last.generation {order}",
        )
    runs = _columns("runs", "id", "session_id")
    _execute(
        connection,
        f"INSERT INTO main.runs (session_id, {runs}) SELECT s.ours, {_of('t', runs)} FROM other.runs t"
        " JOIN session_ids s ON s.theirs = t.session_id WHERE NOT EXISTS (SELECT 1 FROM main.runs o"
        " WHERE o.session_id = s.ours AND o.started_at = t.started_at AND o.generation = t.generation) ORDER BY t.id",
    )
    _execute(
        connection,
        "INSERT OR IGNORE INTO main.rediscoveries SELECT s.ours, l.ours FROM other.rediscoveries t"
        " JOIN session_ids s ON s.theirs = t.session_id JOIN level_ids l ON l.theirs = t.level_id"
        " JOIN main.levels ON levels.id = l.ours WHERE levels.session_id IS NOT s.ours",
    )


def _lineage(connection: Connection) -> int:
    """The steps that are not here, in the order of their discovery, behind those that are."""
    columns = _columns("lineage", "id", "child_id", "parent_id", "session_id")
    return _execute(
        connection,
        f"INSERT INTO main.lineage (child_id, parent_id, session_id, {columns})"
        f" SELECT c.ours, p.ours, s.ours, {_of('t', columns)} FROM other.lineage t"
        " JOIN level_ids c ON c.theirs = t.child_id JOIN level_ids p ON p.theirs = t.parent_id"
        " LEFT JOIN session_ids s ON s.theirs = t.session_id WHERE NOT EXISTS (SELECT 1 FROM main.lineage o"
        " WHERE o.child_id = c.ours AND o.parent_id = p.ours AND o.operator = t.operator AND o.session_id IS s.ours"
        " AND o.generation = t.generation AND o.slot = t.slot) ORDER BY t.id",
    )


def _opinions(connection: Connection) -> None:
    """Scores that are not here, and what curators said of levels that are not on the board here."""
    _execute(
        connection,
        "INSERT OR IGNORE INTO main.scores SELECT l.ours, t.objective, t.score FROM other.scores t"
        " JOIN level_ids l ON l.theirs = t.level_id",
    )
    _execute(
        connection,
        "DELETE FROM level_ids WHERE theirs NOT IN (SELECT level_id FROM other.curation)"
        " OR ours IN (SELECT level_id FROM main.curation)",
    )
    for table, order in (("curation", ""), ("tags", ""), ("curation_changes", "ORDER BY t.id")):
        columns = _columns(table, "id", "level_id")
        _execute(
            connection,
            f"INSERT OR IGNORE INTO main.{table} (level_id, {columns}) SELECT l.ours, {_of('t', columns)}"
            f" FROM other.{table} t JOIN level_ids l ON l.theirs = t.level_id {order}",
        )


def _columns(table: str, *without: str) -> str:
    return ", ".join(f'"{column.name}"' for column in METADATA.tables[table].columns if column.name not in without)


def _of(alias: str, columns: str) -> str:
    return ", ".join(f"{alias}.{column}" for column in columns.split(", "))


def _execute(connection: Connection, statement: str) -> int:
    return connection.exec_driver_sql(statement).rowcount


def _rows(connection: Connection, query: str) -> Sequence[Sequence[Any]]:
    return connection.exec_driver_sql(query).all()
