"""Files of pictures from which levels are read, and where what was found in them is drawn."""

from pathlib import Path
from typing import Any, NamedTuple

from generator import Entry, Family, PictureReading, defaults, get_declaration
from generator.errors import UnreadablePictureError
from service.errors import LevelFileError
from service.levels.files import STANDARD, is_picture, new_binary_file, shown

DRAWN = ".png"
"""How the name of every picture ends in which is drawn what was found in another one."""

DRAWING = f".read{DRAWN}"
"""How it ends where nobody chooses a name."""


class SeenLevel(NamedTuple):
    """A level that was read from the picture of a file."""

    path: Path
    reading: PictureReading

    @property
    def entry(self) -> Entry:
        """The level, with a comment on where it comes from."""
        name = "a picture" if self.path == STANDARD else self.path.name
        return Entry(self.reading.text, comment=f"read from {name}, confidence {self.reading.confidence:.2f}")

    def write_drawing(self, path: Path, force: bool) -> None:
        """Write the picture with what was found in it; an existing file is replaced only with `force`.

        Raises LevelFileError or OSError.
        """
        with new_binary_file(path, force) as file:
            file.write(self.reading.annotated)


def shows_level(family: str, path: Path, content: bytes) -> bool:
    """Whether a file is a picture, by its first bytes, or by its ending if the family reads levels from such ones."""
    return is_picture(content) or path.suffix.lower() in get_declaration(family).pictures


def seen_level(family: Family[Any], path: Path, content: bytes) -> SeenLevel:
    """The level that the picture of a file shows. Raises LevelFileError or MissingExtraError."""
    try:
        return SeenLevel(path, defaults.read_picture(family, content))
    except UnreadablePictureError as error:
        raise LevelFileError("{path}: {error}", path=shown(path), error=error) from error


def drawing_beside(path: Path) -> Path:
    """Where what was found in the picture of a file is drawn unless somebody names another place."""
    return path.with_name(f"{'picture' if path == STANDARD else path.stem}{DRAWING}")
