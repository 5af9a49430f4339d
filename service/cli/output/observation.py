"""What is worth showing of a running session, as figures and levels."""

from collections.abc import Callable, Mapping, Sequence
from time import monotonic
from typing import NamedTuple

from optimiser.executors import Where
from optimiser.individual import Individual
from optimiser.recorder import GenerationRecord
from optimiser.session import Session
from service.cli.output.pace import Pace, Rates
from service.figures import duration, exact, number, proof
from service.sessions.space_words import levels_of, others_of
from service.sessions.stop_conditions import StopConditions
from storage.queries import LevelRow, SessionRow

UNKNOWN_BIRTH = ("", "")


class Member(NamedTuple):
    """A level of the pool, whether its depth is proven, and the operator that made it if that is at hand."""

    individual: Individual
    proof: str
    operator: str


class Figure(NamedTuple):
    """A named figure as text."""

    name: str
    text: str


class View(NamedTuple):
    """A session after one generation: its pool, the best first, and its figures."""

    members: Sequence[Member]
    figures: Sequence[Figure]


class Observation:
    """The latest state of a session and how fast it goes; one thread may look while another one writes."""

    def __init__(
        self, row: SessionRow, pool: Sequence[LevelRow], where: Where, clock: Callable[[], float] = monotonic
    ) -> None:
        self.title = ", ".join(filter(None, _told(row)))
        self.family = row.family
        self.on_cluster = not isinstance(where, int)
        self._births = {level.identity: (proof(level.proven), "") for level in pool}
        self._pace = Pace(where if isinstance(where, int) else None)
        self._clock = clock
        self._started = clock()
        self._stop = StopConditions()
        self._state: tuple[Sequence[Member], int, Mapping[str, float]] = ((), row.evaluations, {})

    @property
    def seconds(self) -> float:
        """Since the kernels were ready."""
        return self._clock() - self._started

    def begin(self, session: Session, stop: StopConditions) -> None:
        """Start the clock."""
        self._started = self._clock()
        self._stop = stop
        self._state = (self._ranked(session), session.evaluations, {})

    def take(self, session: Session, record: GenerationRecord) -> None:
        """Note a recorded generation."""
        for candidate in record.candidates:
            if candidate.level is not None:
                birth = proof(candidate.level.proven), candidate.operator
                self._births.setdefault(candidate.level.identity, birth)
        self._pace.add(record, self.seconds)
        self._state = (self._ranked(session), record.evaluations, record.statistics)

    def view(self) -> View:
        """What is to be seen now."""
        members, evaluations, statistics = self._state
        rates = self._pace.rates()
        figures = [
            Figure("best", _best(members)),
            Figure("evaluations", _of(evaluations, self._stop.evaluations)),
            Figure("evaluations/s", "-" if rates is None else f"{rates.evaluations:.1f}"),
            Figure("states/s", "-" if rates is None else _large(rates.nodes)),
            Figure("diversity", number(statistics.get("diversity"))),
            Figure("archive cells", number(statistics.get("archive"))),
            Figure("restarts", number(statistics.get("restarts"))),
            Figure("outside solving", _share(rates)),
            Figure("time left", self._left(evaluations, rates)),
        ]
        return View(members, figures)

    def _ranked(self, session: Session) -> list[Member]:
        ranked = session.pool.ranked()
        # A member may be of a later generation, which has not been reported yet.
        births = {member.identity: self._births.get(member.identity) for member in ranked}
        self._births = {identity: birth for identity, birth in births.items() if birth is not None}
        return [Member(member, *(births[member.identity] or UNKNOWN_BIRTH)) for member in ranked]

    def _left(self, evaluations: int, rates: Rates | None) -> str:
        left = []
        if self._stop.minutes is not None:
            left.append(60 * self._stop.minutes - self.seconds)
        if self._stop.evaluations is not None and rates is not None and rates.evaluations:
            left.append((self._stop.evaluations - evaluations) / rates.evaluations)
        return duration(max(0.0, min(left))) if left else "-"


def _best(members: Sequence[Member]) -> str:
    if not members:
        return "-"
    best = members[0]
    told = ", ".join(filter(None, (f"depth {exact(best.individual.metrics['depth'])}", best.proof)))
    return f"{number(best.individual.score)} ({told})"


def _of(count: int, limit: int | None) -> str:
    return exact(count) if limit is None else f"{exact(count)} of {exact(limit)}"


def _large(value: float) -> str:
    if value >= 1e6:
        return f"{value / 1e6:.2f} M"
    return f"{value / 1e3:.1f} k" if value >= 1e3 else f"{value:.0f}"


def _share(rates: Rates | None) -> str:
    return "-" if rates is None or rates.outside_solving is None else f"{rates.outside_solving:.0%}"


def _told(row: SessionRow) -> Sequence[str]:
    """What a session looks for, and from which seed."""
    found = f"session {row.id}: {row.family} {levels_of(row.family, row.space)}", others_of(row.family, row.space)
    return *found, f"seed {row.seed}", f"objective {row.objective}"
