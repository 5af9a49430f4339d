"""Tables that cut nothing: where a terminal is too narrow, whole columns are left out and named below."""

from collections.abc import Iterable, Mapping, Sequence

from rich.box import SIMPLE_HEAD
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table
from rich.text import Text

GAP = 2
"""What a column of a table takes of a terminal besides its own width."""
WORD = 20
"""A text is never narrower than its longest word, of which no more than so many letters count."""


class FittedTable:
    """A table of numbers and words, which are never broken, and of texts, which are broken into lines.

    Columns are left out in the order of `drops`, until the others fit the terminal. Those that do not stand there are
    always shown, if need be in lines that are longer than those of the terminal. Files get all columns.
    """

    def __init__(self, columns: Sequence[tuple[str, str]], drops: Sequence[str] = ()) -> None:
        self._columns = columns
        names = [name for name, _ in columns]
        self._drops = [names.index(name) for name in drops if name in names]
        self._rows: list[Sequence[Text]] = []

    def add_row(self, *cells: str | Text) -> None:
        """Add a row with a cell for each column."""
        self._rows.append([cell if isinstance(cell, Text) else Text(cell) for cell in cells])

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        natural = [max(map(cell_len, self._column(place))) for place in range(len(self._columns))]
        room = options.max_width if console.is_terminal else _total(natural)
        dropped = self._dropped(room)
        shown = [place for place in range(len(self._columns)) if place not in dropped]
        widths = self._widths(shown, natural, room)
        yield from console.render(self._drawn(shown, widths), options.update(width=max(room, _total(widths))))
        if dropped:
            names = ", ".join(name for place, (name, _) in enumerate(self._columns) if place in dropped)
            yield Text(f"left out because the terminal is narrow: {names}", style="dim")

    def _drawn(self, shown: Sequence[int], widths: Sequence[int]) -> Table:
        table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False, show_edge=False)
        for place, width in zip(shown, widths, strict=True):
            name, kind = self._columns[place]
            table.add_column(
                Text(name),
                width=width,
                justify="right" if kind == "right" else "left",
                no_wrap=kind != "text",
                overflow="fold",
            )
        for row in self._rows:
            table.add_row(*(row[place] for place in shown))
        return table

    def _column(self, place: int) -> list[str]:
        """The texts of a column, its name first."""
        return [self._columns[place][0], *(row[place].plain for row in self._rows)]

    def _least(self, place: int) -> int:
        """The width of a column below which a word or a number would be broken."""
        cells = self._column(place)
        if self._columns[place][1] != "text":
            return max(map(cell_len, cells))
        return min(WORD, max(cell_len(word) for cell in cells for word in [*cell.split(), ""]))

    def _dropped(self, room: int) -> Sequence[int]:
        """The columns that are left out: as few as will do."""
        least = [self._least(place) for place in range(len(self._columns))]
        for count in range(len(self._drops)):
            if _total(width for place, width in enumerate(least) if place not in self._drops[:count]) <= room:
                return self._drops[:count]
        return self._drops

    def _widths(self, shown: Sequence[int], natural: Sequence[int], room: int) -> list[int]:
        """The widths of these columns: where room is scarce, the widest texts give way."""
        widths = [self._least(place) for place in shown]
        for most in range(max(natural) + 1):
            wider = [min(natural[place], max(self._least(place), most)) for place in shown]
            if _total(wider) > room:
                break
            widths = wider
        return widths


def figures_grid(figures: Mapping[str, str], style: str = "dim") -> Table:
    """Figures with their names, a line each; texts are broken into lines where the terminal is too narrow."""
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True, overflow="fold")
    grid.add_column(overflow="fold")
    for name, text in figures.items():
        grid.add_row(Text(name, style), Text(text))
    return grid


def _total(widths: Iterable[int]) -> int:
    """The width of a table of such columns."""
    return sum(width + GAP for width in widths) - 1
