"""Stored levels in every format that they are printed in."""

import sys
from collections.abc import Mapping, Sequence

import click

from generator import get_family
from service.cli.output.console import printed, standard_output
from service.cli.output.level_formats import LEVELS, printed_format
from service.cli.output.tables import Ordered, level_csv, level_table
from service.errors import ServiceError
from service.levels.entries import entries_of
from service.levels.files import write_entries
from service.levels.json_objects import dumped, level_object
from storage.curation import CurationRow
from storage.queries import LevelRow


def print_levels(
    rows: Sequence[LevelRow], curations: Mapping[int, CurationRow], format_: str, ordered: Ordered | None = None
) -> None:
    """Print levels as table, json or csv, or as in a file; a table has a column for what they are ordered by."""
    if format_ == "json":
        click.echo(dumped([level_object(row, curations[row.id]) for row in rows]))
    elif format_ == "csv":
        click.echo(level_csv(rows, curations), nl=False)
    elif format_ in LEVELS:
        if rows:
            family = only_family(rows)
            write_entries(get_family(family), entries_of(rows), sys.stdout, printed_format(family, format_))
    else:
        printed(standard_output(), level_table(rows, ordered) if rows else "no level was found")


def only_family(rows: Sequence[LevelRow]) -> str:
    """The family of all these levels, for a file has only one."""
    families = sorted({row.family for row in rows})
    if len(families) > 1:
        raise ServiceError(
            "a file has levels of one family; choose one of these with --family: {names}", names=", ".join(families)
        )
    return families[0]
