"""What is asked of a search, and what it answers."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from generator.messages import SILENCE, Message
from generator.puzzles.sokoban.search import bound_kernels
from generator.puzzles.sokoban.search.floor import Push
from generator.values import MEGABYTES, SearchProgress, SolveStatus, never, unheard

ALL_PRUNINGS = (
    bound_kernels.FREEZE
    | bound_kernels.CORRAL
    | bound_kernels.MATCHING
    | bound_kernels.FIXED
    | bound_kernels.GROUPS
    | bound_kernels.PATTERNS
)


@dataclass(frozen=True, slots=True)
class Search:
    """How to search. `pushes` of an answer do not depend on any of this; only how far a budget reaches does."""

    nodes: int
    both_ends: bool = False
    prunings: int = ALL_PRUNINGS
    megabytes: float = MEGABYTES
    seconds: float | None = None
    stopped: Callable[[], bool] = field(default=never, compare=False)
    listener: Callable[[SearchProgress], None] = field(default=unheard, compare=False)


@dataclass(frozen=True, slots=True)
class Answer:
    """What a search found: bounds in pushes, and the pushes of a solution of length `upper` if there is one."""

    status: SolveStatus
    lower: int
    upper: int | None
    pushes: list[Push]
    nodes: int
    expanded: int
    reason: Message = SILENCE


def remaining(search: Search, since: float, clock: Callable[[], float]) -> Search:
    """The search with what is left of its seconds, which began to run at a moment."""
    if search.seconds is None:
        return search
    return replace(search, seconds=max(0.0, search.seconds - (clock() - since)))


def is_over(search: Search, since: float, clock: Callable[[], float]) -> bool:
    """Whether the search was stopped, or its seconds, which began to run at a moment, are spent."""
    return search.stopped() or remaining(search, since, clock).seconds == 0


def beside(search: Search, lower: int, upper: int | None = None) -> Search:
    """The search, whose listener is told the better of its bounds and of those that are known."""

    def tell(progress: SearchProgress) -> None:
        found = progress.upper_bound
        best = upper if found is None else found
        search.listener(progress._replace(lower_bound=max(lower, progress.lower_bound), upper_bound=best))

    return replace(search, listener=tell)
