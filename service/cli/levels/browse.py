"""`cenote best` and `cenote show`: what the database holds."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from textwrap import wrap

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from generator import defaults, get_family
from generator.capabilities import Explaining
from optimiser.target import Target
from service.cli.input.level_argument import level_argument
from service.cli.input.level_filter import level_filter_options, order_option, ranked
from service.cli.input.session_options import tell_thinned
from service.cli.output.boards import Picture, board_of
from service.cli.output.console import printed, standard_output, tell
from service.cli.output.fitted_table import figures_grid
from service.cli.output.level_formats import LEVELS
from service.cli.output.level_output import print_levels
from service.cli.output.tables import Ordered
from service.cli.parameters.options import FILE, POSITIVE, force_option, format_option, storage_option
from service.errors import ServiceError
from service.figures import depth, exact, kind, number, proof
from service.levels.bounds import metric_bounds
from service.levels.files import new_file
from service.levels.json_objects import dumped, level_object
from storage.curation import CurationRow, curation_of, curations_of
from storage.database import Database
from storage.gallery import families_in_use, families_of
from storage.level_filter import RATING, STARS, LevelFilter, are_comparable, order_name
from storage.queries import LevelRow, best_levels, get_level
from storage.ratings import ratings_of

SOLUTION_WIDTH = 100
DIFFICULTY = "difficulty"
"""The metric that is an order too."""


@click.command()
@level_filter_options
@order_option
@click.option("--pool", is_flag=True, help="only the best levels of --session that differ from one another")
@click.option("--where", multiple=True, metavar="BOUND", help="a bound on any metric, such as 'square=0'; repeatable")
@click.option("--limit", type=POSITIVE, default=10, show_default=True, help="how many levels")
@format_option("table", "json", "csv", *LEVELS)
@storage_option
def best_command(
    wanted: LevelFilter,
    order: str | None,
    pool: bool,
    where: Sequence[str],
    limit: int,
    format_: str,
    storage: str,
) -> None:
    """List the best levels of the database.

    Example: cenote best --type b --size 5 --proven --limit 3 -f xsb
    """
    if pool and wanted.session is None:
        raise click.UsageError("Each session has a pool of its own; say which with --session.")
    bounds = metric_bounds(where, wanted.family)
    with Database.open_readonly(storage) as database:
        wanted, order = ranked(database, wanted, order)
        rows = best_levels(database, wanted, order, limit, bounds, wanted.session if pool else None)
        curations = curations_of(database, [row.id for row in rows])
        if wanted.session is not None and len(rows) < limit:
            tell_thinned(database, wanted.session)
        if not are_comparable(wanted, order):
            families = families_of(database, wanted, families_in_use(database))
            _tell_mixed([one for one in families if _has_any(database, replace(wanted, family=one), bounds)], order)
        ordered = _ordered(database, order_name(order), rows, curations)
    print_levels(rows, curations, format_, ordered)


def _has_any(database: Database, wanted: LevelFilter, bounds: Sequence[Target]) -> bool:
    return not bounds or bool(best_levels(database, wanted, "id", 1, bounds))


def _ordered(
    database: Database, name: str, rows: Sequence[LevelRow], curations: Mapping[int, CurationRow]
) -> Ordered | None:
    """What levels are ordered by, unless the table shows it by itself."""
    if name == DIFFICULTY:
        return name, [number(row.metrics.get(DIFFICULTY)) for row in rows]
    if name == RATING:
        ratings = ratings_of(database, [row.id for row in rows])
        return name, [exact(round(ratings[row.id].rating)) if row.id in ratings else "-" for row in rows]
    if name == STARS:
        return name, [str(curations[row.id].rating or "-") for row in rows]
    return None


def _tell_mixed(families: Sequence[str], order: str) -> None:
    if len(families) > 1:
        tell(
            f"{order_name(order)} has a unit of its own in each of {', '.join(families)}, so that this order mixes "
            "them; choose one with --family"
        )


@click.command()
@level_argument
@format_option("board", "json", *LEVELS)
@click.option("--explain", is_flag=True, help="say step by step how a player can find the solution")
@click.option("--svg", type=FILE, metavar="FILE", help="write a picture of the level")
@force_option
@storage_option
def show_command(level: int, format_: str, explain: bool, svg: Path | None, force: bool, storage: str) -> None:
    """Show one level, by its number or its name: board, figures and solution.

    Example: cenote show 12 --svg level.svg
    """
    if explain and format_ in LEVELS:
        raise click.UsageError("A file has no place for an explanation; leave --explain out, or print -f json.")
    with Database.open_readonly(storage) as database:
        row, curation = get_level(database, level), curation_of(database, level)
    explanation = _explanation(row) if explain else []
    if svg is not None:
        family = get_family(row.family)
        with new_file(svg, force) as file:
            file.write(defaults.render(family, family.parse(row.text)))
    if format_ == "json":
        click.echo(dumped({**level_object(row, curation), **({"explanation": explanation} if explain else {})}))
    elif format_ in LEVELS:
        print_levels([row], {level: curation}, format_)
    else:
        _print_level(standard_output(), row, curation)
        for line in ["", *explanation] if explain else []:
            click.echo(line)


def _explanation(row: LevelRow) -> list[str]:
    family = get_family(row.family)
    if not isinstance(family, Explaining):
        raise ServiceError(
            "levels of {family} have no explanation, only a solution; leave --explain out", family=row.family
        )
    return [*map(str, family.explain(family.parse(row.text)))]


def _print_level(console: Console, row: LevelRow, curation: CurationRow) -> None:
    printed(console, board_of(console, Picture(row.family, row.text, ())), "", _figures(row, curation))
    if row.solution:
        printed(console, "", Text("solution", style="bold"))
        width = min(console.width, SOLUTION_WIDTH)
        for line in _lines(row.solution, width):
            printed(console, line)
    elif row.upper_bound:
        printed(console, "", f"the solution is very long; to see it: cenote show {row.id} -f file")


def _lines(solution: str, width: int) -> Sequence[str]:
    """A solution in lines that break no move, where moves have spaces between them."""
    if " " in solution:
        return wrap(solution, width, break_on_hyphens=False)
    # Of a million letters without a space, wrap would copy the rest for each line.
    return [solution[start : start + width] for start in range(0, len(solution), width)]


def _figures(row: LevelRow, curation: CurationRow) -> Table:
    metrics = {name: number(value) for name, value in row.metrics.items() if name != "depth"}
    island = "" if row.island is None else f", island {row.island}"
    found = "" if row.session is None else f" in session {row.session}{island}, generation {row.generation}"
    score = "-" if row.score is None else f"{number(row.score)} ({row.objective})"
    figures = {
        "level": f"{row.id}, {row.origin}{found}, {row.created_at[:10]}",
        "name": row.name,
        **{name: text for name, text in (("title", row.title), ("author", row.author)) if text},
        "kind": f"{row.family} {kind(row.type, row.size)}",
        "depth": f"{_depth(row)} ({proof(row.proven)}, {exact(row.nodes)} nodes)",
        "score": score,
        **{name.replace("_", " "): text for name, text in metrics.items()},
        "parents": ", ".join(map(str, row.parents)) or "-",
        **({"comment": row.comment} if row.comment else {}),
        **_said(curation),
    }
    return figures_grid(figures)


def _depth(row: LevelRow) -> str:
    return depth(row.lower_bound, row.upper_bound, row.proven)


def _said(curation: CurationRow) -> dict[str, str]:
    """What curators have said of a level."""
    said = {
        "state": curation.state or "",
        "rating": "" if curation.rating is None else f"{curation.rating} of 5",
        "tags": ", ".join(curation.tags),
        "note": curation.note,
    }
    return {name: text for name, text in said.items() if text}
