"""The atlas, beside lists of all levels that know nothing of its order, and their solutions by the oracle."""

from collections import Counter

import pytest

from generator.errors import SettingError
from generator.puzzles.watersort.atlas import ATLAS, NOTHING, SMALL, beginnings, surveyed
from generator.puzzles.watersort.colours import LETTERS
from generator.puzzles.watersort.identity import identity_of
from generator.puzzles.watersort.level import Level, parse_level
from generator.puzzles.watersort.solver import solve
from generator.puzzles.watersort.variants import ENDS, POURS
from tests.generator.puzzles.watersort.enumerated import classes
from tests.oracles.watersort import Game


def levels_of(colours, capacity):
    """The levels that the atlas goes through, each as the contents of its tubes."""
    for filling in beginnings(NOTHING, colours, colours, capacity).tolist():
        yield tuple(
            "".join(LETTERS[number // colours**place % colours] for place in reversed(range(capacity)))
            for number in filling
        )


def depths_of(**given):
    """How many levels of an atlas take so many pours; -1 stands for those that cannot be solved."""
    settings, found = ATLAS.settings(given), Counter()
    for chapter in ATLAS.chapters(settings):
        depths, _ = surveyed(settings, chapter.name)
        assert depths.sum() == chapter.states
        found.update({depth: int(count) for depth, count in enumerate(depths[:-1]) if count})
        found[-1] += int(depths[-1])
    return +found


@pytest.mark.parametrize(("colours", "capacity"), [(2, 2), (2, 5), (3, 2), (3, 3), (4, 2), (3, 4)])
def test_every_level_is_met_once(colours, capacity):
    met = [*levels_of(colours, capacity)]
    assert {identity_of(Level((*tubes, ""), capacity)) for tubes in met} == classes(colours, capacity, 1)
    assert len(met) == len(classes(colours, capacity, 1))


@pytest.mark.parametrize(("colours", "capacity"), [(2, 4), (3, 3), (4, 3), (3, 4)])
def test_chapters_have_every_level_between_them(colours, capacity):
    chapters = ATLAS.chapters(ATLAS.settings({"colours": colours, "capacity": capacity}))
    assert sum(chapter.states for chapter in chapters) == len(beginnings(NOTHING, colours, colours, capacity))
    assert len({chapter.name for chapter in chapters}) == len(chapters)


@pytest.mark.parametrize("pours", POURS)
@pytest.mark.parametrize("ends", ENDS)
@pytest.mark.parametrize(("colours", "capacity", "empty"), [(2, 3, 1), (3, 2, 1), (3, 3, 1), (3, 2, 2)])
def test_depths_are_those_of_the_oracle(colours, capacity, empty, pours, ends):
    game, found = Game(capacity, pours, ends), Counter()
    for tubes in levels_of(colours, capacity):
        start = tuple(sorted((*tubes, *[""] * empty)))
        found[game.remaining(game.reached(start)).get(start, -1)] += 1
    assert depths_of(colours=colours, capacity=capacity, empty=empty, pours=pours, ends=ends) == found


@pytest.mark.parametrize(
    ("size", "levels", "lost", "depth", "deepest"),
    [((3, 4, 1), 995, 236, 12, 1), ((3, 4, 2), 995, 0, 11, 25), ((4, 4, 2), 111_383, 0, 16, 4)],
)
def test_sizes_have_so_many_levels_and_no_deeper_ones(size, levels, lost, depth, deepest):
    found = depths_of(**dict(zip(("colours", "capacity", "empty"), size, strict=True)))
    assert found.total() == levels
    assert (found[-1], max(found), found[max(found)]) == (lost, depth, deepest)


def test_the_deepest_level_of_a_chapter_is_as_deep_as_the_solver_says():
    settings = ATLAS.settings({"colours": 3, "capacity": 4, "empty": 1, "pours": "ball"})
    for chapter in ATLAS.chapters(settings):
        for component in ATLAS.explore(settings, chapter.name).components:
            level = parse_level(component.text)
            assert solve(level, component.nodes).upper_bound == component.depth
            assert level.pour == POURS["ball"]


def test_searches_that_need_more_memory_get_it(monkeypatch):
    expected = depths_of(colours=3, capacity=4)
    monkeypatch.setattr("generator.puzzles.watersort.atlas.SMALL", SMALL // 64)
    assert depths_of(colours=3, capacity=4) == expected


def test_tubes_of_more_than_twelve_units_are_as_deep_as_the_solver_says():
    settings = ATLAS.settings({"colours": 2, "capacity": 13})
    last = min(ATLAS.chapters(settings), key=lambda chapter: (chapter.states < 20, chapter.states))
    depths, deepest = surveyed(settings, last.name)
    assert depths.sum() == last.states
    assert depths[solve(deepest, 1 << 22).upper_bound + 1 : -1].sum() == 0
    assert depths[solve(deepest, 1 << 22).upper_bound] > 0


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"colours": 6}, "about 6,000,000,000 levels of 6 colours and capacity 4"),
        ({"colours": 7}, "--colours 7 is not between 2 and 6"),
        ({"capacity": 1}, "--capacity 1 is not between 2 and 16"),
        ({"empty": 0}, "--empty 0 is not between 1 and 3"),
    ],
)
def test_sizes_that_are_too_large_are_refused(given, told):
    with pytest.raises(SettingError, match=told):
        ATLAS.settings(given)


def test_rules_are_named_where_they_are_not_the_usual_ones():
    assert ATLAS.settings({"pours": "water", "ends": "loose"}) == {
        "colours": 3,
        "capacity": 4,
        "empty": 1,
        "ends": "loose",
    }
