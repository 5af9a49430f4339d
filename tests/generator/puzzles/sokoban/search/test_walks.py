from hypothesis import assume, given

from generator.puzzles.sokoban.search.floor import room_of
from generator.puzzles.sokoban.search.walks import moves_of, pushes_of, until_solved
from generator.puzzles.sokoban.solutions.replay import recase, replay
from tests.generator.puzzles.sokoban.strategies import wandered


@given(wandered())
def test_pushes_end_where_they_first_solve_the_level(wandering):
    level, moves = wandering
    assume(any(letter.isupper() for letter in moves))
    room = room_of(level)
    pushes = until_solved(room, pushes_of(room, moves))
    assert pushes == pushes_of(room, recase(level, moves))
    assert replay(level, moves_of(room, pushes)).pushes == len(pushes)
