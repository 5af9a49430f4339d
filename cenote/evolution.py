"""Evolution in one call, in memory or into a database."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from time import monotonic
from typing import Any, Unpack

from cenote.levels import Level
from cenote.search import Search, SearchOptions, settings_of
from cenote.stored import Stored
from optimiser.archive import Cell
from optimiser.evaluation import evaluate
from optimiser.executors import Cluster, Where
from optimiser.recorder import GenerationRecord
from optimiser.session import Session, run
from optimiser.settings import SessionSettings
from optimiser.target import parse_target
from optimiser.workers import Workers
from service.errors import ServiceError
from service.sessions import evolution
from service.sessions.stop_conditions import Interruption, StopConditions, StopReason
from storage.database import Database


@dataclass(frozen=True, slots=True)
class Progress:
    """How far an evolution is after a generation; `best` is the best score so far."""

    generation: int
    evaluations: int
    best: float | None
    statistics: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Result:
    """What an evolution has found: the levels of its pool, the best first, and of its archive.

    `reason` says why it ended. `session` is the id under which it is stored, None where it is not.
    """

    levels: Sequence[Level]
    archive: Mapping[Cell, Level]
    evaluations: int
    seed: int
    reason: str
    session: int | None = None

    @property
    def best(self) -> Level | None:
        """The best level, None where none was found."""
        return next(iter(self.levels), None)


Listener = Callable[[Progress], object]


def evolve(  # noqa: PLR0913 - what users of Python name in one call
    family: str = "",
    settings: Mapping[str, Any] | None = None,
    *,
    evaluations: int | None = None,
    minutes: float | None = None,
    target: str | None = None,
    workers: int = 0,
    cluster: Cluster | str | None = None,
    storage: str = "",
    keep: str = "",
    progress: Listener | None = None,
    **options: Unpack[SearchOptions],
) -> Result:
    """Evolve levels until a condition is met, or until `progress` returns False after a generation.

    `settings` are those of the family, as `cenote run` has them (`{"type": "b", "size": 5}`); `options` are described
    at `SearchOptions`. `workers` is the number of processes beside this one; `cluster` takes their place, a Dask
    cluster or the address of its scheduler. `storage` is the URL of a database, which keeps every generation as `cenote
    run` does, and of what they found what `keep` says; without one all stays in memory.

    It may be called in any thread. Raises Error with what to do.
    """
    stop = StopConditions(evaluations, minutes, target)
    if target is not None:
        parse_target(target)
    if not stop and progress is None:
        raise ServiceError("nothing ends this; give evaluations, minutes, target or progress")
    where = _where(workers, cluster)
    if storage:
        return _into_database(storage, family, settings or {}, stop, where, progress, options, keep)
    if keep:
        raise ServiceError("keep is for a session that is stored; give storage too")
    return _in_memory(Search(family, settings, **options), stop, where, progress)


def _where(workers: int, cluster: Cluster | str | None) -> Where:
    if cluster is None:
        return workers
    if workers:
        raise ServiceError("give either workers or cluster, not both")
    return Cluster(cluster) if isinstance(cluster, str) else cluster


def _in_memory(search: Search, stop: StopConditions, where: Where, listener: Listener | None) -> Result:
    told = _Listening(listener)
    reason = StopReason.INTERRUPTED

    def should_stop(session: Session) -> bool:
        nonlocal reason
        met = None if told.stopped else stop.reason(session, monotonic() - started)
        reason = met or reason
        return told.stopped or met is not None

    settings: SessionSettings = search.settings
    measure = evolution.measure_of(settings.family, evolution.metric_names(settings, stop))
    evaluation = partial(evaluate, measure=measure)
    with Workers(settings.family, settings.space, settings.budget, where, evaluation) as crowd:
        started = monotonic()
        run(search.session, crowd, search, should_stop, told.heard)
    return Result(search.pool, search.archive, search.evaluations, settings.seed, reason)


def _into_database(
    storage: str,
    family: str,
    settings: Mapping[str, Any],
    stop: StopConditions,
    where: Where,
    listener: Listener | None,
    options: SearchOptions,
    keep: str,
) -> Result:
    if callable(options.get("objective")):
        raise ServiceError("a stored session has an objective by name or weights")
    asked = settings_of(family, settings, stop, options, keep)
    with Database.create(storage) as database:
        session = evolution.start(database, asked)
        # A listener may end the session, and so hears of each generation before the next one.
        gather = 0.0 if listener else evolution.GATHERED
        reason = evolution.carry_on(database, session, where, _Listening(listener), stop, gather=gather)
    with Stored(storage) as stored:
        row = stored.session(session)
        archive = stored.archive(session)
        return Result(stored.pool(session), archive, row["evaluations"], asked.seed, reason, session)


class _Listening:
    """Tells a listener of every generation, and hears whether it goes on."""

    def __init__(self, listener: Listener | None) -> None:
        self._listener = listener
        self._interruption: Interruption | None = None
        self.stopped = False

    def began(self, session: Session, stop: StopConditions, interruption: Interruption) -> None:
        self._interruption = interruption

    def warned(self, message: str) -> None:
        """A session that has just begun has nothing to warn of."""

    def generation(self, session: Session, record: GenerationRecord) -> None:
        self.heard(record)

    def heard(self, record: GenerationRecord) -> None:
        """A generation is recorded, or told in memory."""
        if self._listener is None:
            return
        statistics = record.statistics
        progress = Progress(record.number, record.evaluations, statistics.get("best"), statistics)
        self.stopped = self._listener(progress) is False
        if self.stopped and self._interruption is not None:
            self._interruption.requested = True

    def interrupted(self) -> None:
        """The session ends with its generation, and the result says so."""
