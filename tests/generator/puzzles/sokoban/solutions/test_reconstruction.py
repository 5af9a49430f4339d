"""lurd2xsb: levels from the moves of their solutions."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.errors import IllegalMoveError
from generator.puzzles.sokoban.notation.files import parse_file
from generator.puzzles.sokoban.notation.xsb import parse_level
from generator.puzzles.sokoban.solutions.reconstruction import reconstructed
from generator.puzzles.sokoban.solutions.replay import replay
from tests.generator.puzzles.sokoban.strategies import played

BOARDS = {
    "R": "##### #@$.# #####",
    "uRR": "###### #-$-.# #@#### ###___",
    "Rll": "###### #-@$.# ######",
    "RdrruL": "###### #@*--# ##---# _#####",
    "urrdL": "##### #---# #+$-# #####",
    "RldRuR": "###### #@$-.# #-$.## #####_",
}
"""A push, unknown corners, a tail that adds floor, a box that comes back, one that ends on the start, two boxes."""


@pytest.mark.parametrize(("moves", "board"), BOARDS.items())
def test_what_the_moves_show_is_the_level_and_the_rest_is_wall(moves, board):
    level, drawn = reconstructed(moves)
    assert drawn.split("\n") == board.split()
    assert parse_level(drawn) == level
    assert replay(level, moves).moves == len(moves)


@pytest.mark.parametrize(
    ("moves", "step", "problem"),
    [
        ("", 0, "no push"),
        ("lurd", 4, "no push"),
        ("rL", 2, "there is none"),
        ("RlR", 3, "there is none"),
        ("Rr", 2, "a push is a capital letter"),
        ("RdrrulL", 6, "a push is a capital letter"),
        ("RRldRdrU", 8, "onto another one"),
    ],
)
def test_moves_that_no_level_allows_are_refused_with_their_number(moves, step, problem):
    with pytest.raises(IllegalMoveError, match=problem) as caught:
        reconstructed(moves)
    assert caught.value.step == step


def test_the_size_of_the_level_is_bounded():
    assert reconstructed("R" * 96).level.width == 100
    for moves in ("R" * 97, "r" * 97 + "R", "d" * 98 + "R", "l" * 10_000_000):
        with pytest.raises(IllegalMoveError, match="larger than 100 × 100") as caught:
            reconstructed(moves)
        assert caught.value.step <= 98


def test_a_string_that_goes_on_behind_the_solution_gives_another_level():
    assert reconstructed("RR").level != reconstructed("RRR").level


@given(played())
def test_every_game_is_solved_by_its_moves_on_a_part_of_its_board(game):
    level, moves = game
    if moves.islower() or not moves:
        with pytest.raises(IllegalMoveError):
            reconstructed(moves)
        return
    found = reconstructed(moves).level
    down, right = level.player[0] - found.player[0], level.player[1] - found.player[1]
    for row, letters in enumerate(found.rows):
        for column, letter in enumerate(letters):
            if letter not in "#-":
                assert level.rows[row + down][column + right] == letter


@given(st.text("lurdLURD", max_size=30))
def test_any_moves_are_solved_or_refused(moves):
    try:
        level, _ = reconstructed(moves)
    except IllegalMoveError:
        return
    assert replay(level, moves).pushes > 0


def test_the_published_solutions_count_the_same_on_what_they_show(shared):
    for entry in parse_file((shared / "levels/sokoban/example-b4-e4.xsb").read_text("utf-8")):
        level = reconstructed(entry.solution).level
        assert replay(level, entry.solution) == replay(parse_level(entry.text), entry.solution)
