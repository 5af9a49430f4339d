"""The greedy search from both ends, against plain search."""

import subprocess
import sys

import numpy as np
from hypothesis import given, settings

from generator.puzzles.sokoban import kernel_constants
from generator.puzzles.sokoban.level import Level
from generator.puzzles.sokoban.notation.xsb import parse_level
from generator.puzzles.sokoban.search import greedy_kernels
from generator.puzzles.sokoban.search.features.packing import guides
from generator.puzzles.sokoban.search.floor import is_small, room_of
from generator.puzzles.sokoban.search.greedy_search import greedy_attempts
from generator.puzzles.sokoban.search.memory import SharedRoom
from generator.puzzles.sokoban.search.node_kernels import BOXES, CLOSED, PLAYER
from generator.puzzles.sokoban.search.question import Search
from generator.puzzles.sokoban.search.walks import moves_of
from generator.puzzles.sokoban.solutions.replay import replay
from tests.generator.puzzles.sokoban.search.test_solver import oracle_pushes
from tests.generator.puzzles.sokoban.strategies import levels

PLENTY = Search(30_000)

TRAP = """\
########
#.---.-#
#---$-##
#$#$---#
#-@$.-.#
########"""
"""Greed leads to deadlocks here that no frozen box betrays, and on from them."""


def attempts(room, search=PLENTY):
    return greedy_attempts(SharedRoom(room), guides(room)[0], search)


@settings(deadline=None)
@given(levels(most_boxes=4))
def test_it_solves_what_plain_search_solves(level):
    room = room_of(level)
    if room is None or not level.boxes_off_goal:
        return
    expected = oracle_pushes(level)
    for attempt in attempts(room):
        while attempt.status == kernel_constants.RUNNING:
            attempt.advance()
        assert attempt.status == (kernel_constants.UNSOLVABLE if expected is None else kernel_constants.SOLVED)
        if expected is not None:
            pushes = attempt.pushes()
            assert replay(level, moves_of(room, pushes)).pushes == len(pushes) >= expected


def examined(room):
    """A search without tables that examines every state that it expands by pushes; its attempt at the end."""
    (attempt,) = attempts(room)
    while attempt.status == kernel_constants.RUNNING:
        attempt.note(greedy_kernels.search(1, attempt.examiner, room.floor, attempt.memory, attempt.workspace))
    return attempt


def positions_given_up(level, room, attempt):
    """The positions that were given up as deadlocks, or as what came from one."""
    walls, _, goals, _ = level.cells()
    nodes = attempt.memory.node[: attempt.nodes]
    for row in nodes[nodes[:, CLOSED] & greedy_kernels.DEAD > 0]:
        boxes = np.zeros_like(walls)
        for number, cell in enumerate(room.cells):
            boxes[tuple(cell)] = row[BOXES + (number >> 5)] >> (number & 31) & 1
        yield Level.from_cells(walls, boxes, goals, tuple(room.cells[row[PLAYER]].tolist()))


@settings(deadline=None)
@given(levels(most_boxes=4))
def test_what_is_given_up_has_no_solution(level):
    room = room_of(level)
    if room is None or not attempts(room):
        return
    for position in positions_given_up(level, room, examined(room)):
        assert oracle_pushes(position) is None


def test_all_that_came_from_a_deadlock_is_given_up():
    level = parse_level(TRAP)
    room = room_of(level)
    given_up = [*positions_given_up(level, room, examined(room))]
    assert len(given_up) > 5
    assert all(oracle_pushes(position) is None for position in given_up)


def hall(rows, cols):
    """A level with one box in a hall."""
    lines = ["-" * cols for _ in range(rows)]
    lines[1] = "-$" + lines[1][2:]
    lines[0] = "@" + lines[0][1:]
    lines[2] = lines[2][:-2] + ".-"
    wall = "#" * (cols + 2)
    return room_of(parse_level("\n".join([wall, *(f"#{line}#" for line in lines), wall])))


def test_a_large_room_leaves_more_time_to_others():
    small, large = hall(5, 8), hall(12, 12)
    assert is_small(small)
    assert not is_small(large)
    (in_small,), (in_large,) = attempts(small), attempts(large)
    assert in_small.first > in_large.first > 0


def test_too_few_nodes_end_it():
    (attempt,) = attempts(hall(5, 8), Search(3))
    while attempt.status == kernel_constants.RUNNING:
        attempt.advance()
    assert attempt.status == kernel_constants.NODE_LIMIT
    assert attempt.nodes <= 3


# All but the larger table that many states ask for, which is small.
COMPILED_LATER = """
from generator.puzzles.sokoban.search.features.packing import guides
from generator.puzzles.sokoban.search.floor import is_small, room_of
from generator.puzzles.sokoban.search.greedy_search import greedy_attempts
from generator.puzzles.sokoban.search.memory import SharedRoom
from generator.puzzles.sokoban.search.portfolio import warm_searches_in_turn
from generator.puzzles.sokoban.search.question import Search
from tests.generator.puzzles.compiled import kernels_of
from tests.generator.puzzles.sokoban.search.test_greedy_search import TRAP, parse_level
warm_searches_in_turn()
kernels = kernels_of("generator.puzzles.sokoban.search.")
warm = {name: len(kernel.signatures) for name, kernel in kernels.items()}
room = room_of(parse_level(TRAP))
for attempt in greedy_attempts(SharedRoom(room), guides(room)[0], Search(30_000)):
    while attempt.status == 0:
        attempt.advance()
later = {name.rpartition(".")[2] for name, kernel in kernels.items() if len(kernel.signatures) > warm[name]}
print(attempt.status, later - {"_home", "move_table"})
"""


def test_a_warm_search_has_nothing_left_to_compile():
    told = subprocess.run([sys.executable, "-c", COMPILED_LATER], capture_output=True, text=True, check=True)
    assert told.stdout == f"{kernel_constants.SOLVED} set()\n"
