"""Sessions as JSON objects."""

from collections.abc import Sequence
from typing import Annotated, Any, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from generator import default_family
from optimiser.executors import Cluster, Where
from optimiser.pool import Replacement
from optimiser.settings import SessionSettings
from optimiser.target import parse_target
from service.bounds import LARGEST, MOST_WORKERS
from service.errors import ServiceError
from service.levels.json_objects import session_object
from service.sessions import evolution
from service.sessions.activity import Activity
from service.sessions.asked_search import AskedSearch
from service.sessions.likeness import space_like
from service.sessions.names import LONGEST_NOTE, session_name, session_note
from service.sessions.settings import LONGEST_TEXT, MOST_VALUES, asked_objective, asked_sizes, family_settings
from service.sessions.sizes import DEFAULT_SIZES, MOST_ISLANDS, MOST_KEPT, SIZES
from service.sessions.spaces import WholeSpace
from service.sessions.stop_conditions import StopConditions
from service.settings import usable_cores
from service.web.levels.models import LevelFigures
from service.web.sessions.views import Summary, View
from storage.audit import Actor
from storage.database import Database
from storage.queries import get_session
from storage.recorder import name_session, note_session

Short = Annotated[str, Field(max_length=200)]
Value = Annotated[int, Field(ge=-LARGEST, le=LARGEST)] | Annotated[str, Field(max_length=LONGEST_TEXT)]
Few = Annotated[int | Short, Field(json_schema_extra={"minimum": 1, "maximum": MOST_KEPT})]
Many = Annotated[int | Short, Field(json_schema_extra={"minimum": 1, "maximum": LARGEST})]
"""Sizes of a search, which are checked as those of the command line."""
Bound = Annotated[str, Field(max_length=100)]
Weight = Annotated[float, Field(ge=-1e9, le=1e9)]


class Budget(BaseModel):
    """What ends a session, whichever comes first; a stored condition stays where nothing is given for any.

    `evaluations` counts from the beginning of the session, `minutes` from now. `target` is a bound on a metric of the
    best level, such as `depth>=90`, or on its `score`. It works with so many `workers`, or on the
    `cluster` that the service has.
    """

    model_config = ConfigDict(extra="forbid")

    evaluations: Annotated[int, Field(ge=1, le=LARGEST)] | None = None
    minutes: Annotated[float, Field(gt=0, le=1e7)] | None = None
    target: Annotated[str, Field(max_length=100)] | None = None
    workers: Annotated[int, Field(ge=0, le=MOST_WORKERS)] = Field(default_factory=usable_cores)
    cluster: bool = False

    def where(self, cluster: Cluster | None) -> Where:
        """Where it works, if the service has this cluster. Raises ServiceError."""
        if not self.cluster:
            return self.workers
        if cluster is None:
            raise ServiceError("this service has no cluster; begin it with cenote serve --cluster ADDRESS")
        return cluster

    def conditions_of(self, database: Database, session_id: int) -> StopConditions:
        """The conditions for a session. Raises TargetError, UnknownMetricError or UnknownSessionError."""
        stop = self.conditions()
        evolution.require_target(get_session(database, session_id).family, stop)
        return stop

    def conditions(self) -> StopConditions:
        """The conditions. Raises TargetError."""
        if self.target is not None:
            parse_target(self.target)
        return StopConditions(self.evaluations, self.minutes, self.target)


class SessionChanges(BaseModel):
    """What is said of a session; what is left out stays, and an empty name or note is removed."""

    model_config = ConfigDict(extra="forbid")

    name: Short | None = None
    note: Annotated[str, Field(max_length=4 * LONGEST_NOTE)] | None = None

    def apply(self, database: Database, session_id: int, by: Actor) -> None:
        """Change it. Raises RefusedError, SessionNameError or UnknownSessionError."""
        row = get_session(database, session_id)
        name = session_name(self.name) if self.name else None
        note = None if self.note is None else session_note(self.note)
        if "name" in self.model_fields_set and name != row.name:
            name_session(database, session_id, name, by)
        if note is not None and note != row.note:
            note_session(database, session_id, note, by)


class NewSession(Budget):
    """What a new session shall do; whatever is left out is as the family or the program has it.

    `settings` are the options of the family by name; `weights` are of metrics, in place of an `objective` by name.
    `require` are bounds on metrics that every level keeps, such as `branching<=3`. `axes` are those of the archive,
    each a metric and the width of its bins, such as `depth:4`. `pool` is how many levels the session keeps as its best,
    `batch` how many a generation has, and `population` how many breed. `patience` is after how many evaluations without
    gain it begins a new population. `islands` are populations that breed apart, and after every `migration` generations
    send their best to the next one. `keep` is what stays of the session while it runs: `everything` or `pool+archive`.
    In place of family, preset and settings, `like` names a stored level: the session begins with it, and makes levels
    as the session did that found it. `levels_of` names a session whose levels it makes anew.
    """

    family: Short = default_family()
    preset: Short = ""
    settings: Annotated[
        dict[Short, Value | Annotated[list[Value], Field(max_length=MOST_VALUES)]], Field(max_length=100)
    ] = {}
    objective: Short = ""
    weights: Annotated[dict[Short, Weight], Field(max_length=20)] = {}
    replacement: Replacement = Replacement.CROWDING
    require: Annotated[list[Bound], Field(max_length=MOST_VALUES)] = []
    axes: Annotated[list[Bound], Field(max_length=MOST_VALUES)] = []
    pool: Few = DEFAULT_SIZES.pool_size
    batch: Few = DEFAULT_SIZES.batch
    population: Few = DEFAULT_SIZES.population
    patience: Many = DEFAULT_SIZES.patience
    islands: Annotated[int, Field(ge=1, le=MOST_ISLANDS)] = DEFAULT_SIZES.islands
    migration: Many = DEFAULT_SIZES.migration
    keep: Short = ""
    seed: Annotated[int, Field(ge=0, le=LARGEST)] | None = None
    name: Short = ""
    like: Annotated[int, Field(ge=1, le=LARGEST)] | None = None
    levels_of: Annotated[int, Field(ge=1, le=LARGEST)] | None = None

    def kept_name(self) -> str | None:
        """The name of the session, None where it has none. Raises RefusedError."""
        return session_name(self.name) if self.name else None

    def settings_in(self, database: Database) -> SessionSettings:
        """The same as `session_settings`, also where a level or a session of the database decides what is made."""
        return self.session_settings(space_like(database, self.like, self.levels_of))

    def session_settings(self, found: tuple[str, WholeSpace] | None = None) -> SessionSettings:
        """Everything that decides the session; `found` takes the place of the family, its preset and its settings.

        Raises PuzzleError, OptimiserError or ServiceError.
        """
        family, whole = found or (self.family, None)
        given = {name: _listed(value) for name, value in self.settings.items()}
        search = AskedSearch(
            objective=asked_objective(self.objective, self.weights),
            replacement=self.replacement,
            require=self.require,
            axes=self.axes,
            sizes=asked_sizes({option.name: getattr(self, option.name) for option in SIZES}),
            keep=self.keep,
            seed=self.seed,
        )
        return evolution.session_settings(
            family, whole or family_settings(family, self.preset, given), search, self.conditions()
        )


def _listed(value: int | str | list[int | str]) -> Sequence[int | str]:
    return value if isinstance(value, list) else [value]


class RowResponse(BaseModel):
    """Root of the answers, which are made of the rows of the database."""

    model_config = ConfigDict(from_attributes=True)


class SessionResponse(RowResponse):
    """A session; `activity` is what it is doing now, and `complaint` says why its process broke down.

    `pool_size` is `pool` under its older name.
    """

    id: int
    name: str | None
    note: str
    family: str
    space: dict[str, Any]
    seed: int
    objective: str
    weights: dict[str, float]
    replacement: str
    budget: int
    require: list[str]
    axes: list[str]
    pool: int
    pool_size: int
    batch: int
    population: int
    patience: int
    islands: int
    migration: int
    keep: str
    stop: dict[str, Any]
    program: str
    activity: Activity
    complaint: str
    created_at: str
    updated_at: str
    generation: int
    evaluations: int
    best: float | None
    evaluations_per_second: float | None

    @classmethod
    def of(cls, seen: Summary | View) -> Self:
        """A session as it is seen."""
        return cls(
            **session_object(seen.row),
            activity=seen.activity,
            complaint=str(seen.complaint),
            evaluations_per_second=seen.evaluations_per_second,
        )


class SessionsResponse(RowResponse):
    """Sessions, the newest first; `next` is the `before` of the next page, null on the last."""

    sessions: list[SessionResponse]
    next: int | None


class PointResponse(RowResponse):
    """A session as it was after one generation; older programs did not say when that was."""

    generation: int
    evaluations: int
    best: float | None
    mean: float | None
    diversity: float | None
    created_at: str | None


class OperatorResponse(RowResponse):
    """A mutation operator: its share of successes of late, and what became of its last candidates."""

    name: str
    share: float | None
    outcomes: dict[str, int]


class RejectionResponse(RowResponse):
    """Why candidates gave no level, and how many of the last generations did so for this reason."""

    reason: Annotated[str, BeforeValidator(str)]
    count: int


class EventResponse(RowResponse):
    """An event worth reporting."""

    generation: int
    kind: str
    text: Annotated[str, BeforeValidator(str)]
    created_at: str


class RunResponse(RowResponse):
    """A process that began or resumed the session behind a generation, and the versions that it ran under."""

    generation: int
    started_at: str
    program: str
    python: str
    numpy: str
    numba: str


class SessionDetail(SessionResponse):
    """A session as its page shows it: the last statistics, operators, rejections, the newest events, the last runs."""

    statistics: dict[str, float]
    operators: list[OperatorResponse]
    rejections: list[RejectionResponse]
    events: list[EventResponse]
    runs: list[RunResponse]

    @classmethod
    def of(cls, seen: Summary | View) -> Self:
        """A session as its page shows it."""
        assert isinstance(seen, View), "a summary has no details"
        return cls(
            **SessionResponse.of(seen).model_dump(),
            statistics=dict(seen.moment.statistics),
            operators=[OperatorResponse.model_validate(row) for row in seen.operators],
            rejections=[RejectionResponse.model_validate(row) for row in seen.rejections],
            events=[EventResponse.model_validate(row) for row in seen.events],
            runs=[RunResponse.model_validate(row) for row in seen.runs],
        )


class PoolLevelResponse(LevelFigures, RowResponse):
    """A level of the pool, whose score is that under the session's objective."""

    level_id: int = Field(validation_alias="id")


class CellResponse(RowResponse):
    """The best level of one archive cell; `cell` is its bin on each axis of the session."""

    cell: tuple[int, ...]
    level_id: int
    score: float
