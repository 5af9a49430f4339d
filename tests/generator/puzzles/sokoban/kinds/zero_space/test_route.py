import re
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.puzzles.sokoban.kinds.zero_space import route
from generator.puzzles.sokoban.kinds.zero_space.boards.layout import floor_of
from generator.puzzles.sokoban.kinds.zero_space.route import few_moves, moves_of, shortest_walk, slides_of
from generator.puzzles.sokoban.kinds.zero_space.trees import ZeroSpace
from generator.puzzles.sokoban.solutions.replay import replay
from tests.generator.puzzles.sokoban.kinds.zero_space.alone import component_of
from tests.generator.puzzles.sokoban.kinds.zero_space.random_trees import (
    WORDS,
    cells_of,
    drawn,
    oracle,
    slides_from,
    some_tree,
    trees,
    walks,
)
from tests.oracles.replay import Game

SHAPES = [*WORDS, ("b", 8), ("e", 7)]
WIDE = 1 << 12
"""More than all pairs of a state and a junction at any depth of a small level."""


def movable(shapes):
    return trees(shapes).filter(lambda shaped: slides_from(*shaped))


@given(walks(SHAPES).filter(lambda walk: len(walk[1]) > 0))
def test_slides_become_a_solution_with_shortest_walks(walk):
    zero, slides = walk
    moves = moves_of(zero, slides)
    _assert_shortest_walks(zero, moves)
    if zero.start != zero.goal:
        assert replay(drawn(zero), moves).pushes == 2 * len(slides)


@pytest.mark.parametrize(("type_", "size", "seed"), [("b", 2, 0), ("b", 3, 1), ("b", 4, 2), ("e", 2, 0), ("e", 3, 4)])
def test_the_player_may_begin_anywhere(type_, size, seed):
    zero, slides = _walk(type_, size, seed, 6)
    for player in sorted(oracle(type_, size).floor - cells_of(type_, size, zero.start)):
        _assert_shortest_walks(replace(zero, player=player), moves_of(replace(zero, player=player), slides))


@given(walks(SHAPES))
def test_slides_and_moves_are_inverse(walk):
    zero, slides = walk
    assert slides_of(zero, moves_of(zero, slides)).tolist() == slides.tolist()


@pytest.mark.parametrize(
    ("moves", "slides"),
    [
        ("ddRR", [0]),
        ("ddrrRR", [1]),
        ("", []),
        ("ddrr", []),
        ("ddR", []),
        ("ddRRR", []),
        ("ddRU", []),
        ("ddRlrR", []),
        ("ddRRrRlrR", []),
        ("RR", []),
        ("dRR", []),
        ("ddRRlluuRR", []),
    ],
)
def test_only_pairs_of_pushes_from_slot_to_slot_are_slides(moves, slides):
    zero = ZeroSpace("b", 3, some_tree("b", 3, 0), some_tree("b", 3, 1))
    assert slides_of(zero, moves).tolist() == slides


@settings(max_examples=60)
@given(movable([("b", 3), ("e", 2), ("e", 3)]), st.data())
def test_a_beam_that_is_wide_enough_finds_the_fewest_moves(shaped, data):
    zero, descent = _descent(shaped, data.draw(st.integers(0, 10**6)))
    cells = sorted(oracle(zero.type, zero.size).floor - cells_of(zero.type, zero.size, zero.start))
    zero = replace(zero, player=data.draw(st.sampled_from(cells)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(route, "BEAM", WIDE)
        assert len(moves_of(zero, shortest_walk(zero, descent))) == _fewest_moves(zero)


@settings(max_examples=30)
@given(movable([("b", 3), ("b", 4), ("e", 3)]), st.integers(0, 10**6), st.sampled_from([1, 2, 7, WIDE]))
def test_a_beam_of_any_width_keeps_to_shortest_solutions_and_counts_their_moves(shaped, choice, width):
    zero, descent = _descent(shaped, choice)
    moves, slides = few_moves(descent, floor_of(zero.type, zero.size), _first_position(zero), width)
    solution = moves_of(zero, slides)
    assert len(solution) == moves
    assert replay(drawn(zero), solution).pushes == 2 * len(slides)


@pytest.mark.parametrize(
    ("type_", "position"),
    [("b", (0, -1)), ("b", (0, 99)), ("b", (1, 0)), ("b", (99, -1)), ("b", (-1, -1)), ("e", (0, 0)), ("e", (16, -1))],
)
def test_a_beam_is_refused_that_begins_nowhere_on_the_board(type_, position):
    zero, descent = _descent((type_, 3, some_tree(type_, 3, 2)), 5)
    with pytest.raises(ValueError, match="is no position of a floor of"):
        few_moves(descent, floor_of(zero.type, zero.size), position, 7)


@settings(max_examples=30)
@given(movable([("b", 3), ("b", 4), ("e", 3)]), st.integers(0, 10**6))
def test_a_beam_of_one_takes_the_nearest_of_the_right_slides_each_time(shaped, choice):
    zero, descent = _descent(shaped, choice)
    _, slides = few_moves(descent, floor_of(zero.type, zero.size), _first_position(zero), 1)
    distances = oracle(zero.type, zero.size).distances(cells_of(zero.type, zero.size, zero.goal))
    tree = zero.start
    for step in range(len(slides)):
        legal = slides_from(zero.type, zero.size, tree)
        right = [
            slide
            for slide in legal
            if distances[cells_of(zero.type, zero.size, tree ^ 3 << slide)] == len(slides) - step - 1
        ]
        begun = slides[:step].tolist()
        lengths = [len(moves_of(zero, np.array([*begun, slide], np.int32))) for slide in right]
        assert slides[step] == right[lengths.index(min(lengths))]
        tree ^= 3 << int(slides[step])


@pytest.mark.parametrize(("type_", "size"), [("b", 3), ("e", 3)])
def test_the_beam_in_use_is_exact_on_small_levels_wherever_the_player_begins(type_, size):
    trees = (some_tree(type_, size, seed) for seed in range(13))
    for tree in (tree for tree in trees if slides_from(type_, size, tree)):
        zero, descent = _descent((type_, size, tree), -1)
        for player in sorted(oracle(type_, size).floor - cells_of(type_, size, zero.start))[::3]:
            begun = replace(zero, player=player)
            assert len(moves_of(begun, shortest_walk(begun, descent))) == _fewest_moves(begun)


def _first_position(zero):
    """The upper left junction, which is a hall in type b and a single cell in type e."""
    return 0, 0 if zero.type == "b" else -1


def _assert_shortest_walks(zero, moves):
    game = Game(drawn(zero))
    for steps, push in re.findall("([a-z]*)([A-Z])", moves):
        origin = game.player
        assert all(game.play(step).box is None for step in steps)
        assert game.steps_to(origin) == len(steps)
        assert game.play(push.lower()).box is not None
    assert set(game.boxes) == game.goals
    assert moves[-1].isupper()


def _walk(type_, size, seed, length):
    start = goal = some_tree(type_, size, seed)
    rng, slides = np.random.default_rng(seed), []
    for _ in range(length):
        slides.append(int(rng.choice(slides_from(type_, size, goal))))
        goal ^= 3 << slides[-1]
    return ZeroSpace(type_, size, start, goal), np.array(slides, np.int32)


def _descent(shaped, choice):
    """A level on the component of a goal, and all its shortest solutions."""
    type_, size, goal = shaped
    component = component_of(ZeroSpace(type_, size, goal, goal), 1 << 16)
    number = 1 + choice % (component.nodes - 1)
    zero = ZeroSpace(type_, size, int(component.states[number]), goal)
    return zero, component.descent(number)


def _fewest_moves(zero):
    slides = oracle(zero.type, zero.size)
    start, goal = (cells_of(zero.type, zero.size, tree) for tree in (zero.start, zero.goal))
    return slides.fewest_moves(start, slides.distances(goal), zero.player)
