"""The formats of level files as the command line asks for them."""

from collections.abc import Iterable

import click

from generator import Entry, get_declaration
from service.cli.console import tell
from service.errors import ServiceError
from service.levels.files import ENCODINGS, UTF_8, own_format

encoding_option = click.option(
    "--encoding",
    type=click.Choice(ENCODINGS),
    default=UTF_8,
    show_default=True,
    help="encoding of the file to write; BoxMan for Windows reads gbk",
)


LEVELS = ("file", "xsb")
"""Ways to print levels as in a file: in the family's own format, or in the one that most programs read."""


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
        tell(f"{format_} has no place for each level's {' and '.join(lost)}; that was left out")


def _names(family: str) -> str:
    return ", ".join(get_declaration(family).formats)
