"""Files of pictures from which levels are read, and where what was found in them is drawn."""

from pathlib import Path
from typing import Any, NamedTuple

from generator import Entry, Family, PictureReading, defaults, get_declaration
from generator.errors import DoubtfulPictureError, UnreadablePictureError
from generator.messages import SILENCE, Message
from service.errors import LevelFileError
from service.levels.files import STANDARD, is_picture, new_binary_file, shown

DRAWN = ".png"
"""How the name of every picture ends in which is drawn what was found in another one."""

DRAWING = f".read{DRAWN}"
"""How it ends where nobody chooses a name."""


class SeenLevel(NamedTuple):
    """A level that was read from the picture of a file, and why that is doubtful, if it is."""

    path: Path
    reading: PictureReading
    doubt: Message = SILENCE

    @property
    def entry(self) -> Entry:
        """The level, with a comment on where it comes from."""
        name = "a picture" if self.path == STANDARD else self.path.name
        return Entry(self.reading.text, comment=f"read from {name}, confidence {self.reading.confidence:.2f}")


class RefusedPictureError(LevelFileError):
    """No level is read from the picture of a file; what was found is drawn in `drawing`, unless that is nothing."""

    def __init__(self, path: Path, error: UnreadablePictureError) -> None:
        super().__init__("{path}: {error}", path=shown(path), error=error)
        self.path = path
        self.drawing = error.drawing


def write_drawing(drawing: bytes, path: Path, force: bool) -> None:
    """Write a picture with what was found in it; an existing file is replaced only with `force`.

    Raises LevelFileError or OSError.
    """
    with new_binary_file(path, force) as file:
        file.write(drawing)


def shows_level(family: str, path: Path, content: bytes) -> bool:
    """Whether a file is a picture, by its first bytes, or by its ending if the family reads levels from such ones."""
    return is_picture(content) or path.suffix.lower() in get_declaration(family).pictures


def seen_level(family: Family[Any], path: Path, content: bytes, doubtful: bool = False) -> SeenLevel:
    """The level that the picture of a file shows, a doubtful one only where that is wanted.

    Raises RefusedPictureError or MissingExtraError.
    """
    try:
        return SeenLevel(path, defaults.read_picture(family, content))
    except DoubtfulPictureError as error:
        if doubtful:
            return SeenLevel(path, PictureReading(error.text, error.confidence, error.drawing), error.message)
        raise RefusedPictureError(path, error) from error
    except UnreadablePictureError as error:
        raise RefusedPictureError(path, error) from error


def drawing_beside(path: Path) -> Path:
    """Where what was found in the picture of a file is drawn unless somebody names another place."""
    return path.with_name(f"{'picture' if path == STANDARD else path.stem}{DRAWING}")
