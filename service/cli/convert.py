"""`cenote convert`: level files from one format to another."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import click

from generator import Entry, Family
from service.cli.console import destination, tell
from service.cli.level_formats import encoding_option, known_format, no_format, tell_lost
from service.cli.options import FILE, Output, file_family_option, force_option
from service.cli.suggestions import FILE_FORMAT
from service.levels.conversion import converted
from service.levels.files import STANDARD, format_of, own_format, read_levels, write_entries


@click.command()
@click.argument("source", type=FILE, metavar="IN")
@click.argument("target", type=FILE, metavar="OUT")
@click.option(
    "-f", "--to", "format_", type=FILE_FORMAT, metavar="FORMAT", help="format of OUT [by its ending; for -, the first]"
)
@encoding_option
@file_family_option
@force_option
def convert_command(
    source: Path, target: Path, format_: str | None, encoding: str, family: str | None, force: bool
) -> None:
    """Write the levels of a file in another format.

    Either file may be - for the standard stream. What format IN has shows from its text; a name that stands for no
    format is answered with all of them. Solutions are replayed, and their case is put right.

    Example: cenote convert levels.xsb levels.slc
    """
    if family is not None:
        known_format(family, format_)
    puzzle, entries = read_levels(family, source)
    format_ = _format(puzzle.name, target, known_format(puzzle.name, format_))
    with destination(Output(target, force), encoding) as file:
        count = write_entries(puzzle, _converted(puzzle, entries), file, format_)
    tell_lost(puzzle.name, format_, entries)
    if target != STANDARD:
        tell(f"levels written to {target}: {count}")


def _format(family: str, target: Path, asked: str | None) -> str:
    if asked is not None:
        return asked
    if target == STANDARD:
        return own_format(family)
    found = format_of(family, target)
    if found is None:
        raise no_format(family, target.name)
    return found


def _converted(family: Family[Any], entries: Iterable[Entry]) -> Iterator[Entry]:
    for index, entry in enumerate(entries, 1):
        found = converted(family, entry)
        if found.refused:
            tell(f"level {index}: its solution stays as it was, for it is none: {found.refused}")
        yield found.entry
