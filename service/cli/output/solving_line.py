"""The line that shows how far a search is, where somebody looks at the standard error stream."""

from collections.abc import Callable, Iterable, Iterator
from time import monotonic
from typing import TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from generator import SearchProgress
from service.figures import depth, exact

Item = TypeVar("Item")


SOON = 1.0
"""Seconds over which states are counted."""

NARROW = 72
"""A terminal with fewer columns has no room for a bar and whole sentences."""


class Pace:
    """The states that a search sees in a second, from its reports of how many it has seen."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._since: tuple[float, int] | None = None
        self._pace: float | None = None

    def after(self, states: int | None) -> float | None:
        """States a second after one more report; None where it is not known, or not yet."""
        now = self._clock()
        if states is None or self._since is None or states < self._since[1]:
            self._since, self._pace = None if states is None else (now, states), None
        elif now - self._since[0] >= SOON:
            self._pace = (states - self._since[1]) / (now - self._since[0])
            self._since = now, states
        return self._pace


class SolvingLine:
    """Levels done, the depth that the search at work has still to go, its bounds, its pace, and the time."""

    def __init__(self, hidden: bool = False) -> None:
        """With `hidden` it is not shown even where somebody looks."""
        console = Console(stderr=True)
        narrow = console.width < NARROW
        around = [] if narrow else [TextColumn("solving"), BarColumn(bar_width=20)]
        time = [] if narrow else [TimeElapsedColumn()]
        self._described = described_briefly if narrow else described
        self._progress = Progress(
            *around,
            MofNCompleteColumn(),
            *time,
            TextColumn("{task.description}"),
            console=console,
            transient=True,
            redirect_stdout=False,
            disable=hidden or not console.is_terminal,
        )
        self._task = self._progress.add_task("")
        self._pace = Pace()

    def track(self, items: Iterable[Item], total: int) -> Iterator[Item]:
        """The items, each counted when the next one is asked for."""
        self._progress.update(self._task, total=total)
        with self._progress:
            for item in items:
                yield item
                self._progress.update(self._task, advance=1, description="")

    def tell(self, progress: SearchProgress) -> None:
        """Show how far a search is."""
        self._progress.update(self._task, description=self._described(progress, self._pace.after(progress.states)))


def described(progress: SearchProgress, pace: float | None = None) -> str:
    """How far a search is, in words; at a pace of so many states a second."""
    lower, upper = progress.lower_bound, progress.upper_bound
    if upper is not None:
        told = f"solved in {depth(lower, upper, lower == upper)}, looking for less"
    elif progress.remaining is not None:
        told = f"{exact(progress.remaining)} to go, at least {exact(lower)} in all"
    else:
        told = f"at least {exact(lower)}"
    return told if pace is None else f"{told}, {round(pace, -3):,.0f} states/s"


def described_briefly(progress: SearchProgress, pace: float | None = None) -> str:
    """The same in few words."""
    lower, upper = progress.lower_bound, progress.upper_bound
    told = f"at least {exact(lower)}" if upper is None else depth(lower, upper, lower == upper)
    return told if pace is None else f"{told}, {round(pace, -3):,.0f} states/s"
