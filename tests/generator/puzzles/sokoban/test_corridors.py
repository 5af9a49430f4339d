"""Corridors whose least pushes are known by a formula, which the solver proves for the first few."""

import pytest

from generator import get_family
from generator.errors import SettingError
from generator.puzzles.sokoban.corridors import MOST_CELLS, corridor, least_pushes

SOKOBAN = get_family("sokoban")


@pytest.mark.parametrize(("cells", "pushes"), [(1, 12), (2, 50), (3, 156), (4, 440)])
def test_the_solver_proves_the_formula_for_short_corridors(cells, pushes):
    found = SOKOBAN.solve(SOKOBAN.parse(corridor(cells)), 5_000_000)
    assert (found.lower_bound, found.upper_bound) == (pushes, pushes)
    assert least_pushes(cells) == pushes


def test_the_pushes_grow_with_the_square_of_the_golden_ratio():
    assert least_pushes(5) == 1190
    assert least_pushes(MOST_CELLS) / least_pushes(MOST_CELLS - 1) == pytest.approx(2.618, abs=0.001)


def test_a_corridor_is_a_level_file_that_tells_its_least_pushes():
    answer = SOKOBAN.run_tool("corridor", [], {"cells": 6})
    (entry,) = SOKOBAN.parse_file(str(answer.text))
    assert entry.text == answer.fields["level"] == corridor(6)
    assert (answer.fields["pushes"], answer.fields["proven"]) == (3160, False)
    assert entry.comment == "least pushes 3160, by a formula that is proven up to 5 cells alone"
    assert "Comment: least pushes 1190\n" in f"{SOKOBAN.run_tool('corridor', [], {'cells': 5}).text}\n"
    longest = SOKOBAN.run_tool("corridor", [], {"cells": MOST_CELLS})
    assert SOKOBAN.parse(longest.fields["level"]).boxes == 2 * MOST_CELLS + 2


@pytest.mark.parametrize("cells", [0, MOST_CELLS + 1])
def test_other_lengths_are_refused(cells):
    with pytest.raises(SettingError, match=f"--cells {cells} is not between 1 and {MOST_CELLS}"):
        corridor(cells)
