"""Solutions as boxes pushed from cell to cell, and the same as moves."""

import numpy as np
import pytest
from hypothesis import given

from generator.errors import IllegalMoveError
from generator.puzzles.sokoban.notation.files import parse_file
from generator.puzzles.sokoban.notation.point_push import format_point_push, parse_point_push
from generator.puzzles.sokoban.notation.xsb import parse_level
from generator.puzzles.sokoban.one_box.replay import moves_of_pairs, pairs_of_moves
from generator.puzzles.sokoban.solutions.replay import replay
from generator.puzzles.sokoban.solutions.submission import MOST_MOVES
from tests.generator.puzzles.sokoban.one_box.boards import random_board
from tests.generator.puzzles.sokoban.strategies import played
from tests.oracles.one_box import region
from tests.oracles.replay import Game

ROOM = """
#######
#-----#
#-@$--#
#-----#
#-$.-.#
#-----#
#######
"""


def moves_of(level, text):
    return moves_of_pairs(level, parse_point_push(text), MOST_MOVES)


def test_pairs_that_take_long_to_find_are_refused_and_those_of_a_long_solution_are_not():
    wall, row = "#" * 100, "#" + "-" * 98 + "#"
    room = parse_level("\n".join([wall, *[row] * 49, "#@$." + "-" * 95 + "#", *[row] * 48, wall]))
    with pytest.raises(IllegalMoveError, match="take too long to find") as refusal:
        moves_of(room, "C51-D52," + "D52-F53,F53-D52," * 690)
    assert refusal.value.step < 200
    ordinary = parse_level(ROOM)
    back_and_forth = "D3-E4,E4-D3," * 1000
    assert len(moves_of(ordinary, back_and_forth)) > 5000
    with pytest.raises(IllegalMoveError, match="more than 100 moves"):
        moves_of_pairs(ordinary, parse_point_push(back_and_forth), 100)


def text_of(level, moves):
    return format_point_push(pairs_of_moves(level, moves))


def end_of(level, moves):
    """The state after the moves: the boxes, and the cells that the player can walk to."""
    game = Game(level)
    for letter in moves:
        assert game.play(letter.lower()) is not None
    return set(game.boxes), region(game.walls, game.boxes, game.player)


def test_a_pair_is_the_way_with_the_fewest_pushes_and_moves():
    level = parse_level(ROOM)
    assert moves_of(level, "D3-F5") == "RRurDD"
    assert moves_of(level, "D3-F5\nC5-D5") == "RRurDDlllldR"


def test_pushes_of_one_box_are_one_pair():
    level = parse_level(ROOM)
    assert text_of(level, "RRurDDlllldR") == "D3-F5, C5-D5"


def test_pushes_back_and_forth_are_one_pair_where_nothing_is_left_of_them():
    level = parse_level("##########\n#-@$----.#\n#--------#\n##########")
    assert text_of(level, "RRdrruL") == "D2-E2"


def test_a_pair_ends_before_the_player_would_be_on_the_wrong_side():
    """The box comes back to the narrow place from the other side, which straight on would not be so."""
    level = parse_level("##########\n#@-$-----#\n####-###-#\n####-.---#\n##########")
    assert text_of(level, "rRRRlddrrrruulLL") == "D2-F2, F2-E2"
    assert text_of(level, "rRRRlddrrrruulL") == "D2-F2"


def test_boxes_that_take_turns_are_pairs_of_their_own():
    level = parse_level("########\n#------#\n#@$--.-#\n#-$--.-#\n#------#\n########")
    assert text_of(level, "RldRuR") == "C3-D3, C4-D4, D3-E3"


@given(played())
def test_pairs_of_any_game_end_where_the_game_does(game):
    level, moves = game
    if moves.islower():
        assert pairs_of_moves(level, moves) == []
        return
    pairs = pairs_of_moves(level, moves)
    again = moves_of_pairs(level, pairs, MOST_MOVES)
    assert end_of(level, again) == end_of(level, moves)
    assert pairs_of_moves(level, again) == pairs
    assert len(pairs) <= sum(letter.isupper() for letter in moves)


def test_pairs_of_long_random_games_end_where_these_do():
    rng = np.random.default_rng(5)
    for _ in range(100):
        level = random_board(rng, 6, 8)
        game = Game(level)
        for letter in rng.choice(list("lurd"), 200):
            game.play(str(letter))
        moves = "".join(move.direction if move.box is None else move.direction.upper() for move in game.history)
        again = moves_of_pairs(level, pairs_of_moves(level, moves), MOST_MOVES)
        assert end_of(level, again) == end_of(level, moves)


def test_zero_space_solutions_take_a_pair_for_every_run_of_slides(shared):
    for entry in parse_file((shared / "levels/sokoban/example-b4-e4.xsb").read_text("utf-8")):
        level = parse_level(entry.text)
        pairs = pairs_of_moves(level, entry.solution)
        again = moves_of_pairs(level, pairs, MOST_MOVES)
        before, after = replay(level, entry.solution), replay(level, again)
        assert after.pushes == before.pushes
        assert after.moves <= before.moves
        assert len(pairs) <= before.pushes // 2


@pytest.mark.parametrize(
    ("text", "step", "problem"),
    [
        ("D3-E3, D3-F3", 2, "D3-F3: there is no box on D3"),
        ("D3-D3", 1, "D3-D3: the box cannot be pushed there"),
        ("D3-A3", 1, "D3-A3: the box cannot be pushed there"),
        ("D3-ZZ99", 1, "D3-ZZ99: the box cannot be pushed there"),
        ("ZZ99-D3", 1, "there is no box on ZZ99"),
    ],
)
def test_a_pair_that_cannot_be_played_is_named(text, step, problem):
    with pytest.raises(IllegalMoveError, match=problem) as caught:
        moves_of(parse_level(ROOM), text)
    assert caught.value.step == step
