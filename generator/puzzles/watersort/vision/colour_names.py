"""Which of our colours the colours of a picture are: the letters that come nearest to what is seen."""

import cv2
import numpy as np

from generator.puzzles.watersort.colours import LETTERS, PAINTS
from generator.puzzles.watersort.vision.contents import Contents
from generator.puzzles.watersort.vision.insides import Floats


def letters_of(contents: Contents) -> str:
    """A letter for each colour, by its number: the nearest pair of a colour and a letter first."""
    seen = _seen(contents)
    distances = np.linalg.norm(seen[:, np.newaxis] - _painted(), axis=2)
    letters = [""] * len(seen)
    for _ in seen:
        colour, letter = np.unravel_index(distances.argmin(), distances.shape)
        letters[colour] = LETTERS[letter]
        distances[colour] = np.inf
        distances[:, letter] = np.inf
    return "".join(letters)


def _seen(contents: Contents) -> Floats:
    """The median colour of the units of every number."""
    numbers = np.array([unit for tube in contents.tubes for unit in tube])
    colours = contents.units.colours
    medians = [np.median(colours[numbers == number], axis=0) for number in range(int(numbers.max()) + 1)]
    return np.array(medians, np.float32)


def _painted() -> Floats:
    """The paints of our letters in CIE Lab."""
    paints = [[int(paint[place : place + 2], 16) / 255 for place in (1, 3, 5)] for paint in PAINTS.values()]
    return np.asarray(cv2.cvtColor(np.array([paints], np.float32), cv2.COLOR_RGB2LAB)[0], np.float32)
