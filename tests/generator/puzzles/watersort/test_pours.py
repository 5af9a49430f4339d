"""Pours by the rules, and solutions as people write them."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.errors import IllegalMoveError
from generator.puzzles.watersort.files import parse_file
from generator.puzzles.watersort.level import Level, parse_level
from generator.puzzles.watersort.pours import (
    Move,
    amount,
    format_moves,
    is_solved,
    moves_in,
    played,
    positions,
    poured,
    said_moves,
)
from generator.puzzles.watersort.solver import solve
from generator.puzzles.watersort.variants import End, Pour
from generator.values import Request
from tests.generator.puzzles.watersort.published import Article
from tests.generator.puzzles.watersort.strategies import knowns, levels

LEVEL = Level(("ab", "ba", ""), 2)
SOLUTION = "AC BA BC"


@settings(max_examples=60)
@given(knowns())
def test_pours_are_those_of_the_rules(known):
    for tubes in known.reached:
        pours = [*known.game.pours(tubes)]
        assert [*moves_in(known.level, tubes)] == [Move(pour.source, pour.target) for pour in pours]
        for pour in pours:
            move = Move(pour.source, pour.target)
            assert (amount(known.level, tubes, move), poured(known.level, tubes, move)) == (pour.units, pour.after)


@settings(max_examples=60)
@given(knowns())
def test_the_end_is_that_of_the_rules(known):
    for tubes in known.reached:
        assert is_solved(known.level, tubes) == known.game.is_solved(tubes)


@pytest.mark.parametrize(
    ("pour", "after"),
    [(Pour.WATER, ("baaa", "ca")), (Pour.WHOLE, None), (Pour.BALL, ("baa", "caa"))],
)
def test_of_three_units_two_fit(pour, after):
    tubes = ("ba", "caaa", "bb", "cc", "bc")
    level = Level(tubes, 4, pour)
    move = Move(1, 0)
    if after is None:
        assert move not in [*moves_in(level, tubes)]
    else:
        assert poured(level, tubes, move)[:2] == after


def test_a_colour_in_two_tubes_ends_the_game_only_where_that_is_the_rule():
    tubes = ("aa", "aa", "bbbb", "")
    assert is_solved(Level(tubes, 4, end=End.LOOSE), tubes)
    assert not is_solved(Level(tubes, 4), tubes)


@settings(max_examples=60)
@given(
    knowns(), st.sampled_from(["{}{}", "{}>{}", "{}-{}"]), st.sampled_from([" ", ",", ", ", "\n", " ,\t"]), st.data()
)
def test_a_solution_may_be_written_in_many_ways(known, form, between, data):
    if known.least is None:
        return
    moves = solve(known.level, 100_000).moves
    written = between.join(form.format(*move) for move in moves.split())
    assert format_moves(played(known.level, data.draw(st.sampled_from([written, written.lower()])))[0]) == moves


@pytest.mark.parametrize("text", ["AC BA BC", "A>C B>A B>C", "a-c,b-a,b-c", " ac , Ba\n\nB>c "])
def test_notations_of_a_small_solution(text):
    assert played(LEVEL, text) == ([Move(0, 2), Move(1, 0), Move(1, 2)], 0)


def test_what_follows_the_end_does_not_count():
    assert played(LEVEL, f"{SOLUTION} CB BC ?? any words") == (played(LEVEL, SOLUTION)[0], 5)
    assert played(Level(("aa", "bb", ""), 2), "") == ([], 0)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "move 1: the pours end before the level is solved"),
        ("AC", "move 2: the pours end before the level is solved"),
        ("AC BA BB", "move 3: BB is not allowed: a tube cannot be poured into itself"),
        ("CA", "move 1: CA is not allowed: the first tube is empty"),
        ("AB", "move 1: AB is not allowed: another colour is on top of the second tube"),
        ("AC BA CA", "move 3: CA is not allowed: another colour is on top of the second tube"),
        ("A", "move 1: 'A' is not a pour; write two tubes from A to C, such as AB"),
        ("AC AD", "move 2: 'AD' is not a pour; write two tubes from A to C, such as AB"),
        ("A>>C", "move 1: 'A>>C' is not a pour"),
        ("A=C", "move 1: 'A=C' is not a pour"),
        ("A C", "move 1: 'A' is not a pour"),
        ("1>3", "move 1: '1>3' is not a pour"),
        ("deep = 0 from 0 to 99", r"move 1: 'A\?' is not a pour"),
        (f"{'x' * 1000}", "move 1: 'xxxxxxxxxxxxxxxxxxxx' is not a pour"),
    ],
)
def test_what_is_no_solution_is_refused_with_its_place(text, problem):
    with pytest.raises(IllegalMoveError, match=f"^{problem}"):
        played(LEVEL, text)


def test_a_full_tube_and_a_run_that_does_not_fit_are_told():
    tubes = ("baa", "caa", "acb", "bc")
    with pytest.raises(IllegalMoveError, match="the second tube is full"):
        played(Level(tubes, 3), "AB")
    whole = Level(("bbaa", "bba", "ccca", "c"), 4, Pour.WHOLE)
    with pytest.raises(IllegalMoveError, match="not all units of the colour on top fit into the second tube"):
        played(whole, "AB")


@given(
    levels(),
    st.text(max_size=30) | st.lists(st.sampled_from(["AB", "ba", "C>A", "deep = 1 from 0 to 1"])).map(" ".join),
)
def test_every_text_is_a_solution_or_refused_in_one_line(level, text):
    try:
        moves, step, message = played(level, text)[0], 1, ""
    except IllegalMoveError as error:
        moves, step, message = [], error.step, str(error)
    assert re.fullmatch(".{0,299}", message)
    assert 1 <= step <= len(said_moves(text)) + 1
    assert message or is_solved(level, [*positions(level, moves)][-1])


@settings(max_examples=50)
@given(knowns())
def test_positions_lead_from_the_level_to_its_end(known):
    if known.least is not None:
        moves, _ = played(known.level, solve(known.level, 100_000, Request()).moves)
        found = [*positions(known.level, moves)]
        assert found[0] == known.level.tubes
        assert [known.game.is_solved(tubes) for tubes in found] == [False] * len(moves) + [True]


def test_the_printed_solution_of_the_article_is_one_where_colours_may_be_split(shared):
    article = Article(shared)
    (entry,) = parse_file(f"LOOSE\n{article.numbers('14')}")
    moves, cut = played(parse_level(entry.text), article.solution)
    assert (len(moves), cut) == (46, 0)
    assert moves[0] == Move(2, 0)
    assert moves[-1] == Move(12, 0)


def test_the_printed_solution_of_the_article_leaves_a_colour_in_two_tubes(shared):
    article = Article(shared)
    (entry,) = parse_file(article.numbers("14"))
    with pytest.raises(IllegalMoveError, match="move 47: the pours end before the level is solved"):
        played(parse_level(entry.text), article.solution)
