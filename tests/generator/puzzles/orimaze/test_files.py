"""Files of levels with their notes."""

import pytest

from generator import get_family
from generator.errors import LevelFormatError
from generator.values import Entry

FAMILY = get_family("orimaze")
CORNER = Entry("VH\nH.", title="A corner", author="Somebody", comment="the deepest of 2 x 2", solution="lur")
ARRANGED = Entry("VH\nH.\n--\n.H\nVH", solution="lu")
WRITTEN = """; A corner
VH
H.
Author: Somebody
Comment: the deepest of 2 x 2
Solution: lur

VH
H.
--
.H
VH
Solution: lu
"""


def test_a_file_keeps_titles_notes_and_solutions():
    assert "".join(FAMILY.format_file([CORNER, ARRANGED], "grids")) == WRITTEN
    assert FAMILY.parse_file(WRITTEN) == [CORNER, ARRANGED]


def test_notes_may_stand_before_the_rows_and_lines_may_end_as_they_like():
    text = "\ufeffTitle: A corner\r\n VH\r\n H.\r\n\r\n\r\n"
    assert FAMILY.parse_file(text) == [Entry("VH\nH.", title="A corner")]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("\n\n", "there is no level in this file"),
        ("VH\nH.\n\nVH\nHx", "the level from line 4 on: line 2, column 2: 'x' is none of the letters H V ."),
        ("VH\nH.\nSolution: lur\nVH\nH.", "line 4: a row behind the notes of a level"),
        ("; only a title", "the level from line 1 on: line 1: a grid has 2 to 8 rows, not 0"),
    ],
)
def test_what_is_no_file_of_levels_is_refused_with_the_line(text, reason):
    with pytest.raises(LevelFormatError) as refusal:
        FAMILY.parse_file(text)
    assert str(refusal.value).startswith(reason)


def test_a_wrong_level_leaves_the_others_of_its_file_to_be_read():
    first, second, third = FAMILY.parse_each("VH\nH.\n\nVH\nHx\n\n; third\nVH\nH.\n")
    assert (first, third) == (Entry("VH\nH."), Entry("VH\nH.", title="third"))
    assert str(second).startswith("the level from line 4 on: line 2, column 2: 'x' is none of the letters")
