import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.errors import UnsupportedLevelError
from generator.puzzles.sokoban.kinds.zero_space import trees as zero_space
from generator.puzzles.sokoban.kinds.zero_space.boards.geometry import geometry
from generator.puzzles.sokoban.kinds.zero_space.trees import ZeroSpace, board_of, is_tree, zero_space_of
from generator.puzzles.sokoban.level import Level
from tests.generator.puzzles.sokoban.kinds.zero_space.random_trees import (
    WORDS,
    cells_of,
    drawn,
    oracle,
    pairs,
    some_tree,
    trees,
)

SHAPES = [*WORDS, ("b", 9), ("e", 8)]


@given(pairs([*WORDS, ("b", 7), ("e", 6)]))
def test_boards_are_as_the_definition_draws_them(zero):
    assert board_of(zero) == drawn(zero)


@given(pairs([*WORDS, ("b", 7), ("e", 6)]))
def test_board_and_trees_are_inverse(zero):
    assert zero_space_of(board_of(zero)) == zero


@pytest.mark.parametrize("type_", ["b", "e"])
def test_the_largest_size_is_read(type_):
    zero = ZeroSpace(type_, 48, some_tree(type_, 48, 1), some_tree(type_, 48, 2))
    assert zero_space_of(board_of(zero)) == zero


@given(st.integers(1, 90), st.data())
def test_trees_and_their_arrays_are_inverse(slots, data):
    tree = data.draw(st.integers(0, 2**slots - 1))
    boxed = zero_space.boxed_of(tree, slots)
    assert boxed.dtype == np.uint8
    assert boxed.tolist() == [tree >> slot & 1 for slot in range(slots)]
    assert zero_space.tree_of(boxed) == tree


@given(trees(SHAPES), st.data())
def test_a_tree_is_what_joins_all_walls_without_a_cycle(shaped, data):
    type_, size, tree = shaped
    slots = geometry(type_, size).slots
    assert is_tree(type_, size, tree)
    for slot in data.draw(st.lists(st.integers(0, slots - 1), min_size=1, max_size=4)):
        tree ^= 1 << slot
    assert is_tree(type_, size, tree) == oracle(type_, size).is_tree(cells_of(type_, size, tree))


def test_every_choice_of_slots_is_judged_as_by_the_definition():
    for type_, size, slots in (("b", 2, 4), ("e", 2, 12), ("b", 3, 12)):
        found = {tree for tree in range(1 << slots) if is_tree(type_, size, tree)}
        assert {cells_of(type_, size, tree) for tree in found} == set(oracle(type_, size).trees())


def test_a_box_beyond_the_last_slot_makes_no_tree():
    tree = some_tree("b", 3, 0)
    assert not is_tree("b", 3, tree | 1 << 12)
    assert not is_tree("b", 3, tree & (tree - 1) | 1 << 12)


@given(trees(SHAPES))
def test_line_counts_are_the_boxes_of_each_line(shaped):
    type_, size, tree = shaped
    slides, cells = oracle(type_, size), geometry(type_, size).cells[::size].tolist()
    counts = slides.line_counts(cells_of(type_, size, tree))
    assert zero_space.line_counts(*shaped) == tuple(counts[slides.line_of(cell)] for cell in cells)


@given(pairs(SHAPES))
def test_line_bound_leads_each_box_to_the_goal_of_its_rank_on_the_line(zero):
    start, goal = (cells_of(zero.type, zero.size, tree) for tree in (zero.start, zero.goal))
    line_of = oracle(zero.type, zero.size).line_of
    pushes = 0
    for line in set(map(line_of, start)):
        ranked = (sorted(cell for cell in tree if line_of(cell) == line) for tree in (start, goal))
        pushes += sum(abs(a - c) + abs(b - d) for (a, b), (c, d) in zip(*ranked, strict=True))
    assert zero_space.line_bound(zero) == pushes


SOLVED_B3 = """
#########
#@------#
#-#-#*#-#
#-*---*-#
#-#*#-#-#
#-*-*-*-#
#-#-#*#-#
#-------#
#########
"""


@pytest.mark.parametrize(
    "rows",
    [
        ("########", "#@-----#", *["#-#-#--#", "#-$.---#"] * 2, "#-#-#--#", "########"),
        ("#####", "#@$.#", "#-#-#", "#---#", "#####"),
        ("#" * 101, "#@$." + "-" * 96 + "#", *["#" + "-" * 99 + "#"] * 98, "#" * 101),
    ],
    ids=["even side", "one inner wall", "side 101"],
)
def test_boards_of_other_sizes_are_refused(rows):
    _assert_refused(rows, "the walls are not those of type b, e, g, s or w")


@pytest.mark.parametrize("changes", [{(4, 4): "-"}, {(1, 5): "#"}])
def test_other_walls_are_refused(changes):
    _assert_refused(_changed(changes), "the walls are not those of type b, e, g, s or w")


def test_other_numbers_of_boxes_are_refused():
    oblong = ("#########", "#@------#", "#-#-#-#-#", "#-$---.-#", "#-#-#-#-#", "#-------#", "#########")
    _assert_refused(oblong, r"it has 1 boxes, not 5 \(type b\) or 6 \(type e\)")
    _assert_refused(_changed({(2, 5): "-"}), r"it has 7 boxes, not 8 \(type b\) or 9 \(type e\)")
    _assert_refused(_changed({(1, 2): "*", (1, 4): "*"}), r"it has 10 boxes, not 8 \(type b\) or 9 \(type e\)")


def test_boxes_and_goals_that_are_in_no_slot_are_refused():
    _assert_refused(_changed({(2, 5): ".", (1, 5): "$"}), "not all boxes are in slots of type b")
    _assert_refused(_changed({(2, 5): "$", (1, 5): "."}), "not all goals are in slots of type b")
    _assert_refused(_changed({(2, 5): ".", (1, 4): "$"}), "not all boxes are in slots of type b")
    _assert_refused(_changed({(1, 4): "*", (2, 5): ".", (1, 5): "$"}), "not all boxes are in slots of type e")


def test_cycles_of_boxes_and_goals_are_refused():
    _assert_refused(_changed({(2, 5): ".", (6, 3): "$"}), "its boxes and walls do not form a spanning tree")
    _assert_refused(_changed({(2, 5): "$", (6, 3): "."}), "its goals and walls do not form a spanning tree")


def _assert_refused(rows, why):
    with pytest.raises(UnsupportedLevelError) as refusal:
        zero_space_of(Level(tuple(rows)))
    assert re.fullmatch("only zero-space levels can be solved, but " + why, str(refusal.value))


def _changed(changes):
    rows = [list(row) for row in SOLVED_B3.split()]
    for (row, column), letter in changes.items():
        rows[row][column] = letter
    return ["".join(row) for row in rows]
