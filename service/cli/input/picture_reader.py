"""How `cenote import` reads levels from pictures: what was found is drawn beside them, and the user may be asked."""

from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from pathlib import Path
from typing import Any, NamedTuple

import click

from generator import Family
from service.cli.output.boards import Picture, board_of
from service.cli.output.console import printed, standard_output, tell
from service.cli.parameters.options import FILE, force_option
from service.errors import LevelFileError, ServiceError
from service.levels.files import STANDARD, shown
from service.levels.picture_files import (
    DRAWN,
    RefusedPictureError,
    SeenLevel,
    drawing_beside,
    seen_level,
    write_drawing,
)

_DRAWING = "where to draw what was found in a picture [beside it, as NAME.read.png]"
_CONFIRM = "show what was read from a picture, also what is doubtful, and ask before it is stored"


class PictureReader(NamedTuple):
    """Where what was found in pictures is drawn, and whether the user is asked."""

    drawing: Path | None
    confirm: bool
    force: bool

    def seen(self, puzzle: Family[Any], path: Path, content: bytes) -> SeenLevel:
        """The level of a picture; where it is refused, what was found is drawn nevertheless.

        Raises LevelFileError or MissingExtraError.
        """
        if self.confirm and path == STANDARD:
            raise click.UsageError("--confirm asks on the standard input; give the picture as a file.")
        try:
            return seen_level(puzzle, path, content, doubtful=self.confirm)
        except RefusedPictureError as error:
            if drawn := self._drawn(error):
                raise LevelFileError(
                    "{refusal}; what was found is drawn in {path}", refusal=error, path=shown(drawn)
                ) from error
            raise

    def taken(self, puzzle: Family[Any], levels: list[SeenLevel]) -> None:
        """Draw what was found in all pictures, and ask about each if that is wanted."""
        self._require_one(len(levels))
        for level in levels:
            self._draw(puzzle, level)
            if self.confirm:
                _ask(puzzle, level)

    def _require_one(self, pictures: int) -> None:
        if self.drawing is not None and pictures != 1:
            many = f"there are {pictures}" if pictures else "there is none"
            raise click.UsageError(f"--drawing is for one picture, but {many}; leave it out.")

    def _drawn(self, error: RefusedPictureError) -> Path | None:
        """Where it is drawn what was found in a picture that is refused, if it can be."""
        drawn = self.drawing or drawing_beside(error.path)
        # That a file cannot be written matters less than why the picture is refused.
        with suppress(LevelFileError, OSError):
            if error.drawing:
                write_drawing(error.drawing, drawn, self.force)
                return drawn
        return None

    def _draw(self, puzzle: Family[Any], seen: SeenLevel) -> None:
        drawn, sure = self.drawing or drawing_beside(seen.path), seen.reading.confidence
        write_drawing(seen.reading.annotated, drawn, self.force)
        type_ = puzzle.describe(puzzle.parse(seen.reading.text)).type
        tell(f"{shown(seen.path)}: a level of type {type_}, confidence {sure:.2f}; compare {drawn}")


def picture_reader_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options by which pictures are read, which arrive in the callback as one PictureReader."""

    @click.option("--drawing", type=FILE, metavar="FILE", help=_DRAWING)
    @click.option("--confirm", is_flag=True, help=_CONFIRM)
    @force_option
    @wraps(command)
    def with_reader(drawing: Path | None, confirm: bool, force: bool, **rest: Any) -> Any:
        if drawing is not None and drawing.suffix.lower() != DRAWN:
            raise click.UsageError(f"--drawing writes a picture in PNG; give a name that ends in {DRAWN}.")
        return command(pictures=PictureReader(drawing, confirm, force), **rest)

    return with_reader


def _ask(puzzle: Family[Any], seen: SeenLevel) -> None:
    """Show the level of a picture, and why it is doubtful. Raises ServiceError unless the user confirms it."""
    if seen.doubt:
        tell(f"{shown(seen.path)}: {seen.doubt}")
    console = standard_output()
    printed(console, board_of(console, Picture(puzzle.name, seen.reading.text, ())))
    if not click.confirm(f"Is this the level of {shown(seen.path)}?"):
        raise ServiceError("{path}: the reading was not confirmed, so nothing is stored", path=shown(seen.path))
