"""Solutions judged as a contest does."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.errors import IllegalMoveError
from generator.puzzles.sokoban.notation.counts import CountError, expand
from generator.puzzles.sokoban.notation.point_push import format_point_push
from generator.puzzles.sokoban.notation.xsb import parse_level
from generator.puzzles.sokoban.one_box.replay import pairs_of_moves
from generator.puzzles.sokoban.solutions.replay import replay
from generator.puzzles.sokoban.solutions.submission import MOST_MOVES, check, read_moves
from tests.generator.puzzles.sokoban.strategies import levels, played
from tests.oracles import replay as oracle

CORRIDOR = parse_level("#######\n#@$--.#\n#######")
CIRCULAR = parse_level("######\n#-@--#\n#-*--#\n#----#\n######")


@pytest.mark.parametrize(
    ("board", "moves", "metrics"),
    [
        ("#####\n#@$.#\n#####", "R", (1, 1, 1, 1, 1, 1)),
        ("######\n#@$-.#\n######", "RR", (2, 2, 1, 1, 1, 1)),
        ("######\n#@$-.#\n######", "RlrR", (4, 2, 1, 1, 2, 3)),
        ("#######\n##--###\n#--$.##\n#-@$.-#\n#######", "RllurR", (6, 2, 2, 2, 2, 4)),
    ],
)
def test_figures_by_the_definitions_of_yass_whatever_the_case(board, moves, metrics):
    for said in (moves, moves.lower(), moves.upper()):
        checked = check(parse_level(board), said)
        assert tuple(checked.metrics.values()) == metrics
        assert checked.moves == moves
    assert list(checked.metrics) == ["moves", "pushes", "box_lines", "box_changes", "pushing_sessions", "player_lines"]


@pytest.mark.parametrize("text", ["RRR", "r r\nr", "3R", "1(2(r)R)", "C2-F2", "C2-D2,\nD2-F2"])
def test_every_notation_of_a_solution_is_the_same_solution(text):
    assert check(CORRIDOR, text).moves == "RRR"


def test_what_follows_the_first_solved_state_is_cut_and_counted():
    checked = check(CORRIDOR, "rlrrrllrl")
    assert checked.moves == "RlrRR"
    assert checked.cut == 4


def test_a_level_that_begins_solved_needs_a_push():
    assert check(CIRCULAR, "ldrurrdllr").moves == "ldRurrdL"
    for moves in ("", "l", "lr", "2(lr)"):
        with pytest.raises(IllegalMoveError, match="without a push"):
            check(CIRCULAR, moves)


@pytest.mark.parametrize(
    ("moves", "step", "problem"),
    [
        ("RRx", 3, "'x' is not a move"),
        ("RRRx", 4, "'x' is not a move"),
        ("3R2(lx)", 5, "'x' is not a move"),
        ("2(3(r)王x)", 4, "'王' is not a move"),
        ("RR", 2, "not solved"),
        ("u", 1, "runs into a wall"),
        ("rru", 3, "runs into a wall"),
        ("3(R", 4, "close it"),
        ("3R)", 3, "closes no bracket"),
        ("R3", 2, "nothing follows"),
        ("0R", 1, "a count of 0"),
        ("C2-B2", 1, "C2-B2: the box cannot be pushed"),
        ("B2-C2", 1, "there is no box on B2"),
        ("C2-D2, C2-F2", 2, "there is no box on C2"),
        (f"{MOST_MOVES + 1}r", 1, "longer than"),
    ],
)
def test_refusals_name_the_move_and_the_reason(moves, step, problem):
    with pytest.raises(IllegalMoveError, match=problem) as caught:
        check(CORRIDOR, moves)
    assert caught.value.step == step
    assert len(str(caught.value)) < 300


def test_too_many_moves_are_refused_before_they_are_played():
    with pytest.raises(IllegalMoveError, match="more than 20,000,000 moves"):
        check(CORRIDOR, "r" * (MOST_MOVES + 1))


@given(played())
def test_games_are_judged_as_by_the_oracle(game):
    level, moves = game
    try:
        wanted = oracle.recase(level, moves)
    except oracle.IllegalMoveError:
        with pytest.raises(IllegalMoveError):
            check(level, moves)
        return
    checked = check(level, moves)
    assert checked.moves == wanted
    assert checked.cut == len(moves) - len(wanted)
    assert tuple(checked.metrics.values()) == oracle.replay(level, wanted)
    again = check(level, format_point_push(pairs_of_moves(level, checked.moves)))
    assert replay(level, again.moves).pushes <= checked.metrics["pushes"]


@given(st.lists(st.sampled_from(["2(", "(", ")", "3r", "R", "l", "12", "x", "王", " "]), max_size=12).map("".join))
def test_a_text_with_counts_is_the_text_that_it_stands_for(text):
    letters = "".join(text.split())
    try:
        written = expand(letters, 1000)
    except CountError:
        with pytest.raises(IllegalMoveError):
            read_moves(text)
        return
    assert _told(text) == _told(written)


def _told(text):
    try:
        return read_moves(text)
    except IllegalMoveError as error:
        return error.step, str(error)


@given(levels(), st.text("lurdLURD0123456789()ABC-,\n x", max_size=40))
def test_no_text_makes_it_fail(level, text):
    try:
        checked = check(level, text)
    except IllegalMoveError:
        return
    assert replay(level, checked.moves).pushes > 0
