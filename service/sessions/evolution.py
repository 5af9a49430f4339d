"""Sessions: the only place that joins family, optimiser and storage to run one."""

import logging
import secrets
from collections.abc import Callable, Mapping, Set
from contextlib import suppress
from dataclasses import asdict, replace
from functools import partial
from importlib.metadata import version
from platform import python_version
from time import monotonic
from typing import Any, Protocol

from generator import appraised_names, get_declaration
from generator.values import AXES, PIECES, REQUIRE
from optimiser.archive import parse_axis
from optimiser.errors import WaitEndedError
from optimiser.evaluation import Measure, appraised, evaluate, measured
from optimiser.executors import Cluster, Where, require_reachable
from optimiser.objective import metric
from optimiser.recorder import GenerationRecord
from optimiser.session import Session, run
from optimiser.settings import SessionSettings
from optimiser.target import SCORE, parse_target
from optimiser.workers import Workers
from service.bounds import SEEDS
from service.errors import NoSessionError
from service.sessions.asked_search import AskedSearch
from service.sessions.keep import asked_keep
from service.sessions.objectives import AskedObjective, objective_of, session_objective
from service.sessions.spaces import WholeSpace, space_of
from service.sessions.stop_conditions import Interruption, StopConditions, StopReason
from service.sessions.waits import await_room, tell_wait
from service.settings import program_version
from storage import recorder
from storage.database import Database
from storage.errors import DatabaseLockedError, DiskFullError
from storage.locks import session_lock
from storage.progress import GONE
from storage.queries import SessionRow, get_session, list_sessions
from storage.recorder import DatabaseRecorder
from storage.runs import Versions, enter_run
from storage.tables.base import SessionState

_log = logging.getLogger(__name__)

GATHERED = 0.5
"""Seconds of work that are kept together; a session that is killed goes through that again."""


class Watcher(Protocol):
    """Sees a session go on."""

    def began(self, session: Session, stop: StopConditions, interruption: Interruption) -> None:
        """The kernels are compiled and the clock of the session starts."""

    def warned(self, message: str) -> None:
        """Something about the session that the user should know, before it has begun or while it waits."""

    def generation(self, session: Session, record: GenerationRecord) -> None:
        """A generation is kept, perhaps with later ones that the session has been through already."""

    def interrupted(self) -> None:
        """The user has asked for a stop; called from a signal handler."""


def session_settings(
    family: str, levels: Mapping[str, Any] | WholeSpace, search: AskedSearch, stop: StopConditions
) -> SessionSettings:
    """Everything that decides a session, as it is stored; its levels are those of settings or of a whole space.

    Raises SettingError, TargetError or AxisError.
    """
    if not isinstance(levels, WholeSpace):
        levels = space_of(family, {**levels, **_aims(family, search.objective)})
    space, budget = levels
    if search.require:
        space = {**space, REQUIRE: [str(parse_target(text)) for text in search.require]}
    if search.axes:
        space = {**space, AXES: [str(parse_axis(text)) for text in search.axes]}
    objective = session_objective(family, space, search.objective)
    return SessionSettings(
        family=family,
        space=space,
        seed=secrets.randbelow(SEEDS) if search.seed is None else search.seed,
        objective=objective.name,
        weights=objective.weights,
        replacement=search.replacement,
        budget=budget,
        stop=stop.to_json(),
        program=program_version(),
        keep=asked_keep(search.keep, stop),
        **search.sizes._asdict(),
    )


def _aims(family: str, asked: AskedObjective) -> Mapping[str, Any]:
    """The objective as a family gets it, so that it can make levels for it: its name, and its weights.

    Nothing is weighed where the family has a say in it, because the objective depends on the space then.
    """
    named = None if asked.name == family else objective_of(asked)
    return {"objective": asked.name, "weights": {} if named is None else dict(named.weights)}


def start(database: Database, settings: SessionSettings, name: str | None = None, where: Where = 0) -> int:
    """Enter a new session that will work there, under a name as `session_name` gives it, and return its id.

    Raises UnknownMetricError, ClusterError or StorageError, and then there is no new session.
    """
    require_metrics(settings)
    require_reachable(where)
    return recorder.start_session(database, settings, name)


def carry_on(
    database: Database,
    session_id: int,
    where: Where,
    watcher: Watcher,
    stop: StopConditions | None = None,
    clock: Callable[[], float] = monotonic,
    gather: float = GATHERED,
) -> StopReason:
    """Run a session, from its last generation on, until a condition is met or the user stops it.

    `stop` takes the place of the conditions that are stored with the session. Generations of so many seconds are
    gathered, kept together, and only then does the watcher hear of them. Raises SessionBusyError, and whatever breaks a
    session off; what was recorded stays.
    """
    # A signal that comes while much is still imported shall not leave the session as if it was killed.
    with session_lock(database.path, session_id), Interruption(watcher.interrupted).watched() as interruption:
        row = get_session(database, session_id)
        session = _restored(database, row)
        conditions = stop or StopConditions.from_json(row.stop)
        require_target(row.family, conditions)
        _log.info("session %d: %s", session_id, asdict(row))
        _log.info("session %d: works at %s, stops at %s", session_id, where, conditions.to_json())
        reason = conditions.reason(session, 0)
        if reason is None:
            require_reachable(where)
        recorder.set_stop(database, session_id, conditions.to_json())
        if reason is None:
            recorder.set_state(database, session_id, SessionState.RUNNING)
            if news := enter_run(database, session_id, _versions()):
                watcher.warned(str(news))
            try:
                ending = _Ending(conditions, interruption, clock)
                reason = _run(database, row, session, where, watcher, ending, gather)
            except WaitEndedError:
                reason = StopReason.INTERRUPTED
        interrupted = reason is StopReason.INTERRUPTED
        recorder.set_state(database, session_id, SessionState.STOPPED if interrupted else SessionState.FINISHED)
    return reason


def newest_unfinished(database: Database) -> int:
    """The id of the newest session that may go on. Raises NoSessionError where there is none."""
    unfinished = [row.id for row in list_sessions(database) if row.state != SessionState.FINISHED]
    if not unfinished:
        raise NoSessionError(
            "there is no unfinished session; name one with a new budget (cenote resume 1 --minutes 5) "
            "or begin one with cenote run"
        )
    return unfinished[-1]


class _Ending:
    """What ends a session that has begun. `reason` says why it ended: interrupted, unless a condition is met."""

    def __init__(self, conditions: StopConditions, interruption: Interruption, clock: Callable[[], float]) -> None:
        self.conditions, self.interruption = conditions, interruption
        self.reason = StopReason.INTERRUPTED
        self._clock = clock
        self._began = 0.0

    def begin(self) -> None:
        """The minutes count from now on."""
        self._began = self._clock()

    def has_come(self, session: Session) -> bool:
        """Whether the session is to end now."""
        if self.interruption.requested:
            return True
        met = self.conditions.reason(session, self._clock() - self._began)
        self.reason = met or self.reason
        return met is not None


def _run(
    database: Database,
    row: SessionRow,
    session: Session,
    where: Where,
    watcher: Watcher,
    ending: _Ending,
    gather: float,
) -> StopReason:
    def should_stop(session: Session) -> bool:
        await_room(database, row.id, partial(ending.has_come, session), warn)
        return ending.has_come(session)

    def warn(message: str) -> None:
        # A wait may be long. Where there is no room now, what is gathered is kept with the next generation.
        with suppress(DiskFullError, DatabaseLockedError):
            keeper.flush()
        watcher.warned(message)

    measure = measure_of(row.family, metric_names(row, ending.conditions))
    place = where if isinstance(where, int) else _told_of(where, database, row.id, warn, ending.interruption)
    keeper = DatabaseRecorder(database, row.id, gather, partial(watcher.generation, session))
    with Workers(row.family, row.space, row.budget, place, partial(evaluate, measure=measure)) as workers, keeper:
        ending.begin()
        watcher.began(session, ending.conditions, ending.interruption)
        run(session, workers, keeper, should_stop)
    return ending.reason


def _told_of(
    cluster: Cluster, database: Database, session_id: int, warn: Callable[[str], None], interruption: Interruption
) -> Cluster:
    """A cluster for which a session waits until the user stops it, with warnings and events."""
    tell = partial(tell_wait, database, session_id, GONE, warn)
    return replace(cluster, tell=tell, ended=lambda: interruption.requested)


def _versions() -> Versions:
    return Versions(program_version(), python_version(), version("numpy"), version("numba"))


def _restored(database: Database, row: SessionRow) -> Session:
    snapshot = recorder.load_snapshot(database, row.id)
    return Session(row) if snapshot is None else Session.restore(row, snapshot)


def require_metrics(settings: SessionSettings) -> None:
    """Refuse names of metrics that the family does not count, before a session begins with them.

    Raises UnknownMetricError.
    """
    names = metric_names(settings)
    left_out = appraised_names(settings.family) if measure_of(settings.family, names) is measured else ()
    counted = {name: None for name in get_declaration(settings.family).metrics if name not in left_out}
    for name in sorted(names):
        metric(counted, name)


def require_target(family: str, stop: StopConditions) -> None:
    """Refuse a target on a metric that the family does not count. Raises UnknownMetricError or TargetError."""
    if stop.target:
        known = dict.fromkeys((*get_declaration(family).metrics, SCORE))
        metric(known, parse_target(stop.target).metric)


def metric_names(settings: SessionSettings, stop: StopConditions | None = None) -> Set[str]:
    """The metrics that decide a session; `stop` takes the place of its own conditions."""
    target = (stop or StopConditions.from_json(settings.stop)).target
    aimed = {parse_target(target).metric} - {SCORE} if target else set()
    axes = {parse_axis(axis).metric for axis in settings.space.get(AXES, ())} - {PIECES}
    required = {parse_target(bound).metric for bound in settings.space.get(REQUIRE, ())}
    return {*settings.weights, *aimed, *axes, *required}


def measure_of(family: str, names: Set[str]) -> Measure:
    """What counts these metrics, and no more than it must."""
    return measured if names.isdisjoint(appraised_names(family)) else appraised
