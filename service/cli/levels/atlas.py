"""`cenote atlas`: all levels of a small size, and the deepest of them."""

import os
import sys
from collections.abc import Iterator, Mapping, MutableMapping, Sequence
from time import monotonic
from types import TracebackType
from typing import Any, NamedTuple, Self

import click
from rich.console import Console, RenderableType
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from generator import get_declaration
from optimiser.atlas import Charted
from optimiser.executors import Where
from service.atlas import enumeration
from service.atlas.enumeration import Name, Summary, kept_of, searched_in
from service.cli.input.cluster_options import where_options
from service.cli.levels.browse import SOLUTION_WIDTH
from service.cli.output.boards import Picture, board_of
from service.cli.output.console import CompilingNotice, printed, standard_output, tell
from service.cli.output.fitted_table import figures_grid
from service.cli.parameters.family_command import asked_family, click_option, values_of
from service.cli.parameters.options import DEFAULT_FAMILY, format_option, storage_option
from service.cli.parameters.suggestions import FAMILY
from service.figures import counted, duration, exact
from service.levels.json_objects import dumped, level_object
from storage.atlas import ChapterRow
from storage.curation import curation_of
from storage.database import Database
from storage.queries import LevelRow, get_level

EVERY = 10.0
"""Seconds between two lines of progress where nobody looks at a terminal."""
STOPPING = "finishing this class; Ctrl-C once more ends at once"
BAR = 50
"""Columns of the longest bar of a histogram."""


class Asked(NamedTuple):
    """Which atlas the user has asked for."""

    family: str
    settings: Mapping[str, Any]


class AtlasCommand(click.Command):
    """A command whose callback gets the settings that name an atlas as Asked, `asked`; its family declares them."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.meta[_FAMILY] = asked_family(args, ctx)
        rest = super().parse_args(ctx, args)
        if not ctx.resilient_parsing:
            ctx.params["asked"] = _asked(ctx.params)
        return rest

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        options = get_declaration(ctx.meta.get(_FAMILY, DEFAULT_FAMILY)).atlas
        return [*map(click_option, options), *super().get_params(ctx)]


_FAMILY = f"{__name__}.family"


@click.command(cls=AtlasCommand)
@click.option("--family", type=FAMILY, default=DEFAULT_FAMILY, help="puzzle family")
@where_options
@format_option("page", "json")
@storage_option
def atlas_command(asked: Asked, where: Where, format_: str, storage: str) -> None:
    """Enumerate all levels of a small size and show the deepest.

    Every level is met, so that the deepest one is proven to be just that. It is worked out once and kept in the
    database, with the deepest level of every component; stopped or killed, it goes on where it was.

    Example: cenote atlas --type b --size 4
    """
    name = enumeration.atlas_named(*asked)
    console = standard_output()
    with Database.create(storage) as database:
        with _Progress(name, compiles=isinstance(where, int)) as progress:
            atlas_id = enumeration.chart(database, name, where, progress)
        summary = enumeration.summary(database, atlas_id, name)
        level = None if summary.deepest is None else get_level(database, summary.deepest)
        deepest = None if level is None else level_object(level, curation_of(database, level.id))
    if format_ == "json":
        click.echo(dumped(_object(name, summary, deepest)))
    else:
        for part in _page(console, name, summary, level):
            printed(console, part)


def _asked(params: MutableMapping[str, Any]) -> Asked:
    """Take the settings of the atlas out of all parameters."""
    family = params.pop("family")
    return Asked(family, values_of(params, get_declaration(family).atlas))


class _Progress:
    """A bar with the time that is left on a terminal, and else a line now and then, on the error stream."""

    def __init__(self, name: Name, compiles: bool) -> None:
        """`compiles` says whether kernels are compiled on this machine; if so, the progress says it."""
        self._compiles = compiles
        self._title = str(name)
        console = Console(stderr=True)
        columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[news]}"))
        self._live = console.is_terminal
        self._bar = Progress(*columns, TimeRemainingColumn(), console=console, transient=True, disable=not self._live)
        self._notice = CompilingNotice()
        self._began = self._told = 0.0
        self._total = self._before = self._done = self._depth = 0

    def __enter__(self) -> Self:
        self._bar.start()
        self._task = self._bar.add_task(self._title, total=None, news="counting")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._notice.cancel()
        self._bar.stop()

    def planned(self, chapters: Sequence[ChapterRow]) -> None:
        self._total = sum(chapter.states for chapter in chapters)
        self._before = self._done = sum(chapter.states for chapter in chapters if chapter.done)
        if self._compiles:
            self._notice.start()
        self._began = self._told = monotonic()
        self._bar.update(self._task, total=self._total, completed=self._done, news="")

    def chapter(self, chapter: ChapterRow, found: Sequence[Charted]) -> None:
        self._notice.cancel()
        self._done += chapter.states
        self._depth = max([self._depth, *(charted.component.depth for charted in found)])
        self._bar.update(self._task, completed=self._done, news=f"deepest {exact(self._depth)}")
        now = monotonic()
        if not self._live and now - self._told >= EVERY:
            self._told = now
            left = (now - self._began) * (self._total - self._done) / (self._done - self._before)
            share = f"{100 * self._done / self._total:.0f} %"
            tell(f"{self._title}: {share}, deepest {exact(self._depth)}, about {duration(left)} left")

    def interrupted(self) -> None:
        # Past every buffer, for a signal may come in the middle of a print.
        if sys.__stderr__ is not None:
            os.write(sys.__stderr__.fileno(), f"{STOPPING}\n".encode())


def _page(console: Console, name: Name, summary: Summary, level: LevelRow | None) -> Iterator[RenderableType]:
    if summary.records:
        yield from _record_page(console, name, summary, level)
        return
    if level is not None:
        moves = f", {counted(level.moves, 'move')}" if level.moves else ""
        which = f"the deepest of all {name}" if summary.complete else f"the deepest of {name} so far"
        yield Text(f"{which}: {exact(summary.depth)} {_unit(name)}{moves}", style="bold")
        yield ""
        yield board_of(console, Picture(level.family, level.text, ()))
        yield ""
    yield _claim(name, summary)
    yield ""
    yield _figures(name, summary, level)
    yield ""
    yield _histogram(summary.depths, console.width)
    if level is not None and level.solution:
        yield ""
        yield Text("solution", style="bold")
        width = min(console.width, SOLUTION_WIDTH)
        yield from (level.solution[start : start + width] for start in range(0, len(level.solution), width))


def _record_page(console: Console, name: Name, summary: Summary, level: LevelRow | None) -> Iterator[RenderableType]:
    """Of an atlas of records: the level that takes longest, and the records of every number of pieces."""
    longest = max(summary.records, key=lambda record: record.depth)
    which = "of all" if summary.complete else "so far of"
    yield Text(f"the longest {which} {name}: {exact(longest.depth)} {_metric(name, longest.aim)}", style="bold")
    if level is not None:
        yield ""
        yield board_of(console, Picture(level.family, level.text, ()))
    yield ""
    yield (
        f"proven: all {exact(summary.all_states)} {searched_in(name)} of {name} were searched completely, "
        "and no level needs more"
        if summary.complete
        else _claim(name, summary)
    )
    yield ""
    yield _record_table(name, summary)


def _record_table(name: Name, summary: Summary) -> Table:
    table = Table(box=None, header_style="bold", pad_edge=False)
    for column in (get_declaration(name.family).pieces, "most", "of", "levels", "one of them"):
        table.add_column(column, justify="left" if column == "of" else "right")
    for record in summary.records:
        shown = "-" if record.level_id is None else str(record.level_id)
        metric = _metric(name, record.aim)
        table.add_row(exact(record.pieces), exact(record.depth), metric, exact(record.levels), shown)
    return table


def _metric(name: Name, aim: str) -> str:
    return get_declaration(name.family).aims[aim].metric


def _claim(name: Name, summary: Summary) -> str:
    if summary.complete:
        return f"proven: all {exact(summary.all_states)} states were met, and no level of {name} needs more"
    return (
        f"not proven yet: {exact(summary.done)} of {exact(summary.chapters)} classes are done; "
        "the same command goes on where this one stopped"
    )


def _unit(name: Name) -> str:
    """What a depth counts."""
    return next(iter(get_declaration(name.family).aims.values())).metric


def _figures(name: Name, summary: Summary, level: LevelRow | None) -> Table:
    """Where some components are not kept, neither their number nor the difference between them is printed."""
    kept = kept_of(name)
    alike = f"{exact(sum(summary.unexplained.values()))} components, in {exact(len(summary.unexplained))} classes"
    figures = {
        "level": "-" if level is None else f"{level.id}, see cenote show {level.id}",
        "states": f"{exact(summary.all_states)}, up to symmetry {exact(summary.states)}",
        "classes": f"{exact(summary.all_chapters)}, up to symmetry {exact(summary.chapters)}",
        "components": f"{exact(summary.all_components)}, up to symmetry {exact(summary.components)}",
        "unexplained": f"{alike}, agree in all known invariants",
    }
    if summary.levels is not None:
        figures["levels"] = exact(summary.levels)
    if kept:
        del figures["unexplained"]
        figures["components"] += f"; kept are {kept}"
    return figures_grid(figures)


def _histogram(depths: Mapping[int, int], width: int) -> str:
    """How many components have which depth, with bars that fit the terminal."""
    most = max(depths.values(), default=1)
    lines = [(f"{exact(depth):>4}  {exact(count):>6}  ", count) for depth, count in depths.items()]
    longest = max(1, min(BAR, width - max((len(figures) for figures, _ in lines), default=0)))
    return "\n".join(figures + "█" * -(-longest * count // most) for figures, count in lines)


def _object(name: Name, summary: Summary, deepest: Mapping[str, Any] | None) -> dict[str, Any]:
    return {
        "family": name.family,
        "settings": dict(name.settings),
        "complete": summary.complete,
        "depth": summary.depth,
        "proven": summary.complete,
        "states": summary.all_states,
        "states_up_to_symmetry": summary.states,
        "classes": summary.all_chapters,
        "classes_up_to_symmetry": summary.chapters,
        "classes_done": summary.done,
        "components": summary.all_components,
        "components_up_to_symmetry": summary.components,
        "levels": summary.levels,
        "depths": {str(depth): count for depth, count in summary.depths.items()},
        "unexplained": dict(summary.unexplained),
        "kept": str(kept_of(name)) or None,
        "records": [
            {
                "pieces": record.pieces,
                "aim": record.aim,
                "depth": record.depth,
                "levels": record.levels,
                "level": record.level_id,
            }
            for record in summary.records
        ],
        "deepest": deepest,
    }
