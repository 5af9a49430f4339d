"""`cenote import` and `cenote export`: levels from and to files."""

from collections.abc import Sequence
from pathlib import Path

import click

from generator import get_family
from service import wiring
from service.cli.console import CompilingNotice, destination, tell, watched
from service.cli.level_entries import entries_of
from service.cli.level_filter import level_filter_options, order_of, order_option
from service.cli.level_output import only_family
from service.cli.options import FILE, NODES, POSITIVE, Output, family_option, output_options, storage_option
from service.errors import ServiceError
from service.importing import Import, examined
from service.level_files import STANDARD, read_entries, write_entries
from storage.database import Database
from storage.levels import store_level
from storage.models import Origin
from storage.queries import LevelFilter, best_levels


@click.command()
@click.argument("files", type=FILE, nargs=-1, required=True, metavar="FILE...")
@family_option
@click.option("--nodes", type=NODES, help="node budget for one level [by the family]")
@click.option("--no-solve", is_flag=True, help="take only the solutions of the files")
@storage_option
def import_command(files: Sequence[Path], family: str, nodes: int | None, no_solve: bool, storage: str) -> None:
    """Take the levels of files into the database.

    They are solved first; where that does not succeed, a solution of the file bounds the depth. Levels that
    are proven to be unsolvable stay outside. Nothing is stored where any file cannot be read.

    Example: cenote import collection.xsb
    """
    puzzle = get_family(family)
    space, budget = wiring.space_of(family, {} if nodes is None else {"nodes": nodes})
    entries = [entry for file in files for entry in read_entries(puzzle, file)]
    with Database.create(storage) as database:
        with CompilingNotice():
            puzzle.warm(space)
        told = [
            _stored(database, examined(puzzle, entry, None if no_solve else budget), place)
            for place, entry in enumerate(watched(entries, len(entries), "importing"), 1)
        ]
    counts = {what: told.count(what) for what in dict.fromkeys(told)}
    click.echo(f"levels: {len(told)}; " + ", ".join(f"{what}: {count}" for what, count in counts.items()))


def _stored(database: Database, found: Import, place: int) -> str:
    name = f"level {place}" + (f" ({found.entry.title})" if found.entry.title else "")
    if found.refused:
        tell(f"{name}: the file's solution is not used: {found.refused}")
    if found.record is None:
        tell(f"{name}: unsolvable, not stored")
        return "unsolvable"
    entry = found.entry
    level_id, is_new = store_level(
        database, found.record, Origin.IMPORTED, title=entry.title, author=entry.author, comment=entry.comment
    )
    if not is_new:
        tell(f"{name}: is in the database already, as level {level_id}")
        return "known already"
    return "stored and proven" if found.record.proven else "stored"


@click.command()
@level_filter_options
@order_option
@click.option("--limit", type=POSITIVE, help="how many levels [all]")
@output_options
@storage_option
def export_command(wanted: LevelFilter, order: str | None, limit: int | None, output: Output, storage: str) -> None:
    """Write levels with their solutions to a file.

    Example: cenote export --type b --min-depth 80 -o deep.xsb
    """
    with Database.open_readonly(storage) as database:
        rows = best_levels(database, wanted, order_of(order, wanted), limit)
    if not rows:
        raise ServiceError("there is no such level, so nothing was written; ask for less")
    family = get_family(only_family(rows))
    with destination(output) as file:
        count = write_entries(family, entries_of(rows), file)
    if output.path != STANDARD:
        tell(f"levels written to {output.path}: {count}")
