"""Drawings of outlines: what is read from them, and what is refused at which place."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.errors import LevelFormatError
from generator.puzzles.sokoban.kinds.zero_space.drawing import read_outline
from generator.puzzles.sokoban.kinds.zero_space.geometry import walls_of
from generator.puzzles.sokoban.kinds.zero_space.outline import Outline
from tests.generator.puzzles.sokoban.kinds.zero_space.outlines import some_outline

L_SHAPE = """\
#######
#     #
# # # #####
#         #
# # # # # #
#         #
###########
"""


@given(st.integers(0, 2**32), st.sampled_from("be"))
def test_an_outline_is_read_from_its_own_text(seed: int, type_: str) -> None:
    outline = some_outline(Random(seed), 4, 5, type_)
    assert read_outline(outline.text, (type_,)) == outline


@given(st.integers(0, 5), st.integers(0, 3), st.sampled_from("@+$*.-_"))
def test_neither_the_place_of_a_drawing_nor_what_stands_in_it_matters(right: int, down: int, letter: str) -> None:
    lines = [" " * right + line for line in L_SHAPE.splitlines()]
    lines[1] = lines[1][: right + 2] + letter + lines[1][right + 3 :]
    moved = "\n" * down + "\n".join(lines) + "\n\n"
    assert read_outline(moved, ("e",)) == read_outline(L_SHAPE, ("e",))


@pytest.mark.parametrize("type_", ["b", "e"])
@pytest.mark.parametrize("size", [2, 5])
def test_a_full_square_is_a_size(type_: str, size: int) -> None:
    text = "\n".join("".join("#" if wall else " " for wall in row) for row in walls_of(type_, size))
    assert read_outline(text, (type_,)) == size


def test_what_lies_outside_is_no_floor() -> None:
    outline = read_outline(L_SHAPE, ("e",))
    assert isinstance(outline, Outline)
    assert outline.rows[:3] == ("###########", "#-----#####", "#-#-#-#####")
    assert outline.size == 4


@pytest.mark.parametrize(
    ("line", "column", "letter", "type_", "why"),
    [
        (1, 1, "x", "e", "line 1, column 1: 'x' is not used in outlines"),
        (3, 3, " ", "e", "line 3, column 3: a wall is missing here, where four doors meet"),
        (2, 4, "#", "e", "line 2, column 3: this door does not lead from one room to another"),
        (3, 6, " ", "b", "line 4, column 5: in type b a box could leave this door along the outer wall"),
        (1, 3, " ", "e", "this outline has no floor that walls enclose"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(line: int, column: int, letter: str, type_: str, why: str) -> None:
    lines = L_SHAPE.splitlines()
    row = lines[line - 1]
    lines[line - 1] = row[: column - 1] + letter + row[column:]
    with pytest.raises(LevelFormatError) as refusal:
        read_outline("\n".join(lines), (type_,))
    assert str(refusal.value).startswith(why)


@pytest.mark.parametrize(
    ("drawing", "why"),
    [
        ("#######\n#   # #\n#######", "line 2, column 6: this floor is not connected"),
        ("\n".join(["#" * 101, "#" + " " * 99 + "#", "#" * 101]), "line 1, column 1: this outline has 49 inner walls"),
        ("#######\n#     #\n#######", "line 1, column 1: no box can slide anywhere in this outline in type e"),
        ("", "this outline has no floor that walls enclose"),
    ],
)
def test_boards_without_levels_are_refused(drawing: str, why: str) -> None:
    with pytest.raises(LevelFormatError) as refusal:
        read_outline(drawing, ("e",))
    assert str(refusal.value).startswith(why)
