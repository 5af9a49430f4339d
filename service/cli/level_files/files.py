"""`cenote import` and `cenote export`: levels from and to files."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import click

from generator import DEFAULT_REQUEST, Entry, Family, appraised_names, default_family, defaults, get_family
from service.cli.input.level_filter import level_filter_options, order_option, ranked
from service.cli.input.level_reader import LevelReader, level_file_options
from service.cli.input.picture_reader import PictureReader, picture_reader_options
from service.cli.input.session_options import tell_thinned
from service.cli.output.console import CompilingNotice, destination, tell, watched
from service.cli.output.level_formats import (
    encoding_option,
    tell_lost,
    tell_written,
    written_format,
    written_format_option,
)
from service.cli.output.level_output import only_family
from service.cli.parameters.options import (
    FILE,
    NODES,
    POSITIVE,
    Output,
    Whole,
    output_options,
    storage_option,
)
from service.errors import ServiceError
from service.levels.curve import rising
from service.levels.entries import entries_of
from service.levels.files import read_bytes, shown, write_entries
from service.levels.imports import Import, examined, keep
from service.levels.picture_files import SeenLevel, shows_level
from service.sessions.spaces import space_of
from storage.database import Database
from storage.level_filter import LevelFilter
from storage.queries import LevelRow, best_levels

DIFFICULTY = "difficulty"
"""The metric by which levels are harder for people."""


class _Found(NamedTuple):
    """A level of a file and its place there."""

    family: Family[Any]
    place: str
    entry: Entry


@click.command()
@click.argument("files", type=FILE, nargs=-1, required=True, metavar="FILE...")
@level_file_options
@click.option("--nodes", type=NODES, help="node budget for one level [by the family]")
@click.option("--no-solve", is_flag=True, help="take only the solutions of the files")
@picture_reader_options
@storage_option
def import_command(
    reader: LevelReader,
    files: Sequence[Path],
    nodes: int | None,
    no_solve: bool,
    pictures: PictureReader,
    storage: str,
) -> None:
    """Import the levels of files into the database.

    They are solved first; where that does not succeed, a solution of the file bounds the depth, also that of a level
    which is stored already. Levels that are proven to be unsolvable stay outside. Nothing is stored where a file
    cannot be read; a single level that cannot is left out, and the exit code is 1. The formats are those of
    `cenote convert`; of some families levels are read from pictures too, such as screenshots.

    Example: cenote import collection.xsb
    """
    found = _found(reader, files, pictures)
    with Database.create(storage) as database:
        budgets = _warm({level.family.name: level.family for level in found}.values(), nodes)
        told = [
            _stored(database, examined(family, entry, None if no_solve else budgets[family.name]), _name(place, entry))
            for family, place, entry in watched(found, len(found), "importing")
        ]
    counts = {what: told.count(what) for what in dict.fromkeys(told)}
    click.echo(f"levels: {len(told)}; " + ", ".join(f"{what}: {count}" for what, count in counts.items()))


def _warm(families: Iterable[Family[Any]], nodes: int | None) -> dict[str, int]:
    """Make the solvers of families ready, and tell their budgets by their names."""
    budgets = {}
    with CompilingNotice():
        for family in families:
            space, budgets[family.name] = space_of(family.name, {} if nodes is None else {"nodes": nodes})
            defaults.warm(family, space)
            defaults.warm_solver(family, DEFAULT_REQUEST)
    return budgets


def _found(reader: LevelReader, files: Sequence[Path], pictures: PictureReader) -> list[_Found]:
    """The levels of all files; what was found in pictures is drawn once all of them are read."""
    painter = get_family(reader.asked.family or default_family())
    found: list[_Found] = []
    seen: list[SeenLevel] = []
    for path in files:
        content = read_bytes(path)
        where = f"{shown(path)}: " if len(files) > 1 else ""
        if shows_level(painter.name, path, content):
            seen.append(pictures.seen(painter, path, content))
            found.append(_Found(painter, f"{where}level 1", seen[-1].entry))
        else:
            file = reader.read_content(path, content)
            family = defaults.with_workspace(file.family)
            found += [_Found(family, f"{where}level {number}", entry) for number, entry in file.levels.items()]
    pictures.taken(painter, seen)
    return found


def _name(place: str, entry: Entry) -> str:
    return f"{place} ({entry.title})" if entry.title else place


def _stored(database: Database, found: Import, name: str) -> str:
    if found.refused:
        tell(f"{name}: the file's solution is not used: {found.refused}")
    if found.unsupported:
        tell(f"{name}: not solved: {found.unsupported}")
    kept = keep(database, found)
    match kept.what:
        case "unsolvable":
            tell(f"{name}: unsolvable, not stored: {found.unsolvable}")
        case "known already":
            tell(f"{name}: is already in the database, as level {kept.level_id}")
        case "improved":
            tell(f"{name}: level {kept.level_id} of the database has a shorter solution now, of depth {kept.depth}")
    return kept.what


@click.command()
@level_filter_options
@order_option
@click.option("--limit", type=POSITIVE, help="how many levels [all]")
@click.option("--curve", type=Whole(2), help="exactly this many levels, of evenly rising difficulty")
@written_format_option
@encoding_option
@output_options
@storage_option
def export_command(
    wanted: LevelFilter,
    order: str | None,
    limit: int | None,
    curve: int | None,
    format_: str | None,
    encoding: str,
    output: Output,
    storage: str,
) -> None:
    """Write levels with their solutions to a file.

    The formats are those of `cenote convert`.

    Example: cenote export --type b --min-depth 80 -o deep.xsb
    """
    if curve is not None and (order is not None or limit is not None):
        raise click.UsageError("--curve chooses and orders by itself; leave --order and --limit out.")
    with Database.open_readonly(storage) as database:
        rows = best_levels(database, *ranked(database, wanted, order), limit)
        if limit is None or len(rows) < limit:
            tell_thinned(database, wanted.session)
    if curve is not None:
        rows = _on_curve(rows, curve)
    if not rows:
        raise ServiceError("no level meets these conditions, so nothing was written; give fewer of them")
    family = get_family(only_family(rows))
    format_ = written_format(family.name, format_, output.path)
    with destination(output, encoding) as file:
        count = write_entries(family, entries_of(rows), file, format_)
    tell_lost(family.name, format_)
    tell_written(output.path, count, family.name, format_)


def _on_curve(rows: Sequence[LevelRow], count: int) -> list[LevelRow]:
    rated = [row for row in rows if row.metrics.get(DIFFICULTY) is not None]
    if not rated and not any(DIFFICULTY in appraised_names(row.family) for row in rows):
        raise ServiceError("the difficulty of levels of this family is not measured; leave --curve out")
    if len(rated) < count:
        raise ServiceError(
            "levels with a difficulty: {count}, fewer than {wanted}; ask for fewer, or measure more: cenote appraise",
            count=len(rated),
            wanted=count,
        )
    return [rated[place] for place in rising([float(row.metrics[DIFFICULTY] or 0) for row in rated], count)]
