"""Passes are exact in type w and in g's square hull, as far as complete Sokoban searches tell, and not in g's L."""

import pytest

from generator.puzzles.sokoban.level import Level
from tests.generator.puzzles.sokoban.kinds.zero_space.pitch3.random_hulls import TYPES, cells_of, oracle, walk
from tests.oracles.sokoban import Sokoban


@pytest.mark.parametrize(("type_", "trees"), [("w", 48), ("g", 32), ("g-square", 32)])
def test_every_resting_state_of_every_tree_of_size_2(type_, trees):
    roots = oracle(type_, 2).trees()
    assert len(roots) == trees
    assert all(not _disputed(type_, 2, root) for root in roots)


def test_every_resting_state_of_samples_of_the_square_hull_of_size_3():
    assert not _disputed("g-square", 3, _tree("g-square", 3, 0))


@pytest.mark.slow
def test_every_resting_state_of_w_3():
    assert not _disputed("w", 3, _tree("w", 3, 0))


@pytest.mark.slow
def test_the_l_of_g_3_saves_two_pushes_in_few_states():
    disputed = _disputed("g", 3, _tree("g", 3, 0))
    assert len(disputed) == 544
    for by_passes, in_sokoban in disputed.values():
        assert sorted(a - b for a, b in zip(by_passes, in_sokoban, strict=True)) == [0, 2]


@pytest.mark.parametrize("type_", TYPES)
def test_walls_and_boxes_hang_together_in_every_state_of_size_2_that_leads_back(type_):
    root = _tree(type_, 2, 0)
    board = Level(oracle(type_, 2).rows(root, root))
    sokoban = Sokoban(board)
    for boxes, _ in sokoban.distances(within=sokoban.before()):
        solid = {cell for cell in range(board.width * board.height) if boxes >> cell & 1}
        solid |= {row * board.width + column for row, column in oracle(type_, 2).block_at}
        assert _connected(solid, board.width)


def _disputed(type_, size, root):
    """The resting states with the least pushes (from the root, to the root) in which both searches differ."""
    hulls = oracle(type_, size)
    board = Level(hulls.rows(root, root))
    sokoban = Sokoban(board)
    before = sokoban.before()
    after = sokoban.distances(within=before)
    slots = _bits(board, hulls.slots)
    resting = {boxes: (after[boxes, player], before[boxes, player]) for boxes, player in after if not boxes & ~slots}
    onward, back = hulls.distances(root), hulls.distances(root, backwards=True)
    passes = {_bits(board, tree): (onward[tree], back[tree]) for tree in onward if tree in back}
    assert resting.keys() == passes.keys()
    return {boxes: (passes[boxes], resting[boxes]) for boxes in resting if passes[boxes] != resting[boxes]}


def _tree(type_, size, seed):
    return cells_of(type_, size, walk(type_, size, seed, 1)[0].start)


def _bits(board, cells):
    return sum(1 << (row * board.width + column) for row, column in cells)


def _connected(cells, width):
    seen, edge = set(), [min(cells)]
    while edge:
        cell = edge.pop()
        if cell in cells and cell not in seen:
            seen.add(cell)
            edge += [cell + row + column for row in (-width, 0, width) for column in (-1, 0, 1)]
    return seen == cells
