"""Sessions write here: their settings once, and then whole generations, quick ones several in a transaction."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields
from time import monotonic
from types import TracebackType
from typing import Any, NamedTuple, Self

from sqlalchemy import Connection, bindparam, delete, func, select, update
from sqlalchemy.dialects.sqlite import Insert, insert

from generator.messages import Message
from optimiser.recorder import CandidateRecord, GenerationRecord
from optimiser.settings import Keep, SessionSettings
from storage.audit import Actor, enter, last_deleted_session, session_subject, verbatim
from storage.database import Database
from storage.errors import SessionNameError, StorageError, UnknownSessionError
from storage.levels import Discovery, Stored, insert_levels, insert_scores, stored_levels, take_over_proofs
from storage.tables.base import Origin, SessionState
from storage.tables.levels import Lineage, Rediscovery
from storage.tables.sessions import ArchiveCell, Evaluation, Event, Generation, PoolMember, Session
from storage.upkeep import thinning

Ids = Mapping[str, int]
"""The ids of levels by their identity."""

# Made once, for every generation of a session executes them.
_NEW_CELL = insert(ArchiveCell)
_BETTER_CELL = _NEW_CELL.on_conflict_do_update(
    index_elements=["session_id", "cell"],
    set_={"level_id": _NEW_CELL.excluded.level_id, "score": _NEW_CELL.excluded.score},
)
_REDISCOVERY = insert(Rediscovery).on_conflict_do_nothing()
_EVALUATION, _LINEAGE, _EVENT, _GENERATION = insert(Evaluation), insert(Lineage), insert(Event), insert(Generation)
_POOL_MEMBER = insert(PoolMember)
_FORMER_POOL = delete(PoolMember).where(PoolMember.session_id == bindparam("session"))
_PROGRESS = (
    update(Session)
    .where(Session.id == bindparam("session"))
    .values({name: bindparam(name) for name in ("generation", "evaluations", "snapshot", "updated_at")})
)


def start_session(database: Database, settings: SessionSettings, name: str | None = None) -> int:
    """Enter a new session, running and at generation 0, and return its id. Raises SessionNameError."""
    now = database.now()
    row = {field.name: getattr(settings, field.name) for field in fields(SessionSettings)} | {
        "state": SessionState.RUNNING,
        "created_at": now,
        "updated_at": now,
        "generation": 0,
        "evaluations": 0,
        "name": name,
        "note": "",
        "snapshot": None,
    }
    with database.begin() as connection:
        require_free_name(connection, name)
        return int(connection.execute(insert(Session), {"id": new_session_id(connection), **row}).lastrowid)


def new_session_id(connection: Connection) -> int:
    """An id that no session has had, so that nobody who still means a deleted one gets another."""
    last = connection.execute(select(func.max(Session.id))).scalar_one() or 0
    return int(max(last, last_deleted_session(connection))) + 1


def set_state(database: Database, session_id: int, state: SessionState) -> None:
    """Say what a session is doing now. Raises UnknownSessionError."""
    with database.begin() as connection:
        _update_session(connection, session_id, state=state, updated_at=database.now())


def enter_event(database: Database, session_id: int, kind: str, text: Message) -> None:
    """Keep what happens to a session between two generations. Raises UnknownSessionError."""
    now = database.now()
    with database.begin() as connection:
        generation = connection.execute(select(Session.generation).where(Session.id == session_id)).scalar_one_or_none()
        if generation is None:
            raise unknown_session(session_id)
        place = {"session_id": session_id, "generation": generation}
        connection.execute(_EVENT, [{**place, "kind": kind, "text": text, "created_at": now}])


def name_session(database: Database, session_id: int, name: str | None, by: Actor) -> None:
    """Give a session a name in place of the one it had, or None. Raises SessionNameError or UnknownSessionError."""
    with database.begin() as connection:
        require_free_name(connection, name, session_id)
        _update_session(connection, session_id, name=name)
        enter(connection, by.did("session-named", session_subject(session_id), verbatim(name or "")), database.now())


def note_session(database: Database, session_id: int, note: str, by: Actor) -> None:
    """Keep a note on a session in place of the one it had. Raises UnknownSessionError."""
    with database.begin() as connection:
        _update_session(connection, session_id, note=note)
        enter(connection, by.did("session-noted", session_subject(session_id)), database.now())


def require_free_name(connection: Connection, name: str | None, session_id: int | None = None) -> None:
    """Raises SessionNameError where another session than this one has the name."""
    if name is None:
        return
    holder = connection.execute(select(Session.id).where(Session.name == name)).scalar_one_or_none()
    if holder not in (None, session_id):
        raise SessionNameError("session {id} has the name {name!r} already; choose another one", id=holder, name=name)


def set_stop(database: Database, session_id: int, stop: Mapping[str, Any]) -> None:
    """Change the conditions that end a session, for one that is resumed. Raises UnknownSessionError."""
    with database.begin() as connection:
        _update_session(connection, session_id, stop=stop, updated_at=database.now())


def load_snapshot(database: Database, session_id: int) -> dict[str, Any] | None:
    """The snapshot of the last generation, or None before the first one. Raises UnknownSessionError."""
    with database.read() as connection:
        row = connection.execute(select(Session.snapshot).where(Session.id == session_id)).one_or_none()
    if row is None:
        raise unknown_session(session_id)
    snapshot: dict[str, Any] | None = row.snapshot
    return snapshot


def unknown_session(session_id: int) -> UnknownSessionError:
    """The answer to the id of a session that is not there."""
    return UnknownSessionError("there is no session {id}; cenote sessions lists them", id=session_id)


class _Dated(NamedTuple):
    """A generation and the time at which it was over."""

    generation: GenerationRecord
    time: str


class DatabaseRecorder:
    """Keeps the generations of one session; fills the Recorder protocol of the optimiser.

    Generations that follow each other within `gather` seconds are gathered and kept in one transaction, with the
    snapshot of the last one. A snapshot costs as much as all else of a small generation. A session that is killed goes
    again through those that were not kept. `told` hears of each as soon as it is kept. Used as a context manager, a
    recorder keeps in the end what it has gathered.
    """

    def __init__(
        self,
        database: Database,
        session_id: int,
        gather: float = 0.0,
        told: Callable[[GenerationRecord], object] = lambda _: None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """Raises UnknownSessionError."""
        self._database = database
        self._session_id = session_id
        self._gather, self._told, self._clock = gather, told, clock
        columns = Session.family, Session.objective, Session.keep, (Session.batch * Session.islands).label("batch")
        query = select(*columns).where(Session.id == session_id)
        with database.read() as connection:
            row = connection.execute(query).one_or_none()
        if row is None:
            raise unknown_session(session_id)
        self._family, self._objective = row.family, row.objective
        self._batch, self._keep = row.batch, row.keep
        self._pool: Sequence[str] | None = None  # as this recorder left it
        self._gathered: list[_Dated] = []
        self._kept = clock()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        # What the database has just refused it would refuse again, perhaps after half a minute.
        if not isinstance(error, StorageError):
            self.flush()

    def record(self, generation: GenerationRecord) -> None:
        """Keep a generation and its snapshot together, or nothing of them, or keep them with a later one.

        Every level that the generation names by its identity was recorded before or comes with it. Raises StorageError;
        then the generation is not taken, and what was gathered before it stays.
        """
        gathered = [*self._gathered, _Dated(generation, self._database.now())]
        if self._is_thinned_after(generation) or self._clock() - self._kept >= self._gather:
            self._keep_all(gathered)
        else:
            self._gathered = gathered

    def flush(self) -> None:
        """Keep what is gathered. Raises StorageError; then it stays gathered."""
        if self._gathered:
            self._keep_all(self._gathered)

    def _keep_all(self, gathered: Sequence[_Dated]) -> None:
        last = gathered[-1].generation
        with self._database.begin() as connection:
            ids = self._insert_levels(connection, gathered)
            self._insert_generations(connection, gathered)
            self._insert_candidates(connection, gathered, ids)
            self._insert_cells(connection, gathered, ids)
            self._insert_events(connection, gathered)
            if last.pool != self._pool:
                self._replace_pool(connection, last, ids)
            self._update_progress(connection, gathered[-1])
            if self._is_thinned_after(last):
                thinning.thin(connection, self._session_id, last.number)
        self._pool, self._gathered, self._kept = last.pool, [], self._clock()
        self._database.shorten_log()
        for generation, _ in gathered:
            self._told(generation)

    def _is_thinned_after(self, generation: GenerationRecord) -> bool:
        return self._keep == Keep.POOL_AND_ARCHIVE and thinning.is_due(generation.number, self._batch)

    def _insert_levels(self, connection: Connection, gathered: Sequence[_Dated]) -> Ids:
        """Insert the levels, and return the ids of all levels that the generations name."""
        found = [
            (candidate.level, self._discovery(candidate, generation.number), time)
            for generation, time in gathered
            for candidate in generation.candidates
            if candidate.level is not None
        ]
        records = [record for record, *_ in found]
        insert_levels(connection, found)
        named = set().union(*(_named_identities(generation) for generation, _ in gathered))
        stored = stored_levels(connection, self._family, named)
        take_over_proofs(connection, records, stored)
        self._insert_rediscoveries(connection, [stored[record.identity] for record in records])
        return {identity: level.id for identity, level in stored.items()}

    def _insert_rediscoveries(self, connection: Connection, met: Sequence[Stored]) -> None:
        rows = [
            {"session_id": self._session_id, "level_id": level.id}
            for level in met
            if level.session_id != self._session_id
        ]
        _insert(connection, _REDISCOVERY, rows)

    def _discovery(self, candidate: CandidateRecord, number: int) -> Discovery:
        return Discovery(
            origin=Origin.EVOLVED,
            session_id=self._session_id,
            generation=number,
            slot=candidate.slot,
            objective=self._objective,
            score=candidate.score,
        )

    def _insert_generations(self, connection: Connection, gathered: Sequence[_Dated]) -> None:
        rows = [
            {
                "session_id": self._session_id,
                "number": generation.number,
                "evaluations": generation.evaluations,
                "best": generation.statistics.get("best"),
                "mean": generation.statistics.get("mean"),
                "diversity": generation.statistics.get("diversity"),
                "statistics": generation.statistics,
                "created_at": time,
            }
            for generation, time in gathered
        ]
        _insert(connection, _GENERATION, rows)

    def _insert_candidates(self, connection: Connection, gathered: Sequence[_Dated], ids: Ids) -> None:
        met = [(generation.number, candidate) for generation, _ in gathered for candidate in generation.candidates]
        rows = [
            {
                "session_id": self._session_id,
                "generation": number,
                "slot": candidate.slot,
                "operator": candidate.operator,
                "outcome": candidate.outcome,
                "score": candidate.score,
                "nodes": candidate.nodes,
                "level_id": None if candidate.level is None else ids[candidate.level.identity],
                "note": candidate.note,
            }
            for number, candidate in met
        ]
        _insert(connection, _EVALUATION, rows)
        _insert(connection, _LINEAGE, self._edges(met, ids))
        insert_scores(connection, self._scores(met, ids))

    def _edges(self, met: Iterable[tuple[int, CandidateRecord]], ids: Ids) -> list[dict[str, Any]]:
        return [
            {
                "child_id": ids[candidate.level.identity],
                "parent_id": ids[parent.identity],
                "operator": candidate.operator,
                "parent_score": parent.score,
                "child_score": candidate.score,
                "session_id": self._session_id,
                "generation": number,
                "slot": candidate.slot,
            }
            for number, candidate in met
            if candidate.level is not None
            for parent in candidate.parents
        ]

    def _scores(self, met: Iterable[tuple[int, CandidateRecord]], ids: Ids) -> list[dict[str, Any]]:
        return [
            {
                "level_id": ids[candidate.level.identity],
                "objective": self._objective,
                "score": candidate.score,
            }
            for _, candidate in met
            if candidate.level is not None and candidate.score is not None
        ]

    def _insert_cells(self, connection: Connection, gathered: Sequence[_Dated], ids: Ids) -> None:
        rows = [
            {
                "session_id": self._session_id,
                "cell": ":".join(map(str, cell.cell)),
                "level_id": ids[cell.identity],
                "score": cell.score,
            }
            for generation, _ in gathered
            for cell in generation.cells
        ]
        _insert(connection, _BETTER_CELL, rows)

    def _insert_events(self, connection: Connection, gathered: Sequence[_Dated]) -> None:
        rows = [
            {
                "session_id": self._session_id,
                "generation": generation.number,
                "kind": event.kind,
                "text": event.text,
                "created_at": time,
            }
            for generation, time in gathered
            for event in generation.events
        ]
        _insert(connection, _EVENT, rows)

    def _replace_pool(self, connection: Connection, generation: GenerationRecord, ids: Ids) -> None:
        connection.execute(_FORMER_POOL, {"session": self._session_id})
        rows = [
            {"session_id": self._session_id, "rank": rank, "level_id": ids[identity]}
            for rank, identity in enumerate(generation.pool)
        ]
        _insert(connection, _POOL_MEMBER, rows)

    def _update_progress(self, connection: Connection, last: _Dated) -> None:
        values = {
            "session": self._session_id,
            "generation": last.generation.number,
            "evaluations": last.generation.evaluations,
            "snapshot": last.generation.snapshot,
            "updated_at": last.time,
        }
        if not connection.execute(_PROGRESS, values).rowcount:
            raise unknown_session(self._session_id)


def _named_identities(generation: GenerationRecord) -> set[str]:
    levels = {candidate.level.identity for candidate in generation.candidates if candidate.level is not None}
    parents = {parent.identity for candidate in generation.candidates for parent in candidate.parents}
    return levels | parents | {cell.identity for cell in generation.cells} | set(generation.pool)


def _insert(connection: Connection, statement: Insert, rows: list[dict[str, Any]]) -> None:
    if rows:
        connection.execute(statement, rows)


def _update_session(connection: Connection, session_id: int, **values: Any) -> None:
    result = connection.execute(update(Session).where(Session.id == session_id).values(**values))
    if not result.rowcount:
        raise unknown_session(session_id)
