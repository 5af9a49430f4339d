"""Levels of small rooms are solved with the least pushes, and the deepest ones are found."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.errors import GenerationError, UnsupportedLevelError
from generator.puzzles.sokoban.kinds.free import solver
from generator.puzzles.sokoban.kinds.free.genome import FreeGenome
from generator.puzzles.sokoban.kinds.free.measure import measure
from generator.puzzles.sokoban.kinds.free.retrograde import Puller
from generator.puzzles.sokoban.kinds.free.room import Room
from generator.puzzles.sokoban.kinds.free.solver import deepest_level
from generator.puzzles.sokoban.kinds.free.witness import witness_of
from generator.puzzles.sokoban.notation.xsb import parse_level
from generator.puzzles.sokoban.search.floor import room_of
from generator.puzzles.sokoban.search.question import Search
from generator.puzzles.sokoban.search.solver import fewest_moves
from generator.puzzles.sokoban.search.walks import moves_of
from generator.puzzles.sokoban.solutions.replay import replay
from generator.values import SolveStatus
from tests.generator.puzzles.compiled import compiled_twice
from tests.generator.puzzles.sokoban.kinds.free.rooms import (
    levels_by_plain_search,
    rooms,
    states_by_plain_search,
    widened,
)
from tests.oracles.replay import Game
from tests.oracles.sokoban import Sokoban

BUDGET = 100_000
PULLER = Puller()
CORRIDOR = parse_level("#######\n#@$--.#\n#######")


def solve(level, budget):
    return solver.solve(level, witness_of(level), budget, PULLER)


@settings(max_examples=40)
@given(rooms(), st.sampled_from([0, 17]), st.data())
def test_every_level_is_solved_with_the_least_pushes(room, width, data):
    levels = list(levels_by_plain_search(widened(room, width)))
    if not levels:
        return
    level, depth = data.draw(st.sampled_from(levels))
    solution = solve(level, BUDGET)
    assert solution.status is SolveStatus.SOLVED
    assert solution.lower_bound == solution.upper_bound == depth
    assert replay(level, solution.moves).pushes == depth


@settings(max_examples=40)
@given(rooms(), st.sampled_from(["evolve", "fixed"]))
def test_the_deepest_level_of_a_room_is_as_deep_as_any(room, walls):
    wanted = max(states_by_plain_search(room).values())
    genome = FreeGenome(room, walls, BUDGET, 0, 0)
    if not wanted:
        with pytest.raises(GenerationError, match="no box can be pulled"):
            deepest_level(genome, PULLER)
        return
    level = deepest_level(genome, PULLER).level
    assert solve(level, BUDGET).lower_bound == wanted
    if walls == "fixed":
        assert level.cells().walls.sum() == np.pad(room.cropped().walls, 1, constant_values=True).sum()


def test_one_solution_of_few_moves_is_chosen_among_those_of_least_pushes():
    level = parse_level("#######\n#-----#\n#@$---#\n#--.--#\n#-----#\n#######")
    solution = solve(level, BUDGET)
    assert solution.lower_bound == 2
    assert len(solution.moves) == 4


def test_no_solution_of_a_deep_room_has_fewer_moves():
    rows = ("#########", "#+----###", "###-----#", "#--#--$-#", "#-$###-##", "#-$--#.-#", "#-------#", "#--##-.##")
    level = parse_level("\n".join((*rows, "#########")))
    pushes = solve(level, BUDGET).upper_bound
    room = room_of(level)
    assert len(solve(level, BUDGET).moves) == len(moves_of(room, fewest_moves(room, pushes, Search(BUDGET)))) == 224


def test_what_the_budget_does_not_reach_is_left_to_other_solvers():
    with pytest.raises(UnsupportedLevelError, match="not within 0 pushes, which is as far as 1 states reach"):
        solve(CORRIDOR, 1)
    assert solve(CORRIDOR, BUDGET).lower_bound == 3
    crowded = parse_level("\n".join(["#" * 14, "#@$.$.$.$.---#", *["#------------#"] * 9, "#" * 14]))
    with pytest.raises(UnsupportedLevelError, match="too many ways"):
        solve(crowded, 1000)


def test_what_cannot_be_solved_is_proven():
    level = parse_level("######\n#$-@-#\n#--.-#\n######")
    solution = solve(level, BUDGET)
    assert solution.status is SolveStatus.UNSOLVABLE
    assert solution.proven


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("#####\n#@-*#\n#####", "every box is already on a goal"),
        ("#" * 24 + "\n#@$." + "-" * 19 + "#\n" + "#" * 24, "22 columns inside its walls"),
        ("#####\n#@$.#\n#####\n#*--#\n#####", None),
        ("######\n#@$-.#\n######\n#$-.-#\n######", None),
        (
            "######\n#@$..#\n######\n#$---#\n######",
            "where the player can go, the level does not have as many boxes as goals",
        ),
    ],
)
def test_levels_that_this_search_does_not_take(text, why):
    if why is None:
        assert solve(parse_level(text), BUDGET).status is SolveStatus.SOLVED
    else:
        with pytest.raises(UnsupportedLevelError, match=why):
            solve(parse_level(text), BUDGET)


@settings(max_examples=25)
@given(rooms(), st.data())
def test_choices_are_counted_along_the_solution(room, data):
    levels = list(levels_by_plain_search(room))
    if not levels:
        return
    level, depth = data.draw(st.sampled_from(levels))
    solution = solve(level, BUDGET)
    metrics = measure(witness_of(level), solution, PULLER)
    counts, shortest = plain_choices(level, solution.moves, depth)
    assert metrics["branching"] == pytest.approx(sum(counts) / depth)
    assert metrics["branching_max"] == max(counts)
    assert metrics["alive"] == pytest.approx(shortest / sum(counts))
    assert metrics["component"] == solution.nodes


def plain_choices(level, moves, depth):
    """Pushes to cells from which a lone box can be pushed home, before each push; and how many of all stay shortest."""
    rules, game = Sokoban(level), Game(level)
    walls, _, goals, _ = level.cells()
    alive = cells_alive(walls, goals)
    counts, shortest, left = [], 0, depth
    least = states_by_plain_search(Room.from_masks(walls, goals))
    for move in moves:
        if move.isupper():
            boxes = sum(1 << (row * level.width + column) for row, column in game.boxes)
            player = 1 << (game.player[0] * level.width + game.player[1])
            after = list(rules.pushes(boxes, rules.region(boxes, player)))
            new = [((moved & ~boxes).bit_length() - 1, moved, player) for moved, player in after]
            legal = [(moved, player) for cell, moved, player in new if alive.flat[cell]]
            counts.append(len(legal))
            left -= 1
            shortest += sum(depth_of(rules, least, level, moved, player) == left for moved, player in legal)
        game.play(move.lower())
    return counts, shortest


def depth_of(rules, least, level, boxes, player):
    region = rules.region(boxes, player)
    cell = (region & -region).bit_length() - 1
    width = level.width + 2
    shifted = sum(
        1 << ((n // level.width + 1) * width + n % level.width + 1) for n in range(boxes.bit_length()) if boxes >> n & 1
    )
    return least.get((shifted, 1 << ((cell // level.width + 1) * width + cell % level.width + 1)))


def cells_alive(walls, goals):
    alive = goals.copy()
    while True:
        grown = alive.copy()
        for row, column in np.argwhere(alive):
            for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                near, far = (row + down, column + right), (row + 2 * down, column + 2 * right)
                if not walls[near] and not walls[far]:
                    grown[near] = True
        if (grown == alive).all():
            return alive
        alive = grown


def test_each_kernel_is_compiled_for_one_signature():
    assert solve(CORRIDOR, BUDGET).status is SolveStatus.SOLVED
    assert compiled_twice("generator.puzzles.sokoban.kinds.free.") == []
