"""The line that shows how far a search is, where somebody looks at the standard error stream."""

from collections.abc import Iterable, Iterator
from typing import TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from generator import SearchProgress
from service.figures import depth, exact

Item = TypeVar("Item")


class SolvingLine:
    """Levels done, the depth that the search at work has still to go, its bounds, and the time."""

    def __init__(self, hidden: bool = False) -> None:
        """With `hidden` it is not shown even where somebody looks."""
        console = Console(stderr=True)
        self._progress = Progress(
            TextColumn("solving"),
            BarColumn(bar_width=20),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TextColumn("{task.description}"),
            console=console,
            transient=True,
            redirect_stdout=False,
            disable=hidden or not console.is_terminal,
        )
        self._task = self._progress.add_task("")

    def track(self, items: Iterable[Item], total: int) -> Iterator[Item]:
        """The items, each counted when the next one is asked for."""
        self._progress.update(self._task, total=total)
        with self._progress:
            for item in items:
                yield item
                self._progress.update(self._task, advance=1, description="")

    def tell(self, progress: SearchProgress) -> None:
        """Show how far a search is."""
        self._progress.update(self._task, description=described(progress))


def described(progress: SearchProgress) -> str:
    """How far a search is, in words."""
    if progress.upper_bound is None:
        return f"{exact(progress.remaining)} to go, at least {exact(progress.lower_bound)} in all"
    proven = progress.lower_bound == progress.upper_bound
    return f"solved in {depth(progress.lower_bound, progress.upper_bound, proven)}, looking for less"
