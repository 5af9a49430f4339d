"""`cenote similar`: near duplicates of levels in the database."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import click

from generator import defaults
from optimiser.recorder import PIECES_KEY
from service.cli.input.level_reader import LevelReader, level_file_options
from service.cli.output.console import CompilingNotice, printed, standard_output, watched
from service.cli.output.fitted_table import FittedTable
from service.cli.parameters.options import FILE, POSITIVE, Whole, format_option, storage_option
from service.figures import depth, kind
from service.levels.json_objects import dumped
from service.levels.similarity import Wanted, most_similar
from storage.database import Database
from storage.queries import LevelRow, get_level, iter_texts


class _Similar(NamedTuple):
    """A level of the file by its number, and a stored one that is similar to it, from 0 to 1."""

    number: int
    similarity: float
    row: LevelRow


@click.command()
@click.argument("file", type=FILE)
@click.option(
    "--threshold",
    type=Whole(1, 100),
    default=90,
    show_default=True,
    help="per cent of the level's cells that must be equal",
)
@click.option(f"--ignore-{PIECES_KEY}", "ignore_pieces", is_flag=True, help="compare levels without their pieces")
@click.option("--limit", type=POSITIVE, default=10, show_default=True, help="how many for each level of the file")
@level_file_options
@format_option("table", "json")
@storage_option
def similar_command(
    reader: LevelReader, file: Path, threshold: int, ignore_pieces: bool, limit: int, format_: str, storage: str
) -> None:
    """List stored levels that are nearly the same as those of a file.

    FILE may be - for the standard input. A level is laid over each stored one in all eight orientations and all
    places; what counts is the share of its cells, walls around it included, that are equal. The player does not
    count.

    Example: cenote similar level.xsb --threshold 85
    """
    wanted = Wanted(threshold / 100, ignore_pieces, limit)
    with Database.open_readonly(storage) as database:
        puzzle, entries, _ = reader.read(file)
        levels = [entry.text for entry in entries.values()]
        with CompilingNotice():
            defaults.find_similar(puzzle, puzzle.parse(levels[0]), levels[:1], wanted.threshold, ignore_pieces)
        found = most_similar(puzzle, levels, watched(iter_texts(database, puzzle.name), None, "comparing"), wanted)
        similar = [
            _Similar(number, match.similarity, get_level(database, match.level_id))
            for number, matches in zip(entries, found, strict=True)
            for match in matches
        ]
    if format_ == "json":
        click.echo(dumped([_object(one) for one in similar]))
    else:
        printed(standard_output(), _table(similar) if similar else "no level is like that")


def _object(similar: _Similar) -> dict[str, Any]:
    row = similar.row
    return {
        "number": similar.number,
        "id": row.id,
        "similarity": round(similar.similarity, 6),
        "depth": row.depth,
        "proven": row.proven,
        "title": row.title,
        "level": row.text,
    }


def _table(found: Sequence[_Similar]) -> FittedTable:
    columns = (
        ("", "right"),
        ("id", "right"),
        ("similarity", "right"),
        ("type", "left"),
        ("depth", "right"),
        ("title or name", "text"),
    )
    table = FittedTable(columns, drops=("type", "depth", "title or name"))
    for number, similarity, row in found:
        table.add_row(
            str(number),
            str(row.id),
            f"{100 * similarity:.1f} %",
            kind(row.type, row.size),
            depth(row.lower_bound, row.upper_bound, row.proven),
            row.title or row.name,
        )
    return table
