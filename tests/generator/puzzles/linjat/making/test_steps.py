"""The steps of the search: whatever is changed, the lines of a board stay a solution of it."""

from dataclasses import replace

import numpy as np
import pytest

from generator.puzzles.linjat import kernel_constants
from generator.puzzles.linjat.deduction.layer_kernels import deduce
from generator.puzzles.linjat.deduction.layers import Outcome, deduced
from generator.puzzles.linjat.level import level_with, parse_level
from generator.puzzles.linjat.lines import solution_of
from generator.puzzles.linjat.making.board_kernels import load
from generator.puzzles.linjat.making.change_kernels import change_or_pair
from generator.puzzles.linjat.making.generation import generated, level_of_board
from generator.puzzles.linjat.making.mending_kernels import mend
from generator.puzzles.linjat.making.pair_kernels import pair
from generator.puzzles.linjat.rules import CHEATS
from tests.generator.puzzles.linjat.making.boards import lines_of, search_of
from tests.generator.puzzles.linjat.spaces import genome_in, levels_in

SPACE = {"mode": "expert", "rows": [7], "cols": [8], "numbers": [9], "effort": 100}


@pytest.fixture(scope="module")
def levels():
    return [*levels_in(SPACE, 6)]


def shown(search, level):
    return level_of_board(search.board, level.height, level.width)


def test_lines_stay_a_solution_whatever_is_changed(levels):
    rng = np.random.Generator(np.random.PCG64(1))
    for level in levels:
        search = search_of(level)
        owner = np.zeros(level.height * level.width, np.int32)
        for _ in range(300):
            change_or_pair(search.board, owner, level.width, rng)
            load(search.board, search.puzzle)
            assert solution_of(shown(search, level), lines_of(search.board, level.width))


def test_a_pair_of_dots_is_in_reach_of_both_its_numbers(levels):
    rng, made = np.random.Generator(np.random.PCG64(2)), 0
    for level in levels * 20:
        search = search_of(level)
        before = {number[:2] for number in level.numbers}
        if not pair(search.board, level.width, rng):
            continue
        after = shown(search, level)
        moved = {number[:2] for number in after.numbers} - before
        made += len(moved) == 2
        if len(moved) == 2:
            (row, column), (other_row, other_column) = moved
            assert {(row, other_column), (other_row, column)} <= after.dots
    assert made >= 5


def without_some_dots(level, rng):
    kept = [dot for dot in sorted(level.dots) if rng.random() < 0.7]
    return level_with(level.height, level.width, level.numbers, kept)


def test_mending_adds_dots_until_the_lines_follow_without_a_cheat(levels):
    rng, mended = np.random.Generator(np.random.PCG64(3)), 0
    for level in levels * 20:
        search, bare = search_of(level), without_some_dots(level, rng)
        search.board.dots[:] = search.puzzle.dots[:] = search_of(level).puzzle.dots & dots_of(bare)
        added, _ = mend(10, search.board, search.puzzle, search.notes, search.trace, rng)
        mended += added > 0
        # With a new dot another rule may come first, so that it may take a second turn.
        while added > 0:
            added, _ = mend(10, search.board, search.puzzle, search.notes, search.trace, rng)
        after = shown(search, level)
        assert bare.dots <= after.dots
        assert np.array_equal(search.board.dots, search.puzzle.dots)
        solution_of(after, lines_of(search.board, level.width))
        if added == 0:
            assert deduced(after).outcome is Outcome.SOLVED
            assert not CHEATS & {layer.rule for layer in deduced(after).layers}
    assert mended >= 20


def dots_of(level):
    words = np.zeros((level.height * level.width + 63) // 64, np.uint64)
    for row, column in level.dots:
        cell = row * level.width + column
        words[cell >> 6] |= np.uint64(1) << np.uint64(cell & 63)
    return words


def test_what_needs_no_mending_has_the_layers_of_the_deduction(levels):
    rng = np.random.Generator(np.random.PCG64(4))
    for level in levels:
        search = search_of(level)
        _, count = deduce(kernel_constants.EVERY_RULE, search.puzzle, search.notes, search.trace)
        layers = [*zip(search.trace.rule[:count].tolist(), search.trace.width[:count].tolist(), strict=True)]
        added, again = mend(0, search.board, search.puzzle, search.notes, search.trace, rng)
        mended = [*zip(search.trace.rule[:again].tolist(), search.trace.width[:again].tolist(), strict=True)]
        assert (added, mended) == (0, layers)


def test_no_dot_is_added_beyond_the_most():
    level = parse_level("2.\n  ")
    search = search_of(level)
    search.board.dots[:] = search.puzzle.dots[:] = 0
    rng = np.random.Generator(np.random.PCG64(5))
    assert mend(0, search.board, search.puzzle, search.notes, search.trace, rng)[0] == -1
    assert mend(1, search.board, search.puzzle, search.notes, search.trace, rng)[0] == 1


def test_mended_levels_have_no_cheat_whatever_one_is_worth():
    weights = (1000, 1, 1000, 1, 1, 1, 1, 0)
    for seed in range(8):
        level = generated(replace(genome_in({**SPACE, "effort": 300}, seed), weights=weights))
        assert not CHEATS & {layer.rule for layer in deduced(level).layers}
