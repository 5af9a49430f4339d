"""The best ways to play for somebody who does not know the hidden units, against all beliefs of an oracle."""

import re
from fractions import Fraction
from itertools import pairwise
from math import inf

import pytest
from hypothesis import given, settings

from generator.errors import SettingError
from generator.puzzles.watersort.arrangements import arrangements, changes
from generator.puzzles.watersort.level import Level, parse_level
from generator.puzzles.watersort.measure import EXPECTED, WORST, appraise
from generator.puzzles.watersort.pours import amount, is_solved, poured
from generator.puzzles.watersort.solver import solve
from generator.puzzles.watersort.tools import run
from generator.puzzles.watersort.unknown.hidden import shown
from generator.puzzles.watersort.unknown.report import report
from generator.puzzles.watersort.unknown.strategies import NEVER, Strategies
from generator.puzzles.watersort.unknown.views import key_of, only_tubes, steps
from tests.generator.puzzles.watersort.strategies import game_of
from tests.generator.puzzles.watersort.unknown.test_hidden import hidden_levels, unknown
from tests.oracles.hidden_units import HiddenGame, fillings, games_of

ENOUGH = 1_000_000
CAPTURE = "abc..\nc?b..\n?ca..\n???.."
NOT_SURE = "HIDDEN\nbaa.\nbBa.\nCAB.\nCCC."


@settings(max_examples=60)
@given(hidden_levels(3, 3, most=4))
def test_worst_case_mean_and_chance_are_those_of_all_ways_to_play(level):
    game = HiddenGame(game_of(level))
    start = game.start(shown(level, level.tubes))
    *_, worst = Strategies(unknown(level), ENOUGH).worst()
    assert (inf if worst >= NEVER else worst) == game.worst(start)
    assert Strategies(level, ENOUGH).mean() == game.expected(start)
    assert Strategies(level, ENOUGH).chance() == game.chance(start)


@given(hidden_levels(3, 3, most=5))
def test_pours_reveal_what_an_arrangement_has(level):
    """The views after a pour are what the arrangements look like then, and each has its own of them."""
    view = shown(level, level.tubes)
    full = fillings(view, level.capacity)
    for move, outcomes in steps(level, view):
        seen = {
            shown(Level(tubes, level.capacity, level.pour, level.end, level.hidden), poured(level, tubes, move))
            for tubes in full
        }
        assert {*outcomes} == seen
        assert sum(arrangements(outcome, level.capacity) for outcome in outcomes) == len(full)


@given(hidden_levels(3, 3, most=5))
def test_bounds_hold_for_the_worst_case_and_the_sum(level):
    view, asked = shown(level, level.tubes), Strategies(level, ENOUGH)
    depths = games_of(game_of(level), view)
    counts = [sum(one != other for tube in tubes for one, other in pairwise(tube)) for tubes in depths]
    assert changes(view, level.capacity) == sum(counts)
    if None not in depths.values():
        assert asked.least(view) <= max(least for least in depths.values() if least is not None)
        assert asked.least(view) >= Fraction(sum(counts), len(depths))


@given(hidden_levels(3, 3, most=1))
def test_one_arrangement_is_found_and_needs_what_the_solver_says(level):
    view = shown(level, level.tubes)
    if arrangements(view, level.capacity) == 1:
        assert only_tubes(level, view) == level.tubes
        depth = Strategies(level, ENOUGH).depth(view)
        least = solve(level, ENOUGH)
        assert depth == (least.lower_bound if least.moves or least.upper_bound == 0 else NEVER)


def test_the_strategy_solves_every_arrangement_and_one_of_them_needs_the_worst_case():
    level = parse_level(CAPTURE)
    asked = Strategies(level, ENOUGH)
    *_, worst = asked.worst()
    lengths = [_played(asked, level, tubes, worst) for tubes in fillings(level.tubes, level.capacity)]
    assert (len(lengths), max(lengths)) == (18, worst)
    assert sum(lengths) >= 18 * (asked.mean() or 0)


def _played(asked: Strategies, level: Level, tubes: tuple[str, ...], most: int) -> int:
    """The pours with which a strategy solves an arrangement, of which only what is on top is looked at."""
    behind = Level(tubes, level.capacity, level.pour, level.end, level.hidden)
    count, view = 0, level.tubes
    while arrangements(view, level.capacity) > 1:
        for move in asked.first(most - count, view):
            assert amount(behind, tubes, move)
            tubes, count = poured(behind, tubes, move), count + 1
        view = shown(behind, tubes)
    rest = solve(Level(tubes, level.capacity, level.pour, level.end), ENOUGH).upper_bound
    assert rest is not None
    assert rest or is_solved(level, tubes)
    return count + rest


def test_keys_join_views_that_differ_in_names_and_order_alone():
    assert key_of(("ab?", "cc", "")) == key_of(("", "ee", "fd?"))
    assert len({key_of(view) for view in [("ab?", "cc"), ("ab?", "cc", ""), ("ab?", "bb"), ("?ba", "cc")]}) == 4


def test_so_many_arrangements_that_nobody_reads_them_are_told_in_short():
    told = [[*"abcdefghijkl.."], *([*"CDEFGHIJKLAB.."], [*"EFGHIJKLABCD.."], [*"GHIJKLABCDEF.."])]
    answer = run("strategy", ["HIDDEN\n" + "\n".join("".join(row) for row in told)], {"nodes": 1})
    assert answer.fields["arrangements"] > 10**30
    assert re.match(r"36 hidden units, \d\.\d × 10³[⁰¹²³] arrangements, ", str(answer.text))


def test_answers_are_told_with_what_they_claim():
    answer = run("strategy", [CAPTURE], {"nodes": 10_000})
    assert answer.fields["worst"] == answer.fields["least"] == 10
    assert (answer.fields["mean"], answer.fields["sure"], answer.fields["arrangements"]) == (9.0, True, 18)
    assert str(answer.text).splitlines() == [
        "5 hidden units, 18 arrangements, each equally likely",
        "worst case: 10 pours are always enough, and fewer are not",
        "on average: 9 pours, if one plays for that",
        f"for the worst case begin with {answer.fields['begin']}",
    ]
    found = run("strategy", [NOT_SURE], {"nodes": 10_000})
    assert (found.fields["sure"], found.fields["worst"], found.fields["mean"]) == (False, None, None)
    assert 0 < found.fields["chance"] < 1
    assert str(found.text).splitlines()[1] == "worst case: no way of playing solves every arrangement"


@pytest.mark.parametrize("nodes", [1, 10, 30, 100, 200])
def test_a_spent_budget_claims_nothing_but_what_is_proven(nodes):
    least, found = report(parse_level(CAPTURE), 10_000), report(parse_level(CAPTURE), nodes)
    assert found.nodes <= nodes
    assert found.least <= least.least
    assert found.is_sure in (None, True)
    assert found.worst in (None, least.worst)
    assert found.mean in (None, least.mean)
    if found.worst is None:
        said = str(run("strategy", [CAPTURE], {"nodes": nodes}).text).splitlines()[1]
        assert said == f"worst case: at least {found.least} pours; the nodes are spent before more is known"


def test_where_nothing_is_hidden_it_is_the_depth():
    found = report(parse_level("ab.\nba."), 100)
    assert (found.ways, found.worst, found.mean, found.begin) == (1, 3, 3, "")


def test_the_truth_is_not_used():
    """A level whose hidden units are known says the same as one where nobody knows them."""
    level = parse_level("HIDDEN\nabc..\ncAb..\nBca..\nABC..")
    assert report(level, 10_000) == report(parse_level(CAPTURE), 10_000)
    figures = appraise(level, solve(level, 1000))
    assert (figures[WORST], figures[EXPECTED]) == (10, 9.0)
    plain = parse_level("ab.\nba.")
    assert (appraise(plain, solve(plain, 100))[WORST], appraise(plain, solve(plain, 100))[EXPECTED]) == (None, None)


@pytest.mark.parametrize("nodes", [0, -1, 100_000_001])
def test_the_nodes_are_bounded(nodes):
    with pytest.raises(SettingError, match=f"--nodes {nodes} is not between 1 and 100000000"):
        run("strategy", [CAPTURE], {"nodes": nodes})


def test_one_pour_and_one_arrangement_are_told_in_the_singular():
    assert str(run("strategy", ["..b\naab"], {"nodes": 100}).text).splitlines() == [
        "no unit is hidden",
        "worst case: one pour is always enough",
        "on average: 1 pour, if one plays for that",
    ]
    told = run("strategy", ["HIDDEN\nab.\nBA."], {"nodes": 100}).text
    assert str(told).startswith("2 hidden units, which can lie in one way only\n")
