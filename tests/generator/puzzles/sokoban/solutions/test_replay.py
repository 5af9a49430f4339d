import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.errors import IllegalMoveError
from generator.puzzles.sokoban.notation.files import parse_file
from generator.puzzles.sokoban.notation.xsb import parse_level
from generator.puzzles.sokoban.solutions import replay_kernel
from generator.puzzles.sokoban.solutions.replay import recase, replay
from tests.generator.puzzles.sokoban.strategies import levels, played
from tests.oracles import replay as oracle

CORRIDOR = parse_level("######\n#@$-.#\n######")
CIRCULAR = parse_level("######\n#@*--#\n######")
TWO_BOXES = parse_level("#######\n##---##\n#.$@$.#\n##---##\n#######")


@pytest.mark.parametrize(
    ("board", "moves", "metrics"),
    [
        ("#####\n#@$.#\n#####", "R", (1, 1, 1, 1, 1, 1)),
        ("######\n#@$-.#\n######", "RR", (2, 2, 1, 1, 1, 1)),
        ("######\n#@$-.#\n######", "RlrR", (4, 2, 1, 1, 2, 3)),
        ("#######\n##--###\n#--$.##\n#-@$.-#\n#######", "RllurR", (6, 2, 2, 2, 2, 4)),
    ],
)
def test_metrics_by_the_definitions_of_yass(board, moves, metrics):
    assert replay(parse_level(board), moves) == metrics


@pytest.mark.parametrize(
    ("level", "moves", "step", "problem"),
    [
        (CORRIDOR, "l", 1, "runs into a wall"),
        (CORRIDOR, "RRR", 3, "a wall or another box is behind it"),
        (CORRIDOR, "Rr", 2, "write its letter in upper case"),
        (CORRIDOR, "RlR", 3, "write its letter in lower case"),
        (CORRIDOR, "R", 1, "not solved"),
        (CORRIDOR, "", 0, "not solved"),
        (CIRCULAR, "", 0, "without a push"),
        (TWO_BOXES, "LrdU", 4, "write its letter in lower case"),
        (CORRIDOR, "Rx", 2, "'x' is not a move"),
        (CORRIDOR, "R→", 2, "'→' is not a move"),
    ],
)
def test_an_illegal_move_is_named_with_its_number(level, moves, step, problem):
    with pytest.raises(IllegalMoveError, match=problem) as caught:
        replay(level, moves)
    assert caught.value.step == step


def test_a_solved_state_on_the_way_is_not_the_end():
    with pytest.raises(IllegalMoveError, match="not solved"):
        replay(parse_level("#######\n#@$.--#\n#######"), "RR")


def test_recase_cuts_what_follows_the_first_solved_state():
    assert recase(CORRIDOR, "rr l\nLr") == "RR"
    assert recase(TWO_BOXES, "lrRlllrr") == "LrR"


def test_recase_does_not_take_a_solved_start_for_an_answer():
    ring = parse_level("######\n#-@--#\n#-*--#\n#----#\n######")
    assert recase(ring, "ldrurrdllr") == "ldRurrdL"
    with pytest.raises(IllegalMoveError, match="without a push"):
        recase(ring, "lr")


@given(played())
def test_solutions_count_as_in_the_oracle(game):
    level, moves = game
    assert _outcome(replay, level, moves) == _outcome(oracle.replay, level, moves)
    assert _outcome(recase, level, moves.lower()) == _outcome(oracle.recase, level, moves)


@given(levels(), st.text("lurdLURD", max_size=12))
def test_any_moves_are_judged_as_by_the_oracle(level, moves):
    assert _outcome(replay, level, moves) == _outcome(oracle.replay, level, moves)
    assert _outcome(recase, level, moves) == _outcome(oracle.recase, level, moves)


@given(played(), st.data())
def test_one_changed_letter_is_judged_as_by_the_oracle(game, data):
    level, moves = game
    place = data.draw(st.integers(0, len(moves)))
    changed = moves[:place] + data.draw(st.sampled_from("lurdLURD")) + moves[place + 1 :]
    assert _outcome(replay, level, changed) == _outcome(oracle.replay, level, changed)


def test_the_published_examples_replay(shared):
    entries = parse_file((shared / "levels/sokoban/example-b4-e4.xsb").read_text("utf-8"))
    found = [replay(parse_level(entry.text), entry.solution) for entry in entries]
    assert [(metrics.moves, metrics.pushes) for metrics in found] == [(186, 40), (126, 14)]


def test_each_kernel_is_compiled_once():
    replay(CORRIDOR, "RR")
    recase(TWO_BOXES, "lrr")
    assert len(replay_kernel.replay.signatures) == len(replay_kernel.recase.signatures) == 1


def _outcome(play, level, moves):
    try:
        return play(level, moves)
    except (IllegalMoveError, oracle.IllegalMoveError) as error:
        return error.step
