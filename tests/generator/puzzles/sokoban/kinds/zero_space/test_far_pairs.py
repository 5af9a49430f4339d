import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.puzzles.sokoban.kinds.zero_space.boards.geometry import geometry
from generator.puzzles.sokoban.kinds.zero_space.boards.layout import floor_of
from generator.puzzles.sokoban.kinds.zero_space.far_pair_kernels import Ends, part
from generator.puzzles.sokoban.kinds.zero_space.far_pairs import parted
from generator.puzzles.sokoban.kinds.zero_space.making.scramble import random_walk
from generator.puzzles.sokoban.kinds.zero_space.trees import ZeroSpace, boxed_of, line_bound, tree_of
from generator.puzzles.sokoban.slides.tree_kernels import hang
from tests.generator.puzzles.sokoban.kinds.zero_space.random_trees import (
    cells_of,
    oracle,
    slides_from,
    some_tree,
    trees,
)
from tests.oracles.parting import Parting

SHAPES = [("b", 3), ("b", 4), ("e", 2), ("e", 3)]


@given(trees(SHAPES), st.lists(st.tuples(st.integers(0, 1), st.integers(0, 10**6), st.booleans()), max_size=20))
def test_ends_part_slide_by_slide_as_the_oracle_leads_them(shaped, attempts):
    type_, size, _ = shaped
    floor, cells = floor_of(type_, size), [tuple(cell) for cell in geometry(type_, size).cells.tolist()]
    slides = np.flatnonzero(floor.face >= 0)
    plain = Parting(oracle(type_, size), cells_of(*shaped))
    draws, yielding = [], []
    for end, choice, yields in attempts:
        slide = int(slides[choice % len(slides)])
        plain.attempt(end, (cells[slide], cells[slide + 1]), yields)
        draws.append(2 * slide + end)
        yielding.append(yields)
    ends, made, tally = _ends(*shaped), np.empty(len(draws), np.int32), np.zeros(4, np.int64)
    part(np.array(draws, np.int32), np.array(yielding, np.uint8), made, floor, ends, tally)
    assert [cells_of(type_, size, tree_of(boxed)) for boxed in ends.boxed] == plain.trees
    assert [(draw & 1, (cells[draw >> 1], cells[(draw >> 1) + 1])) for draw in made[: tally[0]]] == plain.made
    assert tally.tolist() == [len(plain.made), plain.distances[-1], max(plain.distances), plain.farthest]


@given(trees(SHAPES), st.integers(1, 60), st.integers(0, 2**32))
def test_the_slides_lead_from_one_end_to_the_other(shaped, tries, seed):
    start, goal, slides = parted(*shaped, tries, np.random.default_rng(seed))
    tree = start
    for slide in slides.tolist():
        assert slide in slides_from(*shaped[:2], tree)
        tree ^= 3 << slide
    assert tree == goal


@pytest.mark.parametrize(("size", "gain"), [(7, 1.2), (12, 1.5), (20, 1.8)])
def test_they_are_much_farther_apart_than_a_walk_comes(size, gain):
    walked = bounds = 0
    for seed in range(3):
        tree = some_tree("b", size, seed)
        start, goal, _ = parted("b", size, tree, 200_000, np.random.default_rng(seed))
        bounds += line_bound(ZeroSpace("b", size, start, goal))
        walked += random_walk("b", size, tree, 40_000, np.random.default_rng(seed)).distance
    assert bounds > gain * walked, "although they make no more slides"


def _ends(type_, size, tree):
    floor = floor_of(type_, size)
    boxed = np.stack([boxed_of(tree, len(floor.cells))] * 2)
    parent = np.empty((2, len(floor.corner)), np.int32)
    for end in range(2):
        hang(boxed[end], floor, parent[end], np.empty(len(floor.corner), np.int32))
    return Ends(boxed, parent, np.stack([np.arange(len(floor.cells), dtype=np.int32)] * 2))
