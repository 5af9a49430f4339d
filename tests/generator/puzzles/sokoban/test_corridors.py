"""Corridors with solutions that grow exponentially, which the solver proves to be shortest for the first few."""

import pytest

from generator import get_family
from generator.errors import SettingError
from generator.puzzles.sokoban.corridors import MOST_CELLS, corridor, pushes_of, solution

SOKOBAN = get_family("sokoban")


@pytest.mark.parametrize(("cells", "pushes"), [(1, 12), (2, 50), (3, 156), (4, 440)])
def test_the_solver_proves_that_nothing_is_shorter_for_short_corridors(cells, pushes):
    found = SOKOBAN.solve(SOKOBAN.parse(corridor(cells)), 5_000_000)
    assert (found.lower_bound, found.upper_bound) == (pushes, pushes)


@pytest.mark.parametrize("cells", range(1, 8))
def test_the_solution_has_as_many_pushes_as_the_formula_says(cells):
    assert SOKOBAN.replay(SOKOBAN.parse(corridor(cells)), solution(cells)) == pushes_of(cells)


def test_the_pushes_grow_with_the_square_of_the_golden_ratio():
    assert [pushes_of(cells) for cells in range(1, 8)] == [12, 50, 156, 440, 1190, 3160, 8324]
    assert pushes_of(MOST_CELLS) / pushes_of(MOST_CELLS - 1) == pytest.approx(2.618, abs=0.001)


@pytest.mark.parametrize(
    ("cells", "comment", "proven", "solved"),
    [
        (2, "50 pushes at least", True, True),
        (6, "3160 pushes suffice", False, True),
        (8, "21850 pushes suffice", False, False),
    ],
)
def test_a_corridor_is_a_level_file_that_tells_its_pushes(cells, comment, proven, solved):
    answer = SOKOBAN.run_tool("corridor", [], {"cells": cells})
    (entry,) = SOKOBAN.parse_file(str(answer.text))
    assert entry.text == answer.fields["level"] == corridor(cells)
    assert (entry.comment, answer.fields["proven"], bool(entry.solution)) == (comment, proven, solved)
    assert entry.solution == answer.fields["solution"]


def test_the_longest_corridor_is_a_level():
    assert SOKOBAN.parse(corridor(MOST_CELLS)).boxes == 2 * MOST_CELLS + 2


@pytest.mark.parametrize("cells", [0, MOST_CELLS + 1])
def test_other_lengths_are_refused(cells):
    with pytest.raises(SettingError, match=f"--cells {cells} is not between 1 and {MOST_CELLS}"):
        corridor(cells)
