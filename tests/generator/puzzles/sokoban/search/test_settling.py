from time import monotonic

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from generator.puzzles.sokoban.notation.xsb import parse_level
from generator.puzzles.sokoban.search.floor import room_of
from generator.puzzles.sokoban.search.question import Search
from generator.puzzles.sokoban.search.settling import leads_to, part_of, pushed, settled
from generator.puzzles.sokoban.search.shorter_solutions import FEWER_MOVES, FEWER_PUSHES
from generator.puzzles.sokoban.search.walks import moves_of, pushes_of
from generator.puzzles.sokoban.solutions.replay import replay
from tests.generator.puzzles.sokoban.strategies import wandered

CORRIDOR = """\
#######
#@ $ .#
#######"""


@given(wandered(most_boxes=3), st.booleans(), st.integers(1, 200))
def test_where_it_ends_it_gains_nothing_a_second_time(game, by_moves, nodes):
    level, moves = game
    assume(moves.lower() != moves)
    room, aim = room_of(level), (FEWER_MOVES if by_moves else FEWER_PUSHES).roughly
    known = pushes_of(room, moves)
    *_, best = [known, *settled(room, known, Search(nodes), aim, monotonic)]
    *_, again = [best, *settled(room, best, Search(nodes), aim, monotonic)]
    assert replay(level, moves_of(room, best)).pushes == len(best)
    assert aim.rank(room, known, None)[0] >= aim.rank(room, best, None)[0] == aim.rank(room, again, None)[0]


@given(wandered(), st.data())
def test_a_part_leads_from_one_state_of_a_solution_to_another(game, data):
    level, moves = game
    assume(moves.lower() != moves)
    room = room_of(level)
    pushes = pushes_of(room, moves)
    first = data.draw(st.integers(0, len(pushes) - 1))
    last = data.draw(st.integers(first + 1, len(pushes)))
    start, goal = ({*cells.tolist()} for cells in (room.start, room.goal))
    assert pushed(room, room.player, start, pushes)[1] == goal
    player, boxes = pushed(room, room.player, start, pushes[:first])
    part = part_of(room, player, boxes, pushes[first:last])
    assert {*part.start.tolist()} == boxes
    assert {*part.goal.tolist()} == pushed(room, room.player, start, pushes[:last])[1]
    assert leads_to(part, pushes[first:last], pushes[last - 1][0])


@pytest.mark.parametrize(("count", "reached"), [(1, [0, 1, 2]), (2, [0, 1, 2, 3])])
def test_a_part_leads_to_where_the_player_can_walk_after_it(count, reached):
    room = room_of(parse_level(CORRIDOR))
    pushes = pushes_of(room, "rRR")
    _, boxes = pushed(room, room.player, {*room.start.tolist()}, pushes[:count])
    assert [cell for cell in range(5) if cell not in boxes and leads_to(room, pushes[:count], cell)] == reached
