"""Legs of a relay are ways, each as long as it was asked for where there is one."""

import json
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from generator.puzzles.watersort import relay
from generator.puzzles.watersort.advice.analysis import is_lost
from generator.puzzles.watersort.level import Level
from generator.puzzles.watersort.pours import is_solved, moves_in, poured
from generator.puzzles.watersort.relay import Stop, leg
from generator.puzzles.watersort.solver import solve
from generator.values import Request
from tests.generator.puzzles.watersort.strategies import knowns, random_level

BLIND = Level(("abcc", "aabc", "acbb", ""), 4)
"""A level without solution."""


@settings(max_examples=80)
@given(knowns(), st.integers(1, 12))
def test_a_leg_is_a_way_from_the_level(known, depth):
    found, tubes = leg(known.level, depth), known.level.tubes
    met = [tubes]
    for move in found.moves:
        tubes = poured(known.level, tubes, move)
        met.append(tubes)
    assert tubes == found.tubes
    assert len({tuple(sorted(position)) for position in met}) == len(met)
    assert not any(is_solved(known.level, position) for position in met[:-1])


@settings(max_examples=80)
@given(knowns(), st.integers(1, 12))
def test_a_leg_is_shorter_only_where_it_solves_the_level_or_no_way_does(known, depth):
    found = leg(known.level, depth)
    assert len(found.moves) <= depth
    if found.stop is Stop.DEAD_END:
        assert known.least is None
        assert found.solvable is False
    elif found.stop is Stop.DEPTH:
        assert len(found.moves) == depth
        assert not is_solved(known.level, found.tubes)
        assert found.solvable is True
        assert known.least is not None
    else:
        assert found.stop is Stop.SOLVED
        assert is_solved(known.level, found.tubes)


@settings(max_examples=50)
@given(knowns())
def test_a_long_leg_solves_what_can_be_solved(known):
    assert is_solved(known.level, leg(known.level, 1000).tubes) == (known.least is not None)


def test_a_solved_or_lost_level_has_no_leg():
    assert leg(Level(("aa", "bb", ""), 2), 9) == ((), ("aa", "bb", ""), Stop.SOLVED, True)
    assert leg(Level(("ab", "ba"), 2), 9) == ((), ("ab", "ba"), Stop.DEAD_END, False)


def test_no_position_is_entered_twice_so_a_dead_end_may_come_before_the_longest_way():
    assert len(leg(BLIND, 30).moves) == 3
    assert len(longest(BLIND, (BLIND.tubes,))) == 4


def longest(level, met):
    """The longest way that enters no position twice."""
    ways = [()]
    for move in moves_in(level, met[-1]):
        tubes = poured(level, met[-1], move)
        if sorted(tubes) not in map(sorted, met) and not is_lost(level, tubes):
            ways.append((move, *longest(level, (*met, tubes))))
    return max(ways, key=len)


def test_a_leg_of_the_articles_level_ends_where_the_level_can_be_solved(shared):
    """The first way of 20 pours of level 100 leads into a lost position."""
    known = json.loads((shared / "levels/watersort/instances.json").read_text("utf-8"))["instances"]
    (instance,) = (one for one in known if one["name"] == "seed-L100")
    tubes = tuple("".join(chr(ord("a") + colour - 1) for colour in tube) for tube in instance["tubes"])
    level = Level(tubes, instance["capacity"])
    found = leg(level, 20)
    assert (len(found.moves), found.stop, found.solvable) == (20, Stop.DEPTH, True)
    rest = solve(replace(level, tubes=found.tubes), 1_000_000, Request("any"))
    assert rest.upper_bound is not None


def test_a_leg_says_where_it_cannot_tell_whether_its_end_is_lost(monkeypatch):
    monkeypatch.setattr(relay, "PROBE", 1)
    assert leg(random_level(12, 4, 2), 5).solvable is None


def test_positions_are_limited(monkeypatch):
    monkeypatch.setattr(relay, "MOST_POSITIONS", 10)
    found = leg(random_level(12, 4, 2), 1000)
    assert found.stop is Stop.LIMIT
    assert 0 < len(found.moves) < 10
