import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.puzzles.sokoban import kernel_constants
from generator.puzzles.sokoban.kinds.zero_space import wander_kernels
from generator.puzzles.sokoban.kinds.zero_space.boards.geometry import geometry
from generator.puzzles.sokoban.kinds.zero_space.boards.layout import floor_of
from generator.puzzles.sokoban.kinds.zero_space.trees import boxed_of, tree_of
from generator.puzzles.sokoban.slides import astar_kernels, tree_kernels
from generator.puzzles.sokoban.slides.astar import memory, way_to
from tests.generator.puzzles.sokoban.kinds.zero_space.random_trees import (
    WORDS,
    cells_of,
    oracle,
    slides_from,
    slots_apart,
    some_tree,
    tree_at,
    trees,
)

SHAPES = [*WORDS, ("b", 7), ("b", 9), ("e", 6), ("e", 9)]


@given(st.sampled_from(SHAPES), st.integers(0, 2**32), st.floats(0, 0.6))
def test_kruskal_takes_each_slot_that_closes_no_cycle(shape, seed, share):
    slots, rng = geometry(*shape).slots, np.random.default_rng(seed)
    boxed = (rng.random(slots) < share).astype(np.uint8)
    order = rng.permutation(slots).astype(np.int32)
    names = [tuple(cell) for cell in geometry(*shape).cells.tolist()]
    first = [slot for forced in (1, 0) for slot in order if boxed[slot] == forced]
    taken = oracle(*shape).forest(names[slot] for slot in first)
    count = tree_kernels.span(geometry(*shape).walls, order, np.empty(geometry(*shape).nodes, np.int32), boxed)
    assert count == geometry(*shape).boxes
    assert cells_of(*shape, tree_of(boxed)) == set(taken)
    assert oracle(*shape).is_tree(taken)


@given(trees(SHAPES), st.lists(st.integers(0, 10**6), max_size=3))
def test_hanging_roots_the_floor_that_the_root_belongs_to(shaped, emptied):
    type_, size, tree = shaped
    floor = floor_of(type_, size)
    boxed = boxed_of(tree, len(floor.cells))
    for slot in emptied:
        boxed[slot % len(boxed)] ^= 1
    parent, order, reached = _hung(boxed, floor)
    doors = [(slot, ends) for slot, ends in enumerate(floor.junctions.tolist()) if not boxed[slot]]
    island = {0}
    while grown := {end for _, ends in doors for end in ends if not island.isdisjoint(ends)} - island:
        island |= grown
    assert set(order[:reached].tolist()) == island
    assert reached == len(island)
    assert order[0] == 0
    assert parent[0] == -1
    ranks = {int(junction): rank for rank, junction in enumerate(order[:reached])}
    for junction in order[1:reached].tolist():
        ends = dict(doors)[int(parent[junction])]
        assert junction in ends
        assert ranks[sum(ends) - junction] < ranks[junction]


@given(trees(SHAPES))
def test_legal_slides_are_those_that_leave_a_tree(shaped):
    type_, size, tree = shaped
    floor = floor_of(type_, size)
    boxed = boxed_of(tree, len(floor.cells))
    parent, _, _ = _hung(boxed, floor)
    wanted = slides_from(*shaped)
    slides = np.empty(len(boxed), np.int32)
    assert slides[: tree_kernels.all_slides(boxed, floor, slides)].tolist() == wanted
    every = range(len(boxed))
    assert [slide for slide in every if tree_kernels.may_slide(np.int32(slide), boxed, floor, parent)] == wanted
    assert tree_of(boxed) == tree


@given(trees(SHAPES), st.integers(0, 2**32))
def test_a_slide_leaves_the_floor_hung_as_afresh(shaped, seed):
    type_, size, tree = shaped
    floor, rng = floor_of(type_, size), np.random.default_rng(seed)
    boxed, slides = boxed_of(tree, len(floor.cells)), np.empty(geometry(type_, size).slots, np.int32)
    parent, _, _ = _hung(boxed, floor)
    for _ in range(30):
        count = tree_kernels.all_slides(boxed, floor, slides)
        if count:
            slide = slides[rng.integers(count)]
            tree_kernels.do_slide(slide, boxed, floor, parent)
            tree ^= 3 << int(slide)
            assert tree_of(boxed) == tree
            assert parent.tolist() == _hung(boxed, floor)[0].tolist()


@given(trees([*WORDS, ("b", 7)]), st.integers(0, 2**32), st.integers(0, 200), st.integers(1, 30))
def test_a_walk_takes_each_draw_that_is_legal_until_it_is_long_enough(shaped, seed, draws, length):
    type_, size, tree = shaped
    floor = floor_of(type_, size)
    slots = len(floor.cells)
    drawn = np.random.default_rng(seed).integers(slots, size=draws).astype(np.int32)
    boxed, walked, tally = boxed_of(tree, slots), np.empty(length, np.int32), np.zeros(4, np.int64)
    parent, home = _hung(boxed, floor)[0], np.arange(slots, dtype=np.int32)
    for part in np.array_split(drawn, 3):
        wander_kernels.wander(part, walked, boxed, floor, parent, home, tally)
    wanted, path, legal = [], [tree], slides_from(*shaped)
    for slide in drawn.tolist():
        if len(wanted) < length and slide in legal:
            wanted.append(slide)
            path.append(path[-1] ^ 3 << slide)
            legal = slides_from(type_, size, path[-1])
    distances = [slots_apart(type_, size, tree, other) for other in path]
    assert walked[: tally[0]].tolist() == wanted
    assert tree_of(boxed) == path[-1]
    assert tally.tolist() == [len(wanted), distances[-1], max(distances), distances.index(max(distances))]
    assert parent.tolist() == _hung(boxed, floor)[0].tolist()


@given(trees([("b", 4), ("e", 3), ("b", 7), ("e", 6)]), st.integers(0, 2**32))
def test_choices_are_counted_before_each_slide(shaped, seed):
    type_, size, tree = shaped
    rng, walked, counts = np.random.default_rng(seed), [], []
    for _ in range(6):
        legal = slides_from(type_, size, tree)
        if legal:
            walked.append(int(rng.choice(legal)))
            counts.append(len(legal))
            tree ^= 3 << walked[-1]
    slides, found = np.array(walked, np.int32), np.empty(len(walked), np.int32)
    tree_kernels.count_choices(slides, boxed_of(shaped[2], geometry(type_, size).slots), floor_of(type_, size), found)
    assert found.tolist() == counts


def test_astar_decides_every_pair_of_the_smallest_sizes():
    for type_, size in (("b", 2), ("e", 2), ("b", 3)):
        everything = list(oracle(type_, size).trees())
        for goal in everything[::3]:
            distances = oracle(type_, size).distances(goal)
            counts = oracle(type_, size).line_counts(goal)
            for start in everything:
                if start != goal and oracle(type_, size).line_counts(start) == counts:
                    _assert_astar_knows(type_, size, start, goal, distances.get(start))


@pytest.mark.parametrize(
    ("type_", "size", "seed"), [*(("e", 3, seed) for seed in range(12)), ("b", 4, 6), ("e", 4, 29)]
)
def test_astar_finds_the_distances_of_breadth_first_search(type_, size, seed):
    goal = cells_of(type_, size, some_tree(type_, size, seed))
    for start, distance in list(oracle(type_, size).distances(goal).items())[1::5]:
        _assert_astar_knows(type_, size, start, goal, distance)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("type_", "size", "slides_made"), [("e", 6, 5), ("b", 7, 4), ("b", 9, 3)])
def test_astar_is_exact_where_a_state_takes_several_words(type_, size, slides_made, seed):
    slides, rng = oracle(type_, size), np.random.default_rng(seed)
    start = goal = cells_of(type_, size, some_tree(type_, size, seed))
    for _ in range(slides_made):
        onward = sorted(sorted(moved) for _, _, moved in slides.slides(goal))
        goal = frozenset(onward[rng.integers(len(onward))])
    near, far = (
        slides.distances(start, most=slides_made // 2),
        slides.distances(goal, most=slides_made - slides_made // 2),
    )
    if start != goal:
        distance = min(near[tree] + far[tree] for tree in near.keys() & far.keys())
        _assert_astar_knows(type_, size, start, goal, distance)


def test_astar_bounds_the_distance_where_the_limit_ends_it():
    for seed in range(6):
        goal = cells_of("b", 4, some_tree("b", 4, seed))
        start, distance = list(oracle("b", 4).distances(goal).items())[-1]
        statuses = []
        for limit in (1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 1024):
            status, _, nodes, bound = _astar("b", 4, start, goal, limit)
            assert nodes <= limit
            assert bound <= distance
            assert bound >= slots_apart("b", 4, tree_at("b", 4, start), tree_at("b", 4, goal))
            assert bound == distance or status == kernel_constants.NODE_LIMIT
            statuses.append(status)
        assert statuses[0] == kernel_constants.NODE_LIMIT
        assert statuses[-1] == kernel_constants.SOLVED
        assert kernel_constants.UNSOLVABLE not in statuses


def _assert_astar_knows(type_, size, start, goal, distance):
    status, slides, _, bound = _astar(type_, size, start, goal, 4096)
    if distance is None:
        assert status == kernel_constants.UNSOLVABLE
        return
    assert status == kernel_constants.SOLVED
    assert bound == distance == len(slides)
    tree = tree_at(type_, size, start)
    for slide in slides:
        assert slide in slides_from(type_, size, tree)
        tree ^= 3 << slide
    assert tree == tree_at(type_, size, goal)


def _astar(type_, size, start, goal, limit):
    """Status, slides, nodes and bound, by slices of seven expansions."""
    slots = geometry(type_, size).slots
    search = memory(slots, limit, limit + slots * size + 2)
    ends = (boxed_of(tree_at(type_, size, tree), slots) for tree in (start, goal))
    start, goal = ends
    astar_kernels.enter(start, goal, search)
    status, node = kernel_constants.RUNNING, -1
    while status == kernel_constants.RUNNING:
        status, node = astar_kernels.astar(goal, floor_of(type_, size), search, 7)
    return status, way_to(node, search).tolist(), search.tally[astar_kernels.NODES], search.tally[astar_kernels.TOTAL]


def _hung(boxed, floor):
    parent, order = (np.full(len(floor.corner), -9, np.int32) for _ in range(2))
    reached = tree_kernels.hang(boxed, floor, parent, order)
    return parent, order, reached
