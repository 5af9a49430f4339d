"""The slide graph is exact for real Sokoban (docs/research/slides-are-exact.md): complete searches agree."""

from itertools import islice

import numpy as np
import pytest

from generator.puzzles.sokoban.kinds.zero_space.explorer import Explorer
from generator.puzzles.sokoban.kinds.zero_space.making.scramble import grow_tree
from generator.puzzles.sokoban.level import Level
from tests.generator.puzzles.sokoban.kinds.zero_space.random_trees import cells_of, oracle, some_tree, tree_at
from tests.oracles.sokoban import Sokoban

EVERYTHING = 1 << 20
MODERATE = 500
"""States of a component that the plain search goes through in seconds."""


def test_every_resting_state_of_every_tree_of_size_2_and_of_b_3():
    roots = [(shape, root) for shape in (("b", 2), ("e", 2), ("b", 3)) for root in oracle(*shape).trees()]
    assert len(roots) == 4 + 192 + 192
    assert _differences(roots) == 0


def test_every_resting_state_of_samples_of_e_3():
    assert _differences((("e", 3), cells_of("e", 3, some_tree("e", 3, seed))) for seed in range(40)) == 0


def test_every_resting_state_of_samples_of_s_at_sizes_too_small_for_its_rule():
    assert _differences((("s", 2), _any_tree(2, seed)) for seed in range(30)) == 0
    assert _differences((("s", 3), _any_tree(3, seed)) for seed in range(6)) == 0


@pytest.mark.slow
def test_every_resting_state_of_every_component_of_s_2_and_more_samples_of_s_3():
    assert _differences((("s", 2), tree) for tree in oracle("s", 2).trees()) == 0
    assert _differences((("s", 3), _any_tree(3, seed)) for seed in range(6, 60)) == 0


@pytest.mark.parametrize(
    ("type_", "root"),
    [("b", 0x599DF3), ("b", 0x25FD9D), ("b", 0xFD4957), ("e", 0x71FC0C498), ("e", 0x4B87CA0CC), ("e", 0xE05B41606C)],
)
def test_every_resting_state_of_samples_of_size_4(type_, root):
    assert _differences([((type_, 4), cells_of(type_, 4, root))]) == 0


@pytest.mark.slow
def test_every_resting_state_of_every_component_of_e_3():
    trees = {tree_at("e", 3, tree) for tree in oracle("e", 3).trees()}
    assert len(trees) == 100_352
    roots = []
    while trees:
        roots.append(min(trees))
        trees -= {int(tree) for tree in _component("e", 3, roots[-1]).states}
    assert _differences((("e", 3), cells_of("e", 3, root)) for root in roots) == 0


@pytest.mark.slow
@pytest.mark.parametrize("type_", ["b", "e"])
def test_every_resting_state_of_more_samples_of_size_4(type_):
    trees = (some_tree(type_, 4, seed) for seed in range(1000))
    small = (tree for tree in trees if _component(type_, 4, tree).nodes <= MODERATE)
    assert _differences(((type_, 4), cells_of(type_, 4, tree)) for tree in islice(small, 25)) == 0


def _differences(roots):
    return sum(len(_disputed(*shape, root)) for shape, root in roots)


def _disputed(type_, size, root):
    """What only one of both searches says of the resting states: boxes, pushes to them and pushes from them."""
    board = Level(oracle(type_, size).rows(root, root, (1, 1)))
    sokoban = Sokoban(board)
    before = sokoban.before()
    after = sokoban.distances(within=before)
    slots = _bits(board, oracle(type_, size).slots)
    resting = [(boxes, after[boxes, player], before[boxes, player]) for boxes, player in after if not boxes & ~slots]
    component = _component(type_, size, tree_at(type_, size, root))
    places = [(int(tree), 2 * component.distance(number)) for number, tree in enumerate(component.states)]
    slides = [(_bits(board, cells_of(type_, size, tree)), pushes, pushes) for tree, pushes in places]
    assert len(set(resting)) == len(resting), "one floor means one place for the player"
    return set(resting) ^ set(slides)


def _any_tree(size, seed):
    return cells_of("s", size, grow_tree("s", size, 0, np.random.default_rng(seed)))


def _component(type_, size, root):
    component = Explorer().component(type_, size, root, EVERYTHING)
    assert component.complete
    return component


def _bits(board, cells):
    return sum(1 << (row * board.width + column) for row, column in cells)
