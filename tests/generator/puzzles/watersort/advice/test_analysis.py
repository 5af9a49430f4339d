"""The article's look at a level: its printed rankings, its patterns, its deadlocks."""

from dataclasses import replace
from itertools import groupby

import pytest
from hypothesis import given, settings

from generator.puzzles.watersort.advice.analysis import (
    Pattern,
    is_lost,
    jams,
    named,
    next_keys,
    passed_on,
    patterns,
    pressing,
    pressure,
    ranked,
    rankings,
    runs,
    unrelated_deadlocks,
)
from generator.puzzles.watersort.files import parse_file
from generator.puzzles.watersort.level import Level, parse_level
from generator.puzzles.watersort.pours import moves_in
from tests.generator.puzzles.watersort.published import Article
from tests.generator.puzzles.watersort.strategies import knowns, levels

FULL = Level(("abc", "abc", "cba", ""), 3)


NAMES = ("ABAB", "ABCA", "ABBA")


def level_in(text):
    (entry,) = parse_file(text)
    return parse_level(entry.text)


@pytest.mark.parametrize(("head", "first"), [("9\n4", "黄色 蓝色 红色 棕色"), ("7 4", "紫色 绿色 蓝色 翠绿")])
def test_printed_rankings_are_found(shared, head, first):
    """The second one is what the program of version 1.1 prints, without the colours that are not there."""
    article = Article(shared)
    found = ["".join(order) for order in rankings(level_in(article.numbers(head)))]
    assert found == article.rankings(first)


def test_a_unit_presses_on_a_colour_by_its_depth():
    assert pressure(FULL) == {"a": 3 + 3 + 1, "b": 2 + 2 + 2, "c": 1 + 1 + 3}


def test_a_unit_is_passed_what_lies_on_the_units_above():
    assert passed_on(FULL, {"a": 7, "b": 6, "c": 5}) == {"a": 11 + 11 + 0, "b": 5 + 5 + 7, "c": 0 + 0 + 13}


def test_colours_that_are_pressed_alike_are_in_the_order_of_their_letters():
    assert ranked({"b": 2, "c": 1, "a": 2}) == ["c", "a", "b"]


@given(levels(colours=12, capacity=8, least=1))
def test_every_ranking_has_every_colour_once(level):
    found = [*rankings(level)]
    assert len(found) == 6
    assert all(sorted(order) == level.colours for order in found)


@given(levels(colours=3))
def test_runs_are_the_colours_of_a_tube_from_the_top(level):
    for tube in level.tubes:
        assert runs(tube) == [colour for colour, _ in groupby(reversed(tube))]


@pytest.mark.parametrize(
    ("tubes", "found"),
    [
        (("ba", "cba"), [Pattern("ABAB", (0, 1), ("a", "b"))]),
        (("bba", "cbbaa"), [Pattern("ABAB", (0, 1), ("a", "b"))]),
        (("ba", "ac"), [Pattern("ABCA", (0, 1), ("a", "b", "c"))]),
        (("dac", "ba", ""), [Pattern("ABCA", (1, 0), ("a", "b", "c"))]),
        (("ba", "ab"), [Pattern("ABBA", (0, 1), ("a", "b"))]),
        (("ba", "cb", "ac"), [Pattern("ABBA", (0, 1, 2), ("a", "b", "c"))]),
        (("aa", "b", "bc"), []),
    ],
)
def test_patterns_of_two_runs_on_top(tubes, found):
    name = found[0].name if found else ""
    assert [pattern for pattern in patterns(Level(tubes, 9)) if name in pattern.name] == found


@settings(max_examples=60)
@given(levels(colours=6, capacity=4))
def test_patterns_are_those_of_comparing_all_tubes(level):
    found = {name: {pattern.tubes for pattern in patterns(level) if pattern.name == name} for name in NAMES}
    pairs = {place: runs(tube)[:2] for place, tube in enumerate(level.tubes) if len(runs(tube)) > 1}
    both = [(one, other) for one in pairs for other in pairs if one != other]
    assert found["ABAB"] == {(one, other) for one, other in both if one < other and pairs[one] == pairs[other]}
    assert found["ABCA"] == {
        (one, other) for one, other in both if pairs[one][0] == pairs[other][1] and pairs[one][1] != pairs[other][0]
    }
    assert {pair for pair in found["ABBA"] if len(pair) == 2} == {
        (one, other) for one, other in both if one < other and pairs[one] == pairs[other][::-1]
    }


@settings(max_examples=60)
@given(levels(colours=6, capacity=4))
def test_circles_close_and_have_every_colour_once(level):
    for pattern in patterns(level):
        if pattern.name == "ABBA":
            tops = [runs(level.tubes[place])[0] for place in pattern.tubes]
            below = [runs(level.tubes[place])[1] for place in pattern.tubes]
            assert below == tops[1:] + tops[:1]
            assert list(pattern.colours) == tops
            assert 2 <= len(set(tops)) == len(tops)
            assert pattern.tubes[0] == min(pattern.tubes)


@settings(max_examples=60)
@given(levels(colours=12, capacity=4))
def test_every_tube_that_lies_in_a_circle_is_in_one_that_is_told(level):
    pairs = {place: runs(tube)[:2] for place, tube in enumerate(level.tubes) if len(runs(tube)) > 1}
    leads = {one: {other for other in pairs if pairs[other][0] == pairs[one][1]} for one in pairs}
    reached = {one: {*others} for one, others in leads.items()}
    for through in pairs:
        for one in pairs:
            reached[one] |= reached[through] if through in reached[one] else set()
    told = [pattern.tubes for pattern in patterns(level) if pattern.name == "ABBA"]
    assert {place for circle in told for place in circle} == {place for place in pairs if place in reached[place]}
    assert len({*told}) == len(told)


def test_a_long_circle_is_found_once():
    level = Level(("ba", "cb", "dc", "ed", "fe", "af", ""), 2)
    assert [pattern for pattern in patterns(level) if pattern.name == "ABBA"] == [
        Pattern("ABBA", (0, 1, 2, 3, 4, 5), tuple("abcdef"))
    ]


def test_a_colour_is_pressed_by_the_colours_above_its_units():
    assert pressing(Level(("abac", "bbcc", "ab"), 4)) == {"a": 2, "b": 2, "c": 0}


@given(levels(colours=6, capacity=4))
def test_the_next_key_colours_are_those_that_lie_with_others(level):
    found = next_keys(level, level.tubes)
    mixed = {unit for tube in level.tubes if len({*tube}) > 1 for unit in tube}
    assert found == [colour for colour in [*rankings(level)][-1] if colour in mixed]


@pytest.mark.parametrize(
    ("tubes", "found"),
    [
        (("ab", "ba", "cd", "dc", ""), [(0, 1), (2, 3)]),
        (("acb", "bca", "cab", ""), [(0, 2)]),
        (("ab", "ba", "c", "c"), [(0, 1)]),
        (("aab", "b", "cc", "bc"), []),
        (("aa", "aa", "bb", "bb"), []),
    ],
)
def test_deadlocks_are_of_full_tubes_and_share_no_colour(tubes, found):
    capacity = max(map(len, tubes))
    assert [deadlock.tubes for deadlock in unrelated_deadlocks(Level(tubes, capacity))] == found


@settings(max_examples=60)
@given(knowns())
def test_what_is_called_lost_is_lost(known):
    for tubes in known.reached:
        assert not (is_lost(known.level, tubes) and tubes in known.remaining)


def test_a_level_that_is_solved_without_an_empty_tube_is_not_lost():
    assert not is_lost(Level(("aa", "bb"), 2), ("aa", "bb"))
    assert is_lost(Level(("ab", "ba"), 2), ("ab", "ba"))


@settings(max_examples=60)
@given(knowns())
def test_jams_are_full_tubes_and_circles_where_nothing_can_be_poured(known):
    for tubes in known.reached:
        level = replace(known.level, tubes=tubes)
        for jam in jams(level):
            assert not [*moves_in(level, tubes)]
            tops = [tubes[place][-1] for place in jam.tubes]
            if jam.name == "AA":
                assert {*tops} == {*jam.colours}
                assert {len(tubes[place]) for place in jam.tubes} == {level.capacity}
                assert [place for place, tube in enumerate(tubes) if tube[-1] == tops[0]] == [*jam.tubes]
            else:
                assert jam in [*patterns(level)]
                assert jam.colours == tuple(tops)


def test_jams_of_a_level():
    assert [*jams(Level(("ab", "ba"), 2))] == [Pattern("ABBA", (0, 1), ("b", "a"))]
    assert [*jams(Level(("acb", "bca", "cab"), 3))] == [Pattern("AA", (0, 2), ("b",))]
    assert [*jams(Level(("ab", "ba", ""), 2))] == []


def test_tubes_are_named_by_letters():
    assert named((0, 25, 3)) == "A, Z, D"
