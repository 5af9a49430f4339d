"""A level in words."""

import re
from dataclasses import replace
from itertools import groupby, pairwise
from math import log2

import pytest
from hypothesis import given, settings

from generator.puzzles.watersort.advice import explanation
from generator.puzzles.watersort.advice.analysis import rankings
from generator.puzzles.watersort.advice.explanation import BUDGET, MOST_PATTERNS
from generator.puzzles.watersort.colours import NAMES
from generator.puzzles.watersort.files import parse_file
from generator.puzzles.watersort.level import Level, parse_level
from generator.puzzles.watersort.pours import played, positions
from tests.generator.puzzles.watersort.published import Article
from tests.generator.puzzles.watersort.strategies import known, knowns, levels, random_level

UNDECIDED = random_level(24, 8, 2)
OTHER_KIND = Level(("efa", "fdb", "eba", "cba", "ec", "fc", "dd"), 3)
"""A lost level in which something can be poured, to no avail."""
POURS = re.compile(r"   ((?:[A-Z]{2} ?)+), (solved|a tube is empty again)")


def told(level):
    return [str(line) for line in explanation.told(level)]


def stretches(level):
    """The pours of every stretch of the solution that is told, and how it ends."""
    return [POURS.fullmatch(line).groups() for line in told(level) if re.match("   [A-Z]{2}", line)]


def test_a_small_level_is_told_from_key_colours_to_the_end():
    *said, pours, hard, full = told(Level(("ba", "ab", ""), 2))
    assert pours in ("   AC BA BC, solved", "   BC AB AC, solved")
    assert said == [
        "key colours by what lies on them, the freest first: yellow (a); green (b)",
        "so many other colours lie on each: yellow (a) 1; green (b) 1",
        "ABBA in A, B: each lies on the next in a circle, and one has to go first: yellow (a); green (b)",
        "deadlocks without a common colour: 1; each needs a tube besides its own: A, B",
        "empty tubes needed: 1 of 1",
        "a solution with 3 pours, as few as possible:",
    ]
    assert hard == "difficulty 0.0 bits: beside 0 of 3 pours there is one that loses"
    assert full == "3 of 3 pours cannot be taken back by one pour, and after 2 of them no tube is empty"


@settings(max_examples=50)
@given(knowns())
def test_the_solution_is_told_whole(known):
    said = [*told(known.level)]
    if known.least is None:
        assert said[-1] == "it has no solution"
        assert not stretches(known.level)
    elif known.least:
        moves = " ".join(pours for pours, _ in stretches(known.level))
        assert len(played(known.level, moves)[0]) == known.least
        several = f"a solution with {known.least} pours, as few as possible:"
        assert ("a solution with one pour:" if known.least == 1 else several) in said


@settings(max_examples=50)
@given(knowns())
def test_the_solution_is_cut_where_a_tube_is_empty_again(known):
    if known.least:
        found = stretches(known.level)
        moves = played(known.level, " ".join(pours for pours, _ in found))[0]
        empty = ["" in tubes for tubes in positions(known.level, moves)]
        again = [place for place in range(1, len(moves)) if empty[place] and not empty[place - 1]]
        ends = [len(" ".join(pours for pours, _ in found[: count + 1]).split()) for count in range(len(found))]
        assert ends == [*again, len(moves)]
        assert [end for _, end in found] == ["a tube is empty again"] * len(again) + ["solved"]


def test_a_solved_level_has_nothing_to_pour():
    level = Level(("aa", "bb", ""), 2)
    assert [*told(level)][-1] == "it is solved"
    assert not stretches(level)


@given(levels(colours=6, capacity=4))
def test_rounds_are_told_that_change_the_order(level):
    orders = [line.partition(": ")[2] for line in told(level) if line.startswith(("key", "after"))]
    expected = ["; ".join(f"{NAMES[letter]} ({letter})" for letter in order) for order in rankings(level)]
    assert orders == [order for order, _ in groupby(expected)]


@pytest.mark.parametrize(
    ("tubes", "kinds"),
    [
        (("ab", "ba"), ["deadlock in A, B: runs lie on one another in a circle: green (b); yellow (a)"]),
        (
            ("ab", "bc", "ca"),
            ["deadlock in A, C, B: runs lie on one another in a circle: green (b); yellow (a); emerald (c)"],
        ),
        (("acb", "bca", "cab"), ["deadlock in A, C: all are full, and on top of each lies green (b)"]),
    ],
)
def test_a_deadlock_at_the_start_is_told(tubes, kinds):
    assert [*told(Level(tubes, len(tubes[0])))][-2 - len(kinds) :] == [
        "deadlock: no tube can ever be emptied, so the level is lost",
        *kinds,
        "it has no solution",
    ]


def test_a_deadlock_of_another_kind_is_told_alone():
    *_, before, deadlock, last = told(OTHER_KIND)
    assert (deadlock, last) == ("deadlock: no tube can ever be emptied, so the level is lost", "it has no solution")
    assert not before.startswith("deadlock in")


def test_the_level_of_the_article_is_told(shared):
    (entry,) = parse_file(Article(shared).numbers("14"))
    said = [*told(parse_level(entry.text))]
    assert said[0].startswith("key colours by what lies on them, the freest first: ")
    assert "a solution with 41 pours, as few as possible:" in said


@settings(max_examples=50)
@given(levels(colours=12, capacity=4))
def test_few_patterns_of_a_kind_are_told(level):
    said = [*told(level)]
    for name in ("ABAB", "ABCA", "ABBA"):
        lines = [line for line in said if line.startswith(name)]
        assert len(lines) <= MOST_PATTERNS + 1
        assert all("\n" not in line for line in lines)


def test_patterns_are_told_by_their_tubes_and_colours():
    said = [*told(Level(("ba", "dba", "ac", "bc", "cddd", ""), 4))]
    assert (
        "ABAB in A, B: yellow (a) lies on green (b) twice, so it may be a key colour and the other one the next" in said
    )
    assert any(line.startswith("ABCA in A, C: once emerald (c) is poured away, yellow (a) comes") for line in said)


@pytest.mark.parametrize(
    ("tube", "end"), [("bc", "frees green (b), a free colour"), ("bbbc", "frees green (b)")], ids=["free", "pressed"]
)
def test_a_pattern_counts_for_more_where_the_colour_that_it_frees_is_free(tube, end):
    said = told(Level(("ba", "ac", tube, "cddd", ""), 4))
    assert f"ABCA in A, B: once emerald (c) is poured away, yellow (a) comes together and {end}" in said


@settings(max_examples=50)
@given(knowns())
def test_as_many_empty_tubes_as_are_said_are_enough(found):
    matches = [re.fullmatch(r"empty tubes needed: (\d+) of (\d+)", line) for line in told(found.level)]
    counts = [tuple(map(int, match.groups())) for match in matches if match]
    filled = [tube for tube in found.level.tubes if tube]
    if found.least and "" in found.level.tubes:
        ((needed, count),) = counts
        assert count == found.level.tubes.count("")
        enough = [empty for empty in range(count + 1) if solvable(found.level, filled, empty)]
        assert enough == [*range(needed, count + 1)]
    else:
        assert not counts


def solvable(level, filled, empty):
    """Whether a level can be solved with other empty tubes, by looking at every position that can be reached."""
    return known(replace(level, tubes=(*filled, *[""] * empty))).least is not None


@settings(max_examples=50)
@given(knowns())
def test_key_colours_are_told_again_wherever_a_tube_is_empty_again(known):
    said = told(known.level)
    for before, line in pairwise(said):
        if line.startswith("      key colours now: "):
            assert before.endswith("a tube is empty again")
            assert 1 <= len(line.split("; ")) <= 2


def test_where_no_solution_is_found_that_is_told():
    assert [*told(UNDECIDED)][-1] == f"no solution was found with {BUDGET} nodes"


def test_the_pours_beside_which_another_one_loses_are_told():
    level = Level(("abc", "bca", "cba", ""), 3)
    lines = told(level)
    (summary,) = [line for line in lines if line.startswith("difficulty")]
    choices = [tuple(map(int, found)) for found in re.findall(r"(\d+) of (\d+) positions that can", "\n".join(lines))]
    bits = sum(log2(every / (every - lost)) for lost, every in choices)
    assert summary == f"difficulty {bits:.1f} bits: beside {len(choices)} of 7 pours there is one that loses"
    assert bits > 0


def test_a_level_of_one_pour_is_explained_without_figures_about_several():
    *_, length, way = told(parse_level("..b\naab"))
    assert (length, way) == ("a solution with one pour:", "   AB, solved")
