"""Mutation operators change what they say, and keep the rest."""

from collections import Counter

import numpy as np
import pytest

from generator import get_declaration
from generator.puzzles.orimaze.genome import base_of
from generator.puzzles.orimaze.mutate import mutate, operators, random_genome
from generator.values import Specimen

SPACE = get_declaration("orimaze").space({"rows": [4], "cols": [5], "goal": "arrangement"})
CORNERS = get_declaration("orimaze").space({"size": [4, 3]})


def stream(seed):
    return np.random.Generator(np.random.PCG64(seed))


def children(operator, space):
    for seed in range(30):
        parents = [Specimen(random_genome(space, stream(seed + step)), "") for step in range(2)]
        child = mutate(operator, parents[: operators(space)[operator]], space, stream(seed))
        if child is not None:
            yield [base_of(parent.genome) for parent in parents], base_of(child)


@pytest.mark.parametrize("operator", ["swap_pieces", "move_free", "shift_line"])
def test_pieces_stay_as_many_as_they_were(operator):
    found = [*children(operator, SPACE)]
    assert len(found) > 10
    assert all(Counter(child.letters) == Counter(parents[0].letters) for parents, child in found)


def test_a_piece_that_is_turned_stays_where_it_is():
    assert all(parents[0].free == child.free for parents, child in children("turn_pieces", SPACE))


def test_crossed_rows_are_those_of_the_parents():
    for (one, other), child in children("cross_rows", SPACE):
        differing = [row for row in range(4) if child.rows[row] not in (one.rows[row], other.rows[row])]
        assert len(differing) <= 2, "the free cell may be in another row"


@pytest.mark.parametrize("operator", operators(CORNERS))
def test_children_have_an_h_in_the_corner_where_that_is_the_goal(operator):
    found = [*children(operator, CORNERS)]
    assert found
    assert all(child.letters[0] == "H" for _, child in found)
