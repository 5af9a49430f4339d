from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.puzzles.sokoban.zero_space.anytime import window_kernels
from generator.puzzles.sokoban.zero_space.anytime.approach import Approach
from generator.puzzles.sokoban.zero_space.anytime.mending_kernels import NONE, Side, meet, nearest_defect, tree_sign
from generator.puzzles.sokoban.zero_space.geometry import geometry
from generator.puzzles.sokoban.zero_space.sign import sign
from generator.puzzles.sokoban.zero_space.trees import ZeroSpace, boxed_of, is_tree, tree_of
from tests.generator.puzzles.sokoban.zero_space.anytime.journeys import end_of, inside, journeys, windows
from tests.generator.puzzles.sokoban.zero_space.random_trees import cells_of, tree_at, trees

SHAPES = [("b", 5), ("b", 6), ("b", 7), ("e", 4), ("e", 5)]
EVERY = [*(("b", size) for size in range(2, 13)), *(("e", size) for size in range(2, 11))]
SEPARATE = (9609500, 9093418)
"""Trees of e 3x3 with equal line counts and signs that no slides join."""


@settings(max_examples=12, deadline=None)
@given(st.data(), journeys(SHAPES), st.sampled_from([(3, 3), (2, 5), (4, 3)]))
def test_two_searches_meet_after_the_fewest_slides(data, journey, walls):
    zero, _ = journey
    slots = data.draw(windows(zero, walls))
    distances = inside(zero, slots).distances(cells_of(zero.type, zero.size, zero.start))
    for goal in list(distances)[1 :: 1 + len(distances) // 4]:
        approach, count, nodes = _met(zero, slots, tree_at(zero.type, zero.size, goal), room=5000)
        assert count == distances[goal]
        assert nodes <= 2 * len(distances)
        window_kernels.make_all(approach.desk.scratch.way[:count], slots, approach.desk)
        assert cells_of(zero.type, zero.size, end_of(zero, approach.slides)) == goal


@pytest.mark.parametrize(("start", "goal"), [SEPARATE, SEPARATE[::-1]])
def test_nothing_leads_to_another_component(start, goal):
    zero = ZeroSpace("e", 3, start, goal)
    _, count, nodes = _met(zero, np.arange(24, dtype=np.int32), goal, room=5000)
    assert count == NONE
    assert nodes <= 2 * 20 + 2


def test_without_room_nothing_is_found():
    zero = ZeroSpace("b", 4, 0x57AFA3, 0x57AFA3)
    slots = np.arange(24, dtype=np.int32)
    distances = inside(zero, slots).distances(cells_of("b", 4, zero.start))
    farthest = tree_at("b", 4, list(distances)[-1])
    answers = [_met(zero, slots, farthest, room)[1] for room in (1, 4, len(distances))]
    assert answers == [NONE, NONE, max(distances.values())]


@settings(max_examples=60)
@given(trees(EVERY))
def test_the_sign_of_a_tree_is_that_of_its_definition(shaped):
    assert _sign(*shaped) == sign(*shaped)


@settings(max_examples=60)
@given(trees(EVERY), st.integers(0, 2**32))
def test_boxes_that_are_no_tree_have_no_sign(shaped, seed):
    type_, size, tree = shaped
    rng = np.random.default_rng(seed)
    slots = rng.permutation(geometry(type_, size).slots)
    boxed = [slot for slot in slots.tolist() if tree >> slot & 1]
    free = next(slot for slot in slots.tolist() if not tree >> slot & 1)
    assert _sign(type_, size, tree ^ 1 << boxed[0]) == 0
    assert _sign(type_, size, tree ^ 1 << free) == 0
    moved = tree ^ 1 << boxed[0] ^ 1 << free
    assert (_sign(type_, size, moved) != 0) == is_tree(type_, size, moved)


@settings(max_examples=25, deadline=None)
@given(st.data(), trees([("b", 5), ("b", 9), ("e", 4), ("e", 8)]), st.integers(0, 2**32))
def test_the_nearest_defect_is_two_boxes_one_slot_off_with_the_other_sign(data, shaped, seed):
    type_, size, tree = shaped
    shape = geometry(type_, size)
    slots = data.draw(windows(ZeroSpace(type_, size, tree, tree), data.draw(st.sampled_from([(2, 3), (3, 3), (4, 4)]))))
    distance = np.random.default_rng(seed).integers(20, size=shape.slots)
    other = -sign(*shaped)
    defects = [defect for defect in _defects(shaped, slots, distance) if sign(type_, size, defect[1]) == other]
    beyond = -1
    while True:
        farther = [total for total, _ in defects if total > beyond]
        boxed = boxed_of(tree, shape.slots)
        beyond = nearest_defect(slots, boxed, shape.walls, shape.nodes, other, distance, beyond)
        if not farther:
            assert (beyond, tree_of(boxed)) == (NONE, tree)
            break
        assert beyond == min(farther)
        assert (beyond, tree_of(boxed)) in defects


def _defects(shaped, slots, distance):
    """Every tree that two boxes of a window make which go one slot each, and how far both are."""
    type_, size, tree = shaped
    slides = [one for one, after in zip(slots.tolist(), slots.tolist()[1:], strict=False) if after == one + 1]
    steps = [(slide, slide + way, slide + 1 - way) for slide in slides for way in (0, 1) if tree >> slide + way & 1]
    for (one, old, new), (two, left, right) in combinations(steps, 2):
        moved = (tree & ~(1 << old | 1 << left)) | 1 << new | 1 << right
        if old != left and new != right and is_tree(type_, size, moved):
            yield int(distance[one] + distance[two]), moved


def _sign(type_, size, tree):
    shape = geometry(type_, size)
    return tree_sign(boxed_of(tree, shape.slots), shape.walls, shape.nodes)


def _met(zero, slots, goal, room):
    """An approach, and how many slides lead from its start to a goal within a window, and how many states were seen."""
    approach = Approach(zero)
    desk = approach.desk
    start, board = window_kernels.cut_out(slots, desk.floor, desk.position, desk.scratch)
    wanted = np.int64(sum((goal >> slot & 1) << bit for bit, slot in enumerate(slots.tolist())))
    return approach, *meet(np.int64(start), wanted, board, _side(room), _side(room), desk.scratch.way)


def _side(room):
    table = 1 << max(8, (4 * room - 1).bit_length())
    states, tables = np.empty((3, max(room, 1 << 12)), np.int64), np.empty((2, table), np.int32)
    return Side(states[0][:room], states[1][:room], states[2], *tables)
