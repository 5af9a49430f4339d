"""`cenote convert`: level files from one format to another."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from generator import Entry, Family
from service.cli.input.level_reader import LevelReader, level_file_options
from service.cli.output.console import destination, tell
from service.cli.output.level_formats import encoding_option, known_format, no_format, tell_lost, tell_written
from service.cli.parameters.options import FILE, Output, force_option
from service.cli.parameters.suggestions import FILE_FORMAT
from service.levels.conversion import converted
from service.levels.files import STANDARD, format_of, own_format, write_entries


@click.command()
@click.argument("source", type=FILE, metavar="IN")
@click.argument("target", type=FILE, metavar="OUT")
@click.option(
    "-f", "--to", "format_", type=FILE_FORMAT, metavar="FORMAT", help="format of OUT [by its ending; for -, the first]"
)
@encoding_option
@level_file_options
@force_option
def convert_command(
    reader: LevelReader, source: Path, target: Path, format_: str | None, encoding: str, force: bool
) -> None:
    """Write the levels of a file in another format.

    Either file may be - for the standard stream. What format IN has shows from its text; a name that stands for no
    format is answered with all of them. Solutions are replayed, and their case is put right.

    Example: cenote convert levels.xsb levels.slc
    """
    if reader.asked.family is not None:
        known_format(reader.asked.family, format_)
    puzzle, levels, _ = reader.read(source)
    format_ = _format(puzzle.name, target, known_format(puzzle.name, format_))
    with destination(Output(target, force), encoding) as file:
        count = write_entries(puzzle, _converted(puzzle, levels), file, format_)
    tell_lost(puzzle.name, format_, levels.values())
    tell_written(target, count, puzzle.name, format_)


def _format(family: str, target: Path, asked: str | None) -> str:
    if asked is not None:
        return asked
    if target == STANDARD:
        return own_format(family)
    found = format_of(family, target)
    if found is None:
        raise no_format(family, target.name)
    return found


def _converted(family: Family[Any], levels: Mapping[int, Entry]) -> Iterator[Entry]:
    for number, entry in levels.items():
        found = converted(family, entry)
        if found.refused:
            tell(f"level {number}: its solution does not solve it, and is kept as it was: {found.refused}")
        yield found.entry
