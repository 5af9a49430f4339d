"""Sessions: the only place that joins family, optimiser and storage to run one."""

import logging
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import asdict, replace
from functools import partial
from importlib.metadata import version
from platform import python_version
from time import monotonic
from typing import Any, Protocol

from generator import Space, appraised_names, defaults, get_declaration, get_family
from generator.values import AXES, PIECES, REQUIRE
from optimiser.archive import parse_axis
from optimiser.errors import WaitEndedError
from optimiser.evaluation import Measure, appraised, evaluate, measured
from optimiser.executors import Cluster, Where
from optimiser.objective import metric
from optimiser.pool import Replacement
from optimiser.recorder import GenerationRecord
from optimiser.session import Session, run
from optimiser.settings import SessionSettings
from optimiser.target import parse_target
from optimiser.workers import Workers
from service.errors import NoSessionError
from service.sessions.keep import asked_keep
from service.sessions.objectives import AskedObjective, session_objective
from service.sessions.sizes import DEFAULT_SIZES, SessionSizes
from service.sessions.stop_conditions import Interruption, StopConditions, StopReason
from service.sessions.waits import await_room, tell_wait
from service.settings import program_version
from storage import recorder
from storage.database import Database
from storage.locks import session_lock
from storage.progress import GONE
from storage.queries import SessionRow, get_session, list_sessions
from storage.recorder import DatabaseRecorder
from storage.runs import Versions, enter_run
from storage.tables.base import SessionState

_log = logging.getLogger(__name__)

SEED_LEVELS = "seed-levels"
"""The setting that is the text of a file with whose levels a session begins."""


class Watcher(Protocol):
    """Sees a session go on."""

    def began(self, session: Session, stop: StopConditions, interruption: Interruption) -> None:
        """The kernels are compiled and the clock of the session starts."""

    def warned(self, message: str) -> None:
        """Something about the session that the user should know, before it has begun or while it waits."""

    def generation(self, session: Session, record: GenerationRecord) -> None:
        """A generation is recorded."""

    def interrupted(self) -> None:
        """The user has asked for a stop; called from a signal handler."""


def space_of(family: str, settings: Mapping[str, Any]) -> tuple[Space, int]:
    """The space of settings, and the budget of nodes for one of its candidates.

    Raises SettingError, or LevelFormatError where the `seed-levels` among the settings cannot be read.
    """
    declaration = get_declaration(family)
    space = declaration.space(settings)
    if SEED_LEVELS in settings:
        space = defaults.seeded(get_family(family), space, settings[SEED_LEVELS])
    return space, declaration.budget(space)


def session_settings(
    family: str,
    settings: Mapping[str, Any],
    seed: int,
    asked: AskedObjective,
    replacement: Replacement,
    stop: StopConditions,
    require: Sequence[str] = (),
    sizes: SessionSizes = DEFAULT_SIZES,
    axes: Sequence[str] = (),
    keep: str = "",
) -> SessionSettings:
    """Everything that decides a session, as it is stored.

    `require` are bounds as `parse_target` reads them, `axes` those of the archive as `parse_axis` does; the family's
    where there are none. `keep` is read by `asked_keep`. Raises SettingError, TargetError or AxisError.
    """
    space, budget = space_of(family, {**settings, "objective": asked.name})
    if require:
        space = {**space, REQUIRE: [str(parse_target(text)) for text in require]}
    if axes:
        space = {**space, AXES: [str(parse_axis(text)) for text in axes]}
    objective = session_objective(family, space, asked)
    return SessionSettings(
        family=family,
        space=space,
        seed=seed,
        objective=objective.name,
        weights=objective.weights,
        replacement=replacement,
        budget=budget,
        stop=stop.to_json(),
        program=program_version(),
        keep=asked_keep(keep, stop),
        **sizes._asdict(),
    )


def start(database: Database, settings: SessionSettings, name: str | None = None) -> int:
    """Enter a new session, under a name as `session_name` gives it, and return its id.

    Raises UnknownMetricError or StorageError, and then there is no new session.
    """
    require_metrics(settings)
    return recorder.start_session(database, settings, name)


def carry_on(
    database: Database,
    session_id: int,
    where: Where,
    watcher: Watcher,
    stop: StopConditions | None = None,
    clock: Callable[[], float] = monotonic,
) -> StopReason:
    """Run a session, from its last generation on, until a condition is met or the user stops it.

    `stop` takes the place of the conditions that are stored with the session. Raises SessionBusyError, and
    whatever breaks a session off; what was recorded stays.
    """
    # A signal that comes while much is still imported shall not leave the session as if it was killed.
    with session_lock(database.path, session_id), Interruption(watcher.interrupted).watched() as interruption:
        row = get_session(database, session_id)
        session = _restored(database, row)
        conditions = stop or StopConditions.from_json(row.stop)
        _log.info("session %d: %s", session_id, asdict(row))
        _log.info("session %d: works at %s, stops at %s", session_id, where, conditions.to_json())
        recorder.set_stop(database, session_id, conditions.to_json())
        reason = conditions.reason(session, 0)
        if reason is None:
            recorder.set_state(database, session_id, SessionState.RUNNING)
            if news := enter_run(database, session_id, _versions()):
                watcher.warned(str(news))
            try:
                reason = _run(database, row, session, where, watcher, conditions, interruption, clock)
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


def _run(
    database: Database,
    row: SessionRow,
    session: Session,
    where: Where,
    watcher: Watcher,
    conditions: StopConditions,
    interruption: Interruption,
    clock: Callable[[], float],
) -> StopReason:
    reason = StopReason.INTERRUPTED

    def should_stop(session: Session) -> bool:
        await_room(database, row.id, partial(has_ended, session), watcher.warned)
        return has_ended(session)

    def has_ended(session: Session) -> bool:
        nonlocal reason
        if interruption.requested:
            return True
        met = conditions.reason(session, clock() - started)
        reason = met or reason
        return met is not None

    measure = measure_of(row.family, metric_names(row, conditions))
    place = where if isinstance(where, int) else _told_of(where, database, row.id, watcher, interruption)
    with Workers(row.family, row.space, row.budget, place, partial(evaluate, measure=measure)) as workers:
        started = clock()
        watcher.began(session, conditions, interruption)
        keeper = DatabaseRecorder(database, row.id)
        run(session, workers, keeper, should_stop, lambda record: watcher.generation(session, record))
    return reason


def _told_of(
    cluster: Cluster, database: Database, session_id: int, watcher: Watcher, interruption: Interruption
) -> Cluster:
    """A cluster for which a session waits until the user stops it, and of which watcher and events tell."""
    tell = partial(tell_wait, database, session_id, GONE, watcher.warned)
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


def metric_names(settings: SessionSettings, stop: StopConditions | None = None) -> Set[str]:
    """The metrics that decide a session; `stop` takes the place of its own conditions."""
    target = (stop or StopConditions.from_json(settings.stop)).target
    bounds = (*settings.space.get(REQUIRE, ()), *([target] if target else ()))
    axes = {parse_axis(axis).metric for axis in settings.space.get(AXES, ())} - {PIECES}
    return {*settings.weights, *axes, *(parse_target(bound).metric for bound in bounds)}


def measure_of(family: str, names: Set[str]) -> Measure:
    """What counts these metrics, and no more than it must."""
    return measured if names.isdisjoint(appraised_names(family)) else appraised
