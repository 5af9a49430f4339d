"""Rooms with too many states: starts whose boxes are far from the goals."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.errors import GenerationError
from generator.puzzles.sokoban.family import FAMILY
from generator.puzzles.sokoban.kinds.free import sift_kernels
from generator.puzzles.sokoban.kinds.free.genome import FreeGenome
from generator.puzzles.sokoban.kinds.free.local_search import sift
from generator.puzzles.sokoban.kinds.free.retrograde import Puller
from generator.puzzles.sokoban.kinds.free.room import Room, floor_of, words_of
from generator.puzzles.sokoban.kinds.free.solver import deepest_level, known_solution, searchable
from generator.puzzles.sokoban.solutions.replay import replay
from tests.generator.puzzles.sokoban.kinds.free.rooms import rooms, states_by_plain_search, widened
from tests.generator.puzzles.sokoban.kinds.free.test_retrograde import names_of

BUDGET = 50_000
PULLER = Puller()
HALL = Room(("......---------", *["---------------"] * 5, "#" + "-" * 11 + "###"))


def sifted(room, width, patience):
    """The states that are found with their layers, their scores, and the place of the one that is chosen."""
    goals, search = words_of(room.goals), Puller().memory(BUDGET, len(words_of(room.goals)))
    score = np.empty(BUDGET, np.int32)
    best, last, _ = sift_kernels.sift(goals, width, patience, floor_of(room.walls), search, score)
    count = int(search.starts[last + 1])
    layers = np.searchsorted(search.starts[: last + 2], np.arange(count), side="right") - 1
    return names_of(room, search, count), layers.tolist(), score[:count].tolist(), int(best)


@pytest.mark.slow
@settings(max_examples=25)
@given(rooms(), st.sampled_from([0, 17]))
def test_a_wide_sieve_finds_every_state_at_its_depth(room, width):
    room = widened(room, width)
    names, layers, _, _ = sifted(room, BUDGET, 1000)
    assert dict(zip(names, layers, strict=True)) == states_by_plain_search(room)


@settings(max_examples=12)
@given(rooms(), st.integers(1, 4), st.integers(1, 5))
def test_a_narrow_sieve_finds_states_that_can_be_solved(room, width, patience):
    names, layers, score, best = sifted(room, width, patience)
    least = states_by_plain_search(room)
    assert all(least[name] <= layer for name, layer in zip(names, layers, strict=True))
    assert score[best] == max(score)
    assert best == score.index(max(score))


@settings(max_examples=25)
@given(rooms())
def test_scores_are_sums_of_pulls_from_every_goal_to_every_box(room):
    names, _, score, _ = sifted(room, BUDGET, 1000)
    pulls = [lone_pulls(room, goal) for goal in np.argwhere(room.goals)]
    for (boxes, _), found in zip(names, score, strict=True):
        cells = [divmod(n, room.width + 2) for n in range(boxes.bit_length()) if boxes >> n & 1]
        assert found == sum(pull.get((row - 1, column - 1), 0) for row, column in cells for pull in pulls)


def lone_pulls(room, goal):
    """The pulls that take a lone box from a goal to every cell, with a player who may be anywhere."""
    floor = {(int(row), int(column)) for row, column in np.argwhere(~room.walls)}
    pulls, edge = {tuple(map(int, goal)): 0}, [tuple(map(int, goal))]
    for row, column in edge:
        for down, right in ((-1, 0), (0, -1), (0, 1), (1, 0)):
            near, far = (row + down, column + right), (row + 2 * down, column + 2 * right)
            if near in floor and far in floor and near not in pulls:
                pulls[near] = pulls[row, column] + 1
                edge.append(near)
    return pulls


def test_large_rooms_get_a_far_start_that_another_solver_proves():
    genome = FreeGenome(HALL, "evolve", BUDGET, 1000, 0)
    assert not searchable(HALL, BUDGET)
    level = deepest_level(genome, PULLER).level
    assert level == deepest_level(genome, PULLER).level
    solution = FAMILY.solve(level, BUDGET)
    assert solution.proven
    assert replay(level, solution.moves).pushes == solution.upper_bound > 30


@pytest.mark.parametrize("walls", ["evolve", "fixed"])
@pytest.mark.parametrize("seed", range(3))
def test_the_way_to_a_far_start_is_its_known_solution(walls, seed):
    genome = FreeGenome(HALL, walls, BUDGET, 1000, seed)
    made = FAMILY.generate(genome.to_json())
    level, moves = made.level, FAMILY.known_solution(made)
    pushes = replay(level, moves).pushes
    assert FAMILY.solve(level, BUDGET).lower_bound <= pushes


def test_a_way_is_known_where_pockets_were_filled_and_the_room_shrank():
    far = Room(("######" + "#" * 9, "######" + "-" * 9, *(row[:14] + "#" for row in HALL.rows[:5])))
    genome = FreeGenome(far, "evolve", BUDGET, 0, 0)
    made = deepest_level(genome, PULLER)
    assert made.level.height - 2 < far.height
    assert replay(made.level, known_solution(made.witness, PULLER)).pushes > 0


@pytest.mark.parametrize("budget", [2, 50, 51, 1000])
def test_a_search_that_its_budget_cuts_short_counts_what_it_made(budget):
    sifted, number = sift(HALL, budget, PULLER)
    assert sifted.nodes == budget
    assert 0 <= sifted.distance(number) <= sifted.depth


def test_where_all_states_are_searched_no_way_is_kept():
    made = deepest_level(FreeGenome(Room((".---", "----")), "evolve", BUDGET, 0, 0), PULLER)
    assert known_solution(made.witness, PULLER) == ""


def test_a_budget_for_the_goals_alone_gives_no_level():
    with pytest.raises(GenerationError, match="no box can be pulled"):
        deepest_level(FreeGenome(HALL, "evolve", 1, 0, 0), PULLER)
