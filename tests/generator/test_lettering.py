"""Letters that need no fonts."""

from string import ascii_uppercase, digits
from xml.etree import ElementTree

import pytest

from generator.lettering import ADVANCE, HEIGHT, label


@pytest.mark.parametrize("letter", ascii_uppercase + digits)
def test_every_letter_has_a_shape(letter: str) -> None:
    (path,) = ElementTree.fromstring(label(letter, 0, 0, HEIGHT, "black"))
    assert path.attrib["d"].startswith("M")


def test_no_two_letters_look_the_same_but_o_and_zero() -> None:
    shapes = [label(letter, 0, 0, HEIGHT, "black") for letter in (ascii_uppercase + digits).replace("O", "")]
    assert len(set(shapes)) == len(shapes)


def test_a_word_stands_in_the_middle_of_its_place() -> None:
    word = ElementTree.fromstring(label("AB", 50, 20, 2 * HEIGHT, "black"))
    left = 50 - (ADVANCE + 4)
    assert word.attrib["transform"] == f"translate({left:g} {20 - HEIGHT}) scale(2)"
