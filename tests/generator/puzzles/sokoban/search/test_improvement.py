from itertools import count
from time import monotonic

from hypothesis import assume, given
from hypothesis import strategies as st

from generator import SolveStatus
from generator.puzzles.sokoban.notation.xsb import parse_level
from generator.puzzles.sokoban.search.bound_kernels import FIXED, FREEZE, MATCHING
from generator.puzzles.sokoban.search.floor import room_of
from generator.puzzles.sokoban.search.improvement import (
    FewerPushesNearby,
    fewer_moves_nearby,
    fewer_pushes,
    fewer_pushes_nearby,
)
from generator.puzzles.sokoban.search.question import ALL_PRUNINGS, Search
from generator.puzzles.sokoban.search.solver import least_pushes
from generator.puzzles.sokoban.search.walks import moves_of, pushes_of
from generator.puzzles.sokoban.solutions.replay import replay
from tests.generator.puzzles.sokoban.strategies import wandered
from tests.oracles import moves as move_oracle
from tests.oracles.sokoban import Sokoban

PLENTY = 30_000

FIELD = """\
#########
#       #
#@$   . #
#       #
# $   . #
#       #
#########"""
"""Eight pushes suffice."""


PUSHED = wandered(most_boxes=3).filter(lambda game: game[1].lower() != game[1])
"""A room and a way through it with a push."""


class Near:
    """The states in which at most so many boxes are elsewhere than in some state on a way."""

    def __init__(self, level, moves, apart):
        room = room_of(level)
        self.apart, self.ways = apart, []
        boxes = {int(cell) for cell in room.start}
        bits = [1 << (int(row) * level.width + int(column)) for row, column in room.cells]
        walled_off = Sokoban(level).boxes & ~sum(bits)
        self.ways.append(walled_off | sum(bits[cell] for cell in boxes))
        for cell, direction in pushes_of(room, moves):
            boxes = boxes - {cell} | {int(room.floor.near[cell, direction])}
            self.ways.append(walled_off | sum(bits[box] for box in boxes))

    def __contains__(self, state):
        return any((state[0] & ~way).bit_count() <= self.apart for way in self.ways)


def least(level, within):
    game = Sokoban(level)
    return min(depth for (boxes, _), depth in game.distances(within=within).items() if boxes == game.goals)


@given(PUSHED, st.integers(0, 3))
def test_a_better_solution_nearby_is_found_where_plain_search_finds_one(game, apart):
    """Corrals put pushes first that may lead away from the known solution, so they are left out."""
    level, moves = game
    room, known = room_of(level), replay(level, moves).pushes
    assume(set(room.start.tolist()) != set(room.goal.tolist()))
    found = fewer_pushes_nearby(room, pushes_of(room, moves), apart, Search(PLENTY, prunings=FREEZE | MATCHING | FIXED))
    best = least(level, Near(level, moves, apart))
    assert found.status is SolveStatus.SOLVED
    assert (found.upper is None) == (best == known)
    if found.upper is not None:
        assert best <= found.upper == replay(level, moves_of(room, found.pushes)).pushes < known


@given(PUSHED, st.integers(0, 3))
def test_one_solution_after_another_is_better_until_there_is_none_nearby(game, apart):
    level, moves = game
    room, search = room_of(level), Search(PLENTY, prunings=FREEZE | MATCHING | FIXED)
    pushes, look = pushes_of(room, moves), FewerPushesNearby()
    assume(set(room.start.tolist()) != set(room.goal.tolist()))
    while (found := look(room, pushes, apart, search, monotonic)).upper is not None:
        assert len(pushes) > found.upper == replay(level, moves_of(room, found.pushes)).pushes
        pushes = found.pushes
    assert found.status is SolveStatus.SOLVED
    assert len(pushes) == least(level, Near(level, moves_of(room, pushes), apart))


@given(PUSHED, st.integers(0, ALL_PRUNINGS))
def test_with_every_box_anywhere_a_better_solution_is_found_unless_there_is_none(game, prunings):
    level, moves = game
    room, known = room_of(level), replay(level, moves).pushes
    optimum = least_pushes(room, Search(PLENTY)).upper
    found = fewer_pushes_nearby(room, pushes_of(room, moves), room.boxes, Search(PLENTY, prunings=prunings))
    assert found.status is SolveStatus.SOLVED
    assert (found.upper is None) == (known == optimum)


@given(PUSHED, st.booleans(), st.integers(0, ALL_PRUNINGS))
def test_below_a_known_solution_the_optimum_is_found_unless_it_is_known(game, both_ends, prunings):
    level, moves = game
    room, known = room_of(level), replay(level, moves).pushes
    optimum = least_pushes(room, Search(PLENTY)).upper
    found = fewer_pushes(room, known, Search(PLENTY, both_ends, prunings))
    assert (found.status, found.lower) == (SolveStatus.SOLVED, optimum)
    assert (known if found.upper is None else found.upper) == optimum


@given(PUSHED, st.booleans())
def test_nothing_less_than_the_optimum_is_found_and_that_is_a_proof(game, both_ends):
    level, _ = game
    room = room_of(level)
    optimum = least_pushes(room, Search(PLENTY)).upper
    found = fewer_pushes(room, optimum, Search(PLENTY, both_ends))
    assert (found.status, found.lower, found.upper, found.pushes) == (SolveStatus.SOLVED, optimum, None, [])


@given(PUSHED, st.integers(0, ALL_PRUNINGS))
def test_with_every_box_anywhere_the_fewest_moves_are_found(game, prunings):
    level, moves = game
    room = room_of(level)
    known = pushes_of(room, moves)
    found = fewer_moves_nearby(room, known, room.boxes, Search(PLENTY, prunings=prunings))
    straight = len(moves_of(room, known))
    assert found.status is SolveStatus.SOLVED
    assert (straight if found.upper is None else found.upper) == move_oracle.least(level, weigh_pushes=False)[1]


def test_the_clock_and_the_nodes_stop_a_search_and_prove_nothing():
    level = parse_level(FIELD)
    room = room_of(level)
    assert fewer_pushes(room, 10, Search(3)).status is SolveStatus.NODE_LIMIT
    stopped = fewer_pushes(room, 10, Search(PLENTY, seconds=0), clock=count().__next__)
    assert (stopped.status, stopped.upper) == (SolveStatus.NODE_LIMIT, None)
