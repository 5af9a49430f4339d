"""What a session shows while it runs: a live display on a terminal, plain lines elsewhere."""

from collections.abc import Sequence
from types import TracebackType
from typing import Self

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.table import Table
from rich.text import Text

from generator import get_declaration
from optimiser.recorder import GenerationRecord
from optimiser.session import Session
from service.cli.output.boards import Picture, small_boards
from service.cli.output.console import CompilingNotice, printed, tell, tell_at_once
from service.cli.output.fitted_table import FittedTable
from service.cli.output.observation import Figure, Member, Observation
from service.figures import duration, exact, number
from service.sessions.stop_conditions import Interruption, StopConditions

STOPPING = "finishing this generation; Ctrl-C once more ends at once"
EVERY = 5.0
"""Seconds between two plain lines."""
REFRESHED = 4
"""How often in a second the live display is drawn."""
MOST_BOARDS = 6
UNBOUNDED = 10_000
"""Columns in which all figures fit side by side."""


class QuietProgress:
    """Watches a session and shows only that kernels are being compiled here, where that takes long."""

    def __init__(self, observation: Observation) -> None:
        self._observation = observation
        self._notice = CompilingNotice()

    def __enter__(self) -> Self:
        if not self._observation.on_cluster:
            self._notice.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._notice.cancel()

    def began(self, session: Session, stop: StopConditions, interruption: Interruption) -> None:
        """Take the beginning of the session."""
        self._notice.cancel()
        self._observation.begin(session, stop)

    def warned(self, message: str) -> None:
        """Say it."""
        tell(message)

    def generation(self, session: Session, record: GenerationRecord) -> None:
        """Take a recorded generation."""
        self._observation.take(session, record)

    def interrupted(self) -> None:
        """Say so."""
        tell_at_once(STOPPING)


class PlainProgress(QuietProgress):
    """Prints a line every few seconds, and everything that happens."""

    def __init__(self, observation: Observation, console: Console) -> None:
        super().__init__(observation)
        self._console = console
        self._told = 0.0

    def began(self, session: Session, stop: StopConditions, interruption: Interruption) -> None:
        super().began(session, stop, interruption)
        printed(self._console, self._observation.title)

    def generation(self, session: Session, record: GenerationRecord) -> None:
        super().generation(session, record)
        for event in record.events:
            if event.kind != "best":
                printed(self._console, f"generation {record.number}: {event.text}")
        if self._observation.seconds - self._told >= EVERY:
            self._told = self._observation.seconds
            printed(self._console, self._line())

    def _line(self) -> str:
        figures = ", ".join(f"{figure.name} {figure.text}" for figure in self._observation.view().figures)
        return f"{duration(self._observation.seconds)}  {figures}"


class LiveProgress(QuietProgress):
    """Draws the figures, the best boards and a table of the pool, in place."""

    def __init__(self, observation: Observation, console: Console) -> None:
        super().__init__(observation)
        self._console = console
        self._interruption: Interruption | None = None
        self._event = ""
        self._live = Live(console=console, get_renderable=self._picture, refresh_per_second=REFRESHED, transient=True)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        super().__exit__(kind, error, trace)
        self._live.stop()

    def began(self, session: Session, stop: StopConditions, interruption: Interruption) -> None:
        super().began(session, stop, interruption)
        self._interruption = interruption
        self._live.start()

    def generation(self, session: Session, record: GenerationRecord) -> None:
        super().generation(session, record)
        for event in record.events:
            if event.kind != "best":
                self._event = f"generation {record.number}: {event.text}"

    def interrupted(self) -> None:
        """The display asks for itself."""

    def _picture(self) -> RenderableType:
        members, figures = self._observation.view()
        stopping = self._interruption is not None and self._interruption.requested
        news = self._event or "Ctrl-C stops and saves"
        parts: list[RenderableType] = [
            Text(self._observation.title, style="bold"),
            _pool(get_declaration(self._observation.family).columns, members),
            Text(STOPPING, style="bold red") if stopping else Text(news, "dim"),
        ]
        height = self._console.height - sum(map(self._lines, parts)) - 1
        pictures = [_picture_of(self._observation.family, member) for member in members[:MOST_BOARDS]]
        parts.insert(1, _top(self._console, figures, pictures, height))
        return Group(*parts)

    def _lines(self, part: RenderableType) -> int:
        return len(self._console.render_lines(part))


def _top(console: Console, figures: Sequence[Figure], pictures: Sequence[Picture], height: int) -> RenderableType:
    """The figures with the best boards beside them, or spread over the width where no board fits."""
    listed = _grid(figures, 1)
    beside = small_boards(console, pictures, console.width - console.measure(listed).maximum, height)
    if not beside:
        grids = [_grid(figures, across) for across in (3, 2)]
        wide = console.options.update(width=UNBOUNDED)
        return next((grid for grid in grids if console.measure(grid, options=wide).maximum <= console.width), listed)
    table = Table.grid()
    table.add_row(listed, *beside)
    return table


def _grid(figures: Sequence[Figure], across: int) -> Table:
    grid = Table.grid(padding=(0, 3, 0, 0), pad_edge=True)
    for _ in range(across):
        grid.add_column(overflow="fold", no_wrap=across > 1)
    for start in range(0, len(figures), across):
        grid.add_row(*(Text.assemble((f"{name} ", "dim"), text) for name, text in figures[start : start + across]))
    return grid


def _pool(columns: Sequence[str], members: Sequence[Member]) -> FittedTable:
    titles = [name.replace("_", " ") for name in columns]
    table = FittedTable(
        (
            ("", "right"),
            ("score", "right"),
            ("depth", "right"),
            ("proven", "left"),
            *((title, "right") for title in titles),
            ("made by", "left"),
        ),
        drops=(*reversed(titles), "made by", "proven"),
    )
    for index, member in enumerate(members, 1):
        metrics = member.individual.metrics
        table.add_row(
            str(index),
            number(member.individual.score),
            exact(metrics["depth"]),
            member.proof,
            *(number(metrics.get(name)) for name in columns),
            member.operator,
        )
    return table


def _picture_of(family: str, member: Member) -> Picture:
    return Picture(family, member.individual.text, [f"{exact(member.individual.metrics['depth'])} {member.proof}"])
