"""Drawings of outlines: what is read from them, and what is refused at which place."""

import re
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.errors import LevelFormatError
from generator.puzzles.sokoban.kinds.zero_space.boards.drawing import problems, read_outline
from generator.puzzles.sokoban.kinds.zero_space.boards.geometry import walls_of
from generator.puzzles.sokoban.kinds.zero_space.boards.outline import Outline
from tests.generator.puzzles.sokoban.kinds.zero_space.outlines import maze_of, some_outline, some_rooms

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


def test_the_file_of_a_level_is_a_drawing_and_so_is_the_first_of_several() -> None:
    level = f"; 12 #1\n{L_SHAPE.replace('   ', '@$.', 1)}Title: an L\nComment: ####\nSolution: RRlluu\n"
    assert read_outline(level, ("e",)) == read_outline(L_SHAPE, ("e",))
    assert read_outline(level + "\n#####\n#@$.#\n#####\nTitle: 2\n", ("e",)) == read_outline(L_SHAPE, ("e",))
    with pytest.raises(LevelFormatError, match="line 3, column 2: 'x' is not used"):
        read_outline(level.replace("#@", "#x"), ("e",))


def test_a_hole_in_the_board_of_a_level_is_no_part_of_it() -> None:
    """Boards of levels have no wall where no wall is seen; a drawing without a player may have left a door out."""
    ring = ["###########", "#         #", *["# # # # # #", "#         #"] * 4, "###########"]
    ring[4:7] = ["# # ### # #", "#   ###   #", "# # ### # #"]
    outline = read_outline("\n".join(ring), ("e",))
    assert isinstance(outline, Outline)
    ring[5] = "#   # #   #"
    with pytest.raises(LevelFormatError, match="line 6, column 6: this floor is not connected"):
        read_outline("\n".join(ring), ("e",))
    ring[1] = "# $.     @#"
    assert read_outline("\n".join(ring), ("e",)) == outline
    ring[5] = "#   #$#   #"
    with pytest.raises(LevelFormatError, match="line 6, column 6: this floor is not connected"):
        read_outline("\n".join(ring), ("e",))


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
        (
            "\n".join(["#" * 101, "#" + " " * 99 + "#", "#" * 101]),
            "line 1, column 1: inner walls along the longer side of this outline: 49",
        ),
        ("#######\n#     #\n#######", "line 1, column 1: no box can slide anywhere in this outline in type e"),
        ("", "this outline has no floor that walls enclose"),
    ],
)
def test_boards_without_levels_are_refused(drawing: str, why: str) -> None:
    with pytest.raises(LevelFormatError) as refusal:
        read_outline(drawing, ("e",))
    assert str(refusal.value).startswith(why)


def test_every_place_of_a_fault_is_named_at_once() -> None:
    """On a cross of type b, both doors beside each inner corner have to be walled up."""
    arm = ["#####     #####", "##### # # #####"] * 2
    cross = ["###############", *arm, *(["#             #", "# # # # # # # #"] * 3)[:-1], *arm[::-1], "###############"]
    with pytest.raises(LevelFormatError) as refusal:
        read_outline("\n".join(cross), ("b",))
    fault = "line 6, column 7: in type b a box could leave this door along the outer wall; wall it up with '#'"
    assert str(refusal.value) == f"{fault}; also at line:column 6:9, 7:6, 7:10, 9:6, 9:10, 10:7, 10:9"
    for row, column in re.findall(r"(\d+):(\d+)", f"6:7 {refusal.value}"):
        line = cross[int(row) - 1]
        cross[int(row) - 1] = line[: int(column) - 1] + "#" + line[int(column) :]
    assert isinstance(read_outline("\n".join(cross), ("b",)), Outline)


@given(st.integers(0, 2**32), st.sampled_from([("e", 2, 4), ("e", 3, 3), ("e", 3, 4), ("b", 4, 4), ("b", 4, 5)]))
def test_just_those_boards_are_refused_on_which_no_slide_is_legal_in_any_state(
    seed: int, board: tuple[str, int, int]
) -> None:
    rng = Random(seed)
    type_, height, width = board
    while True:
        outline = some_rooms(rng, height, width, rng.choice([0.7, 0.8, 0.9]))
        told = [str(message) for message, _ in problems(outline.rows, [type_])]
        if all(message.startswith("no box can slide") for message in told):
            break
    maze = maze_of(outline, type_)
    boxes = len(maze.some_state(rng))
    states = filter(maze.is_resting, map(frozenset, combinations(sorted(maze.doors), boxes)))
    assert any(any(maze.slides(state)) for state in states) == (not told)


def test_boards_are_refused_whose_opposite_doors_lie_on_no_cycle() -> None:
    """Here every ring of rooms is two by two, and no box could ever slide; it would be an empty session."""
    pair = "#######\n#     #\n# # ###\n#   ###\n#######"
    with pytest.raises(LevelFormatError, match="no box can slide anywhere in this outline in type e"):
        read_outline(pair, ("e",))
    assert isinstance(read_outline(pair.replace("# # ###\n#   ###", "# # # #\n#     #"), ("e",)), Outline)
