"""Every operator makes numbers of the space, or none."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.puzzles.linjat.declaration import DECLARATION
from generator.puzzles.linjat.genome import LinjatGenome
from generator.puzzles.linjat.level import Level, format_level, parse_level
from generator.puzzles.linjat.mutate import mutate, operators, random_genome
from generator.values import SEEDS, Specimen

HEATED = {"reheat", "refine", "polish"}
ON_COUNTS = {"add_number", "remove_number"}
ON_NUMBERS = {"change_value", "move_number", "cross_window", "new_numbers"}


def stream(seed):
    return np.random.Generator(np.random.PCG64(seed))


def space_of(height, width, counts):
    return DECLARATION.space({"rows": [height], "cols": [width], "numbers": counts, "effort": 1})


def board_of(genome):
    return {(row, column): value for row, column, value in LinjatGenome.from_json(genome).numbers}


def specimen(board, space):
    (height,), (width,) = space["rows"], space["cols"]
    rows = [[str(board.get((row, column), ".")) for column in range(width)] for row in range(height)]
    return Specimen({}, format_level(Level(tuple(map("".join, rows)))))


def random_board(space, seed):
    return board_of(random_genome(space, stream(seed)))


@st.composite
def matings(draw):
    """A small space, the numbers of two parents in it, and a seed."""
    height, width = draw(st.integers(2, 5)), draw(st.integers(2, 5))
    counts = draw(st.sets(st.integers(1, height * width - 1), min_size=1, max_size=3))
    cells = st.tuples(st.integers(0, height - 1), st.integers(0, width - 1))
    boards = st.sampled_from(sorted(counts)).flatmap(
        lambda size: st.dictionaries(cells, st.integers(2, 8), min_size=size, max_size=size)
    )
    return space_of(height, width, [*counts]), draw(boards), draw(boards), draw(st.integers(0, 999))


def child_of(operator, mating):
    space, one, other, seed = mating
    parents = [specimen(board, space) for board in (one, other)][: operators(space)[operator]]
    child = mutate(operator, parents, space, stream(seed))
    return None if child is None else board_of(child)


@pytest.mark.parametrize("operator", sorted(ON_NUMBERS | ON_COUNTS))
@settings(max_examples=40)
@given(matings())
def test_children_are_of_the_space_and_unlike_their_parent(operator, mating):
    space, one, other, seed = mating
    if operator not in operators(space):
        return
    parents = [specimen(board, space) for board in (one, other)][: operators(space)[operator]]
    child = mutate(operator, parents, space, stream(seed))
    assert child == mutate(operator, parents, space, stream(seed))
    if child is not None:
        genome = LinjatGenome.from_json(child)
        assert ([genome.height], [genome.width]) == (space["rows"], space["cols"])
        assert (genome.mode, genome.effort) == (space["mode"], space["effort"])
        assert len(genome.numbers) in space["numbers"]
        assert board_of(child) != one
        assert not genome.dots


@pytest.mark.parametrize(("operator", "heat"), [("reheat", 100), ("refine", 50), ("polish", 25)])
def test_what_is_heated_keeps_numbers_and_dots(operator, heat):
    space = space_of(4, 5, [3, 6])
    for seed in range(10):
        parent = specimen(random_board(space, seed), space)
        child = mutate(operator, [parent], space, stream(seed))
        assert child is not None
        genome = LinjatGenome.from_json(child)
        level = parse_level(parent.text)
        assert (genome.numbers, frozenset(genome.dots)) == (level.numbers, level.dots)
        assert genome.heat == heat


@given(matings())
def test_values_are_kept_where_numbers_only_move(mating):
    child = child_of("move_number", mating)
    assert child is None or Counter(child.values()) == Counter(mating[1].values())


@given(matings())
def test_numbers_keep_their_places_where_only_values_change(mating):
    child = child_of("change_value", mating)
    assert child is None or set(child) == set(mating[1])


def windows(space):
    """The cells of every window."""
    for top, bottom in combinations(range(space["rows"][0] + 1), 2):
        for left, right in combinations(range(space["cols"][0] + 1), 2):
            cells = {(row, column) for row in range(top, bottom) for column in range(left, right)}
            yield cells


def test_a_crossing_is_one_parent_in_a_window_and_the_other_around_it():
    space = space_of(5, 4, [*range(1, 20)])
    for seed in range(40):
        around, within = (random_board(space_of(5, 4, [8]), place) for place in (seed, seed + 1))
        found = []
        for window in windows(space):
            outside = {cell: value for cell, value in around.items() if cell not in window}
            found.append(outside | {cell: value for cell, value in within.items() if cell in window})
        child = child_of("cross_window", (space, around, within, seed))
        assert child is None or child in found


@pytest.mark.parametrize("operator", sorted(ON_NUMBERS | ON_COUNTS))
def test_every_operator_changes_many_boards(operator):
    space = space_of(5, 4, [6, 7, 8])
    boards = [random_board(space, seed) for seed in range(21)]
    children = [child_of(operator, (space, *boards[seed : seed + 2], seed)) for seed in range(20)]
    assert sum(child is not None for child in children) >= 6


def test_numbers_are_added_and_removed_as_far_as_the_space_allows():
    space = space_of(4, 4, [3, 5, 8])
    for operator, counts in {"add_number": {3: 5, 5: 8, 8: None}, "remove_number": {3: None, 5: 3, 8: 5}}.items():
        for before, after in counts.items():
            board = random_board(space_of(4, 4, [before]), before)
            child = child_of(operator, (space, board, board, 1))
            assert (None if child is None else len(child)) == after
            if child is not None:
                assert child.items() <= board.items() or child.items() >= board.items()


def test_operators_are_those_that_the_space_leaves_something_for():
    assert set(operators(space_of(4, 4, [3, 4]))) == HEATED | ON_NUMBERS | ON_COUNTS
    assert operators(space_of(4, 4, [3])) == {name: 1 + (name == "cross_window") for name in HEATED | ON_NUMBERS}


def test_grids_of_different_sizes_are_not_crossed():
    wide, narrow = space_of(3, 5, [4]), space_of(3, 4, [4])
    parents = [specimen(random_board(space, 1), space) for space in (wide, narrow)]
    assert mutate("cross_window", parents, wide, stream(1)) is None


def test_random_numbers_are_of_every_size_and_count_of_the_space():
    space = DECLARATION.space({"mode": "easy", "rows": [3, 4], "cols": [5, 6], "numbers": [2, 7], "effort": 9})
    genomes = [LinjatGenome.from_json(random_genome(space, stream(seed))) for seed in range(60)]
    assert {(genome.height, genome.width, len(genome.numbers)) for genome in genomes} == {
        (height, width, count) for height in (3, 4) for width in (5, 6) for count in (2, 7)
    }
    assert {value for genome in genomes for *_, value in genome.numbers} == {2, 3, 4, 5}


def test_a_session_with_seeds_begins_with_these():
    seeds = [{"level": "2."}, {"level": "3.."}]
    drawn = [random_genome({**space_of(4, 4, [3]), SEEDS: seeds}, stream(seed)) for seed in range(20)]
    assert all(genome in seeds for genome in drawn)
    assert all(seed in drawn for seed in seeds)
