from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator import SolveStatus
from generator.puzzles.sokoban.level import Level
from generator.puzzles.sokoban.notation.xsb import parse_level
from generator.puzzles.sokoban.search import exact_attempt, floor_kernels
from generator.puzzles.sokoban.search.floor import room_of
from generator.puzzles.sokoban.search.question import ALL_PRUNINGS, Search
from generator.puzzles.sokoban.search.solver import fewest_moves, least_moves, least_pushes
from generator.puzzles.sokoban.search.walks import moves_of, pushes_of
from generator.puzzles.sokoban.solutions.replay import replay
from tests.generator.puzzles.compiled import compiled_twice
from tests.generator.puzzles.sokoban.strategies import levels
from tests.oracles import moves as oracle
from tests.oracles.sokoban import Sokoban

PLENTY = 30_000

CIRCULAR = """\
#######
#  *  #
#  @# #
#     #
#######"""

RETURNING = """\
######
#    #
# *@ #
######"""

FOUR = """\
########
#  .   #
# $ $# #
#. @ . #
# $# $ #
#   .  #
########"""


def oracle_pushes(level: Level) -> int | None:
    """The least pushes by breadth-first search over complete states."""
    game = Sokoban(level)
    ends = [depth for (boxes, _), depth in game.distances(within=Everything()).items() if boxes == game.goals and depth]
    return min(ends, default=None)


class Everything:
    def __contains__(self, state: object) -> bool:
        return True


@given(levels(), st.booleans())
def test_searches_that_begin_anew_with_tables_prove_the_same(level, both_ends):
    """With slices of three expansions nearly all of them do."""
    room = room_of(level)
    if room is None or not level.boxes_off_goal:
        return
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(exact_attempt, "SLICE", 3)
        answer = least_pushes(room, Search(PLENTY, both_ends=both_ends))
        moves = least_moves(room, Search(PLENTY))
        few = None if answer.upper is None else fewest_moves(room, answer.upper, Search(PLENTY))
    best = oracle_pushes(level)
    assert answer.upper == best
    assert answer.status is (SolveStatus.UNSOLVABLE if best is None else SolveStatus.SOLVED)
    assert moves.upper == least_moves(room, Search(PLENTY)).upper
    if best is not None:
        assert few is not None
        assert len(few) == replay(level, moves_of(room, few)).pushes == best


def test_a_search_that_begins_anew_counts_the_nodes_of_both_and_keeps_to_its_budget():
    room = room_of(parse_level(FOUR))
    assert room is not None
    whole = least_pushes(room, Search(PLENTY))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(exact_attempt, "SLICE", 1)
        anew = least_pushes(room, Search(PLENTY))
        assert (anew.lower, anew.upper) == (whole.lower, whole.upper)
        assert anew.expanded == whole.expanded + 1
        for nodes in range(10, whole.nodes, 7):
            answer = least_pushes(room, Search(nodes))
            assert answer.nodes <= nodes
            assert answer.lower <= whole.lower


@given(levels(), st.booleans(), st.integers(0, ALL_PRUNINGS))
def test_least_pushes_are_those_of_plain_search_whatever_is_switched_off(level, both_ends, prunings):
    room = room_of(level)
    if room is None or not level.boxes_off_goal:
        return
    answer = least_pushes(room, Search(PLENTY, both_ends, prunings))
    expected = oracle_pushes(level)
    if expected is None:
        assert answer.status is SolveStatus.UNSOLVABLE
    else:
        assert (answer.status, answer.lower, answer.upper) == (SolveStatus.SOLVED, expected, expected)
        assert replay(level, moves_of(room, answer.pushes)).pushes == expected


@given(levels())
def test_a_box_or_goal_beyond_the_walls_makes_a_level_unsolvable(level):
    if room_of(level) is None:
        assert oracle_pushes(level) is None


@given(levels())
def test_least_moves_are_those_of_plain_search(level):
    room = room_of(level)
    expected = oracle.least(level, weigh_pushes=False)
    if room is None:
        assert expected is None
        return
    answer = least_moves(room, Search(PLENTY))
    if expected is None:
        assert answer.status is SolveStatus.UNSOLVABLE
    else:
        assert (answer.status, answer.lower, answer.upper) == (SolveStatus.SOLVED, expected[1], expected[1])
        assert replay(level, moves_of(room, answer.pushes)).moves == expected[1]


@given(levels())
def test_fewest_moves_are_those_of_the_best_solution_by_pushes(level):
    room = room_of(level)
    expected = oracle.least(level, weigh_pushes=True)
    if room is None or expected is None:
        return
    pushes = fewest_moves(room, expected[0], Search(PLENTY))
    played = replay(level, moves_of(room, pushes))
    assert (played.pushes, played.moves) == expected


@pytest.mark.parametrize("both_ends", [False, True])
def test_a_level_that_begins_solved_is_solved_by_at_least_one_push(both_ends):
    level = parse_level(CIRCULAR)
    answer = least_pushes(room_of(level), Search(PLENTY, both_ends))
    expected = oracle.least(level, weigh_pushes=True)
    assert answer.upper == expected[0]
    assert replay(level, moves_of(room_of(level), answer.pushes)).pushes == expected[0]


def test_a_solution_may_end_in_the_very_state_in_which_it_began():
    level = parse_level(RETURNING)
    assert oracle.least(level, weigh_pushes=False) == (2, 10)
    assert least_moves(room_of(level), Search(PLENTY)).upper == 10
    assert moves_of(room_of(level), fewest_moves(room_of(level), 2, Search(PLENTY))) == "ulldRurrdL"


def test_fewest_moves_end_where_they_are_told_to_or_nowhere():
    room = room_of(parse_level(RETURNING))
    ends = {end for end in range(len(room.cells)) if fewest_moves(room, 2, Search(PLENTY), end)}
    assert ends == {room.player}
    assert fewest_moves(room, 2, Search(PLENTY, seconds=0), room.player) is None


@pytest.mark.parametrize("both_ends", [False, True])
def test_a_spent_budget_is_no_proof_and_leaves_bounds(both_ends):
    level = parse_level(FOUR)
    full = least_pushes(room_of(level), Search(PLENTY, both_ends))
    short = least_pushes(room_of(level), Search(1, both_ends))
    assert full.status is SolveStatus.SOLVED
    assert short.lower <= full.upper


def test_the_clock_stops_a_search_and_proves_nothing():
    level = parse_level(FOUR)
    answer = least_pushes(room_of(level), Search(PLENTY, seconds=0), clock=count().__next__)
    assert answer.status is SolveStatus.NODE_LIMIT
    assert answer.upper is None


def test_the_same_search_gives_the_same_answer():
    room = room_of(parse_level(FOUR))
    assert least_pushes(room, Search(PLENTY, both_ends=True)) == least_pushes(room, Search(PLENTY, both_ends=True))


def test_pushes_and_moves_are_two_ways_to_write_a_solution():
    room = room_of(parse_level(FOUR))
    answer = least_pushes(room, Search(PLENTY))
    assert pushes_of(room, moves_of(room, answer.pushes)) == answer.pushes


@given(levels())
def test_distances_between_places_are_those_of_a_lone_box(level):
    """The push distances by zone equal those of plain search with that box alone, from every side."""
    room = room_of(level)
    if room is None:
        return
    walls = level.cells().walls
    for box, player in ((box, player) for box in range(len(room.cells)) for player in range(len(room.cells))):
        if box == player or len(room.cells) > 12:
            continue
        place = 4 * box + room.floor.zone[box, player]
        for number, goal in enumerate(room.goal):
            alone = Level.from_cells(
                walls, *(mask(walls, room, cell) for cell in (box, goal)), tuple(room.cells[player])
            )
            expected = 0 if box == goal else oracle_pushes(alone)
            found = int(room.floor.ahead[place, number])
            assert found == (floor_kernels.UNREACHED if expected is None else expected)


def mask(walls, room, cell):
    found = walls & False
    found[tuple(room.cells[cell])] = True
    return found


def test_every_kernel_is_compiled_once():
    room = room_of(parse_level("#######\n#.$@$.#\n#-----#\n#######"))
    assert least_pushes(room, Search(1_000)).status is SolveStatus.SOLVED
    assert compiled_twice("generator.puzzles.sokoban.search.") == []
