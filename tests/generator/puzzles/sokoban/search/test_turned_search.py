import numpy as np
from hypothesis import given

from generator.puzzles.sokoban import kernel_constants
from generator.puzzles.sokoban.notation.xsb import parse_level
from generator.puzzles.sokoban.search import turned_search
from generator.puzzles.sokoban.search.floor import room_of
from generator.puzzles.sokoban.search.question import Search
from generator.puzzles.sokoban.search.sides import SIDES
from generator.puzzles.sokoban.search.turned_search import WAITED, turned_attempts
from generator.puzzles.sokoban.search.walks import moves_of
from generator.puzzles.sokoban.solutions.replay import replay
from tests.generator.puzzles.sokoban.search.test_portfolio import LARGE
from tests.generator.puzzles.sokoban.strategies import levels
from tests.oracles.sokoban import Sokoban

PLENTY = 20_000

OPEN = room_of(parse_level(LARGE))


def ended(room, search):
    (attempt,) = turned_attempts(room, search)
    while attempt.status == kernel_constants.RUNNING:
        attempt.advance()
    return attempt


@given(levels(most_boxes=4))
def test_what_it_says_of_a_level_holds_for_the_level_as_it_stands(level):
    room, game = room_of(level), Sokoban(level)
    if room is None or not room.boxes or np.array_equal(room.start, room.goal):
        return
    attempt = ended(room, Search(PLENTY))
    if attempt.status == kernel_constants.SOLVED:
        pushes = attempt.pushes()
        assert replay(level, moves_of(room, pushes)).pushes == len(pushes)
    else:
        assert attempt.status == kernel_constants.UNSOLVABLE
        assert all(boxes != game.goals for boxes, _ in game.distances())


def test_it_waits_and_then_begins_from_one_side_after_the_other(monkeypatch):
    monkeypatch.setattr(turned_search, "TRIED", 6)
    (attempt,) = turned_attempts(OPEN, Search(300_000))
    for _ in range(WAITED):
        attempt.advance()
    assert attempt.nodes == 0
    begun = []
    for _ in range(3 * SIDES):
        attempt.advance()
        begun.append(len({id(side) for side, _ in (*attempt.tried, *attempt.searches)}))
    assert begun == [1] * 3 + [2] * 3 + [3] * 6
    assert not attempt.tried, "in the end all go on in turn"


def test_its_searches_share_the_nodes_and_end_with_them():
    attempt = ended(OPEN, Search(1_800))
    assert attempt.status == kernel_constants.NODE_LIMIT
    assert 1_000 < attempt.nodes <= 1_800


def test_there_are_none_where_the_nodes_are_few():
    assert turned_attempts(OPEN, Search(999)) == []
