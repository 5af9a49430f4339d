"""Options of commands that read files of levels."""

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, cast

import click

from service.cli.output.console import tell
from service.cli.parameters.options import Callback, file_family_option
from service.errors import LevelFileError
from service.levels.files import LevelFile, Reading, levels_in, read_bytes

_CLOSE_EDGES = "take the edge of a level that is not closed for a wall"
_STRICT = "refuse a file of which any level cannot be read"


class LevelReader:
    """Reads files as the options ask; levels that cannot be read are reported and left out."""

    def __init__(self, asked: Reading) -> None:
        self.asked = asked
        self.left_out = 0

    def read(self, path: Path) -> LevelFile:
        """The levels of a file, or of the standard input. Raises LevelFileError or OSError."""
        try:
            content = read_bytes(path)
        except FileNotFoundError as error:
            if str(path).isdecimal():
                raise _no_number(int(str(path))) from error
            raise
        return self.read_content(path, content)

    def read_content(self, path: Path, content: bytes) -> LevelFile:
        """The levels of a file that was read already. Raises LevelFileError."""
        file = levels_in(path, content, self.asked)
        for place, error in file.left_out.items():
            tell(f"level {place} is left out: {error}")
        self.left_out += len(file.left_out)
        return file


def _no_number(number: int) -> LevelFileError:
    """The refusal of a stored level in place of a file."""
    return LevelFileError(
        "{number}: No such file or directory; a stored level goes in with: cenote show {number} -f file | {command} -",
        number=number,
        command=click.get_current_context().command_path,
    )


def level_file_options(function: Callback) -> Callback:
    """The options that files of levels are read by, which arrive in the callback as one LevelReader, `reader`.

    The exit code is 1 where a level was left out.
    """

    @wraps(function)
    @click.pass_context
    def with_reader(
        ctx: click.Context, /, *, family: str | None, close_edges: bool, strict: bool, **others: Any
    ) -> None:
        reader = LevelReader(Reading(family, close_edges, strict))
        function(reader=reader, **others)
        if reader.left_out:
            ctx.exit(1)

    decorated: Callable[..., Any] = with_reader
    for option in (
        click.option("--strict", is_flag=True, help=_STRICT),
        click.option("--close-edges", is_flag=True, help=_CLOSE_EDGES),
        file_family_option,
    ):
        decorated = option(decorated)
    return cast(Callback, decorated)
