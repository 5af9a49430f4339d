"""A search by hand: ask for candidates, evaluate them wherever you like, tell what came of them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypedDict, Unpack

from cenote.levels import Level, level_of_record
from generator import Metrics, default_family, defaults, get_family
from optimiser.archive import Cell
from optimiser.evaluation import Evaluation, evaluate
from optimiser.island import Candidate
from optimiser.objective import Objective
from optimiser.pool import Replacement
from optimiser.recorder import CandidateRecord, GenerationRecord
from optimiser.session import Session
from optimiser.settings import SessionSettings
from service.errors import ServiceError
from service.sessions import evolution
from service.sessions.asked_search import AskedSearch
from service.sessions.settings import asked_objective, family_settings
from service.sessions.sizes import DEFAULT_SIZES, SessionSizes
from service.sessions.stop_conditions import StopConditions

Score = Callable[[Metrics], float]


class SearchOptions(TypedDict, total=False):
    """What decides a search beside the family and its settings; all have the defaults of `cenote run`.

    `seed` decides everything random; it is a new one where it is left out. `objective` is a name, weights of metrics
    such as `{"depth": 1}`, or any function of the metrics. `require` are bounds that every level keeps, such as
    `["branching<=3"]`. `axes` are the sides of the archive, each a metric and the width of its bins: `[("depth", 4)]`.

    A function is given the metrics that every candidate has, without those that only `cenote appraise` counts. It is
    not stored, so it is refused where a session is stored.
    """

    preset: str
    seed: int | None
    objective: str | Mapping[str, float] | Score
    require: Sequence[str]
    replacement: str
    pool: int
    batch: int
    population: int
    patience: int
    islands: int
    migration: int
    axes: Sequence[tuple[str, int | float]]


@dataclass(frozen=True, slots=True)
class CalledObjective(Objective):
    """An objective that is any function of the metrics."""

    function: Score = lambda _: 0.0

    def score(self, metrics: Metrics) -> float:
        return float(self.function(metrics))


class Search:
    """The state of an evolution in memory. It is for one thread at a time; several searches do not disturb each other.

    `pool` has the best levels, `archive` the best one of every cell.
    """

    def __init__(
        self, family: str = "", settings: Mapping[str, Any] | None = None, **options: Unpack[SearchOptions]
    ) -> None:
        """Raises Error where the family does not take the settings, or does not count a metric."""
        self.settings = settings_of(family, settings or {}, StopConditions(), options)
        evolution.require_metrics(self.settings)
        self.session = Session(self.settings)
        objective = options.get("objective", "")
        if callable(objective):
            self.session.objective = CalledObjective(self.settings.objective, {}, objective)
        self._family = defaults.with_workspace(get_family(self.settings.family))
        self._levels: dict[str, Level] = {}
        self._pool: Sequence[str] = ()
        self._cells: dict[Cell, str] = {}

    @property
    def evaluations(self) -> int:
        """The candidates whose results `tell` was given."""
        return self.session.evaluations

    @property
    def pool(self) -> list[Level]:
        """The best levels that differ from one another, the best first."""
        return [self._levels[identity] for identity in self._pool]

    @property
    def best(self) -> Level | None:
        """The best level, None before any was found."""
        return next(iter(self.pool), None)

    @property
    def archive(self) -> Mapping[Cell, Level]:
        """The best level of every cell: its bin on each axis."""
        return {cell: self._levels[identity] for cell, identity in self._cells.items()}

    def ask(self) -> list[Candidate]:
        """The candidates of the next generation.

        It may be called again before `tell`. `evolve` asks for two generations before it tells the results of the first
        one, so that its workers never wait.
        """
        return self.session.ask()

    def evaluate(self, candidates: Sequence[Candidate]) -> list[Evaluation]:
        """Make, solve and measure the levels of candidates in this process."""
        budget = self.settings.budget
        measure = evolution.measure_of(self.settings.family, evolution.metric_names(self.settings))
        return [evaluate(self._family, candidate.brood, budget, measure) for candidate in candidates]

    def tell(self, evaluations: Sequence[Evaluation]) -> None:
        """Take in the evaluations of the candidates that were asked for first, in their order."""
        self.record(self.session.tell(evaluations))

    def record(self, generation: GenerationRecord) -> None:
        """Remember the levels of a generation."""
        for candidate in generation.candidates:
            if candidate.level is not None:
                self._levels.setdefault(candidate.level.identity, self._level(candidate))
        self._pool = generation.pool
        self._cells.update((cell.cell, cell.identity) for cell in generation.cells)

    def _level(self, candidate: CandidateRecord) -> Level:
        assert candidate.level is not None
        parents = [parent.identity for parent in candidate.parents]
        return level_of_record(candidate.level, candidate.score, partial(self._known, parents))

    def _known(self, identities: Sequence[str]) -> list[Level]:
        return [self._levels[identity] for identity in identities]


def settings_of(
    family: str, settings: Mapping[str, Any], stop: StopConditions, options: SearchOptions, keep: str = ""
) -> SessionSettings:
    """Everything that decides a search, as sessions are stored."""
    name = family or default_family()
    objective = options.get("objective", "")
    weights = objective if isinstance(objective, Mapping) else {}
    search = AskedSearch(
        objective=asked_objective(objective if isinstance(objective, str) else "", weights),
        replacement=Replacement(options.get("replacement", Replacement.CROWDING)),
        require=options.get("require", ()),
        axes=[f"{metric}:{width}" for metric, width in options.get("axes", ())],
        sizes=_sizes(options),
        keep=keep,
        seed=options.get("seed"),
    )
    given = {key: _listed(value) for key, value in settings.items()}
    return evolution.session_settings(name, family_settings(name, options.get("preset", ""), given), search, stop)


def _sizes(options: SearchOptions) -> SessionSizes:
    sizes = SessionSizes(
        options.get("pool", DEFAULT_SIZES.pool_size),
        options.get("batch", DEFAULT_SIZES.batch),
        options.get("population", DEFAULT_SIZES.population),
        options.get("patience", DEFAULT_SIZES.patience),
        options.get("islands", DEFAULT_SIZES.islands),
        options.get("migration", DEFAULT_SIZES.migration),
    )
    if min(sizes) < 1:
        raise ServiceError("pool, batch, population, patience, islands and migration are numbers from 1 on")
    return sizes


def _listed(value: Any) -> Sequence[str | int]:
    return value if isinstance(value, list | tuple) else [value]
