"""`cenote print`: levels as a sheet for paper."""

import click

from service.cli.input.level_filter import level_filter_options, order_option, ranked
from service.cli.output.console import destination, tell
from service.cli.parameters.options import Output, Whole, output_options, storage_option
from service.errors import ServiceError
from service.levels.files import STANDARD
from service.levels.sheet import MOST_LEVELS, sheet
from storage.database import Database
from storage.level_filter import LevelFilter
from storage.queries import best_levels

LEVELS = 30
"""How many levels are printed unless others are asked for."""


@click.command()
@level_filter_options
@order_option
@click.option("--limit", type=Whole(1, MOST_LEVELS), default=LEVELS, show_default=True, help="how many levels")
@click.option("--heading", default="cenote", show_default=True, help="what stands above every page")
@output_options
@storage_option
def print_command(
    wanted: LevelFilter, order: str | None, limit: int, heading: str, output: Output, storage: str
) -> None:
    """Write levels as a sheet to print, with their solutions behind.

    The file is HTML with pages in A4 and everything in it: open it in a browser and print it, or save it as PDF. Up to
    six levels share a page; names, authors and depths are beneath them.

    Example: cenote print --family linjat --limit 12 -o sheet.html
    """
    with Database.open_readonly(storage) as database:
        rows = best_levels(database, *ranked(database, wanted, order), limit)
    if not rows:
        raise ServiceError("no level meets these conditions, so nothing was written; give fewer of them")
    with destination(output) as file:
        file.writelines(sheet(rows, heading))
    if output.path != STANDARD:
        tell(f"levels written to {output.path}: {len(rows)}")
