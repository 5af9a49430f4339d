"""The formats of level files as the command line asks for them."""

from collections.abc import Iterable
from pathlib import Path

import click

from generator import Entry, family_names, get_declaration
from service.cli.output.console import tell
from service.cli.parameters.suggestions import FILE_FORMAT
from service.errors import ServiceError
from service.levels.files import ENCODINGS, STANDARD, UTF_8, format_of, own_format

encoding_option = click.option(
    "--encoding",
    type=click.Choice(ENCODINGS),
    default=UTF_8,
    show_default=True,
    help="encoding of the file to write; BoxMan for Windows reads gbk",
)


written_format_option = click.option(
    "-f",
    "--format",
    "format_",
    type=FILE_FORMAT,
    metavar="FORMAT",
    help="format of the file [by its ending, else the first]",
)

_PRINTED = dict.fromkeys(
    name for family in family_names() for name, format_ in get_declaration(family).formats.items() if format_.is_printed
)
LEVELS = ("file", *_PRINTED)
"""Ways to print levels as in a file: in the family's own format, or in one that families declare for it."""


def printed_format(family: str, asked: str) -> str:
    """The format of files that one of LEVELS stands for. Raises ServiceError where the family has no such format."""
    return own_format(family) if asked == LEVELS[0] else known_format(family, asked) or asked


def known_format(family: str, asked: str | None) -> str | None:
    """The format that the user has asked for, if any. Raises ServiceError where the family has no such format."""
    if asked is not None and asked not in get_declaration(family).formats:
        raise ServiceError(
            "family {family} has no format {asked!r}; there are: {names}",
            family=family,
            asked=asked,
            names=_names(family),
        )
    return asked


def written_format(family: str, asked: str | None, path: Path) -> str:
    """The format of a file that is written: the one that is asked for, that of its ending, else the family's own.

    Raises ServiceError where the ending stands for levels of other families only.
    """
    found = known_format(family, asked) or format_of(family, path)
    others = [other for other in family_names() if format_of(other, path)]
    if found is None and others:
        formats = get_declaration(family).formats.values()
        raise ServiceError(
            "{name} would look like a file of {others}, but the levels are of {family}; end its name in {endings}",
            name=path.name,
            others=" or ".join(others),
            family=family,
            endings=" or ".join(dict.fromkeys(ending for format_ in formats for ending in format_.endings)),
        )
    return found or own_format(family)


def tell_written(path: Path, count: int, family: str, format_: str) -> None:
    """Say how many levels were written to a file, and in which format where the ending of its name does not."""
    if path != STANDARD:
        how = "" if format_of(family, path) == format_ else f", in format {format_}"
        tell(f"levels written to {path}: {count}{how}")


def no_format(family: str, name: str) -> ServiceError:
    """The error for a file whose name says nothing of its format."""
    return ServiceError(
        "the ending of {name} stands for no format; choose one with --to: {names}", name=name, names=_names(family)
    )


def tell_lost(family: str, format_: str, entries: Iterable[Entry] | None = None) -> None:
    """Say what is not in a file because its format has no place for it; None for levels that have everything."""
    lost = get_declaration(family).formats[format_].lost
    if entries is not None:
        lost = tuple(field for field in lost if any(getattr(entry, field) for entry in entries))
    if lost:
        tell(f"left out, because {format_} cannot hold them: each level's {' and '.join(lost)}")


def _names(family: str) -> str:
    return ", ".join(get_declaration(family).formats)
