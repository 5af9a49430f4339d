import numpy as np
from hypothesis import given

from generator.puzzles.sokoban.kinds.zero_space.pitch3 import astar_kernels, hull_kernels
from generator.puzzles.sokoban.kinds.zero_space.pitch3.walk import after_passes, ground_of
from generator.puzzles.sokoban.kinds.zero_space.trees import boxed_of, is_tree
from tests.generator.puzzles.sokoban.kinds.zero_space.pitch3.random_hulls import cells_of, oracle, walk, walks


@given(walks())
def test_possible_passes_are_those_of_the_definition(walked):
    zero, _, _ = walked
    for tree in (zero.start, zero.goal):
        found = sorted(
            (sorted(cells), pushes) for cells, pushes in oracle(zero.type, zero.size).passes(_cells(zero, tree))
        )
        assert sorted((sorted(_cells(zero, moved)), pushes) for moved, pushes in _passes(zero, tree)) == found


@given(walks())
def test_a_walk_leads_from_tree_to_tree_by_possible_passes(walked):
    zero, passes, _ = walked
    tree = zero.start
    for number in passes:
        moved = after_passes(zero.type, zero.size, tree, np.array([number], np.int32))
        assert moved in [onward for onward, _ in _passes(zero, tree)]
        assert is_tree(zero.type, zero.size, moved)
        tree = moved
    assert tree == zero.goal


def test_a_walk_says_where_the_boxes_were_farthest_from_their_beginning():
    zero, passes, (distance, farthest) = walk("w", 4, 3, 300)
    ground = ground_of("w", 4)
    places = {slot: slot for slot in range(len(ground.cells)) if zero.start >> slot & 1}
    distances = [0]
    for number in passes:
        places[ground.target[number]] = places.pop(ground.source[number])
        distances.append(sum(int(np.abs(ground.cells[a] - ground.cells[b]).sum()) for a, b in places.items()))
    assert (distance, farthest) == (max(distances), distances.index(max(distances)))


@given(walks(sizes=(2, 3)))
def test_the_cuts_bound_the_pushes_of_every_walk(walked):
    zero, passes, _ = walked
    ground = ground_of(zero.type, zero.size)
    start, goal = (boxed_of(tree, len(ground.cells)) for tree in (zero.start, zero.goal))
    excess = np.empty((2, zero.frame.height), np.int32)
    bound = astar_kernels.count_cuts(start, goal, ground, excess)
    boxes, goals = (_cells(zero, tree) for tree in (zero.start, zero.goal))
    cuts = [
        abs(sum(cell[axis] <= line for cell in boxes) - sum(cell[axis] <= line for cell in goals))
        for axis in (0, 1)
        for line in range(zero.frame.height)
    ]
    assert bound == sum(cuts) <= sum(1 + (ground.pushes[number, 1] >= 0) for number in passes)


def _passes(zero, tree):
    ground = ground_of(zero.type, zero.size)
    numbers = np.empty(len(ground.source), np.int32)
    count = hull_kernels.possible_passes(boxed_of(tree, len(ground.cells)), ground, numbers)
    for number in numbers[:count]:
        moved = tree ^ (1 << int(ground.source[number])) ^ (1 << int(ground.target[number]))
        yield moved, 1 + int(ground.pushes[number, 1] >= 0)


def _cells(zero, tree):
    return cells_of(zero.type, zero.size, tree)
