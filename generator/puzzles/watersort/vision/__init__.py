"""Levels from pictures: tubes are found by their outlines, units by their colours, and counts have to come out even.

Everything in this folder but this file needs OpenCV.
"""

from importlib.util import find_spec

from generator.errors import MissingExtraError
from generator.values import PictureReading


def read(picture: bytes) -> PictureReading:
    """The level that a picture shows. Raises UnreadablePictureError or MissingExtraError."""
    if find_spec("cv2") is None:
        raise MissingExtraError("pictures are read with OpenCV, which is not installed; pip install 'cenote[vision]'")
    from generator.puzzles.watersort.vision.reader import read_level

    return read_level(picture)
