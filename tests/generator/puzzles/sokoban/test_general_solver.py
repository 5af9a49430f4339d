"""Who solves which level, and with what is left of the limits."""

import subprocess
import sys
from itertools import count

import pytest

from generator.puzzles.sokoban.family import FAMILY
from generator.puzzles.sokoban.general_solver import decided
from generator.puzzles.sokoban.kinds.zero_space.pitch3.route import passes_of
from generator.puzzles.sokoban.kinds.zero_space.trees import board_of, zero_space_of
from generator.puzzles.sokoban.notation.xsb import parse_level
from generator.puzzles.sokoban.search.floor import room_of
from generator.puzzles.sokoban.search.question import Search
from generator.puzzles.sokoban.search.solver import least_pushes, least_pushes_in_few_moves
from generator.puzzles.sokoban.search.walks import moves_of
from generator.puzzles.sokoban.solutions.replay import replay
from generator.values import Request, SolveStatus
from tests.generator.puzzles.sokoban.kinds.zero_space import alone as zero_space
from tests.generator.puzzles.sokoban.kinds.zero_space.pitch3.random_hulls import walk
from tests.oracles.sokoban import Sokoban

PLENTY = 50_000
SHORTCUT = board_of(walk("g", 3, 18, 30)[0])
"""A level of type g, size 3, that passes solve in 15 pushes."""

ROUNDABOUT = parse_level("########\n#@-----#\n#-$-$--#\n#-----.#\n#--$-..#\n########")


def least_pushes_by_plain_search(level):
    """Layer by layer from both ends, the smaller layer first, until they meet."""
    sokoban = Sokoban(level)
    free = [1 << cell for cell in range(level.width * level.height) if not (sokoban.walls | sokoban.goals) >> cell & 1]
    layers = [
        {(sokoban.boxes, sokoban.region(sokoban.boxes, sokoban.player))},
        {(sokoban.goals, sokoban.region(sokoban.goals, player)) for player in free},
    ]
    seen = [{*layers[0]}, {*layers[1]}]
    pushes = 0
    while not seen[0] & seen[1]:
        pushes += 1
        side = min((0, 1), key=lambda side: len(layers[side]))
        steps = (sokoban.pushes, sokoban.pulls)[side]
        after = {step for boxes, region in layers[side] for step in steps(boxes, region)}
        layers[side] = {(boxes, sokoban.region(boxes, player)) for boxes, player in after} - seen[side]
        seen[side] |= layers[side]
    return pushes


def test_pushes_decide_where_passes_of_type_g_are_not_exact():
    model = zero_space.solve(SHORTCUT, PLENTY)
    solution = FAMILY.solve(SHORTCUT, PLENTY)
    assert not model.proven
    assert solution.proven
    assert solution.status is SolveStatus.SOLVED
    assert solution.upper_bound == least_pushes_by_plain_search(SHORTCUT) == model.upper_bound - 4
    assert replay(SHORTCUT, solution.moves).pushes == solution.upper_bound
    assert solution.nodes > model.nodes
    assert not len(passes_of(zero_space_of(SHORTCUT), solution.moves))
    metrics = FAMILY.measure(SHORTCUT, solution)
    assert 1 < metrics["branching"] < metrics["branching_max"]
    assert metrics["component"] is None


@pytest.mark.parametrize("seed", range(12))
def test_every_level_of_g_2_is_proven(seed):
    level = board_of(walk("g", 2, seed, 9)[0])
    if not level.boxes_off_goal:
        return
    solution = FAMILY.solve(level, PLENTY)
    assert solution.proven
    assert solution.upper_bound == least_pushes_by_plain_search(level)


def test_where_pushes_have_little_left_the_better_bounds_of_both_are_kept():
    model = zero_space.solve(SHORTCUT, PLENTY)
    solution = FAMILY.solve(SHORTCUT, model.nodes + 100)
    assert solution.status is SolveStatus.NODE_LIMIT
    assert model.lower_bound <= solution.lower_bound < solution.upper_bound <= model.upper_bound
    assert replay(SHORTCUT, solution.moves).pushes == solution.upper_bound
    assert FAMILY.solve(SHORTCUT, model.nodes) == zero_space.solve(SHORTCUT, model.nodes)


def test_pushes_have_only_the_seconds_that_are_left():
    model = zero_space.solve(SHORTCUT, PLENTY)
    solution = decided(SHORTCUT, lambda: model, PLENTY, Request(seconds=0))
    assert (solution.status, solution.upper_bound) == (SolveStatus.NODE_LIMIT, model.upper_bound)


def test_a_level_too_large_for_pushes_keeps_the_answer_of_the_model():
    level = board_of(walk("g", 32, 1, 50)[0])
    solution = FAMILY.solve(level, 100)
    assert (solution.status, solution.budget) == (SolveStatus.NODE_LIMIT, 100)
    assert solution.lower_bound > 0


@pytest.mark.parametrize("aim", ["pushes", "moves", "any"])
def test_a_level_that_starts_solved_needs_a_push_and_the_answer_says_so(aim):
    stuck, free = parse_level("#####\n#@*-#\n#####"), parse_level("######\n#@*--#\n#----#\n######")
    lost, found = (FAMILY.solve(level, PLENTY, Request(aim)) for level in (stuck, free))
    assert lost.status is SolveStatus.UNSOLVABLE
    assert "every box is on a goal already" in str(lost.reason)
    assert replay(free, found.moves).pushes >= 2


def test_fewer_moves_are_looked_for_while_there_is_time():
    room = room_of(ROUNDABOUT)
    plain = least_pushes(room, Search(PLENTY))
    # The clock ticks at every look: three seconds are over before the second search begins.
    ticks = count()
    hurried = least_pushes_in_few_moves(room, Search(PLENTY, seconds=3), clock=ticks.__next__)
    patient = least_pushes_in_few_moves(room, Search(PLENTY, seconds=100), clock=count().__next__)
    assert hurried.pushes == plain.pushes
    assert hurried.upper == patient.upper == plain.upper
    assert len(moves_of(room, patient.pushes)) < len(moves_of(room, plain.pushes))


COMPILED_LATER = """
import sys
from generator import Request, get_family
from tests.generator.puzzles.compiled import kernels_of
family, request = get_family("sokoban"), Request(sys.argv[1])
family.warm_solver(request)
kernels = kernels_of("generator.puzzles.sokoban").values()
warm = [len(kernel.signatures) for kernel in kernels]
level = family.parse("########\\n#@-----#\\n#-$-$--#\\n#--..--#\\n########")
list(family.shorten(level, family.solve(level, 10_000, Request(request.aim)).moves, 10_000, request))
print([kernel.__name__ for kernel, before in zip(kernels, warm) if len(kernel.signatures) > before], sum(warm) > 0)
"""


@pytest.mark.parametrize("aim", ["pushes", "moves"])
def test_a_warm_solver_has_nothing_left_to_compile(aim):
    told = subprocess.run([sys.executable, "-c", COMPILED_LATER, aim], capture_output=True, text=True, check=True)
    assert told.stdout == "[] True\n"
