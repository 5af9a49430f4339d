"""The atlas, beside lists of all positions that know nothing but the rules."""

from collections import Counter

import pytest

from generator.errors import SettingError
from generator.puzzles.orimaze import atlas
from generator.puzzles.orimaze.atlas import ATLAS, chart
from generator.puzzles.orimaze.level import Level, parse_level
from generator.puzzles.orimaze.solver import solve
from generator.values import Request
from tests.oracles import orimaze as oracle


def charts(height, width, goal):
    """The charts of all chapters, with the number of their images."""
    for chapter in ATLAS.chapters({"rows": height, "cols": width, "goal": goal}):
        counts = [int(count) for count in chapter.name.split(",")]
        found = chart(counts, width, goal, 1000)
        assert found.positions == chapter.states
        yield found, chapter.images


@pytest.mark.parametrize(("height", "width"), [(2, 2), (2, 3), (3, 2), (3, 3), (2, 4)])
def test_corners_are_as_deep_as_the_oracle_says(height, width):
    depths, components, levels = Counter(), 0, 0
    for found, _ in charts(height, width, "corner"):
        components += found.components
        levels += found.levels
        depths.update((deep.states, deep.depth) for deep in found.deep)
    parts = [*oracle.components(height, width)]
    told = [(len(part), oracle.deepest(part)) for part in parts]
    assert components == len(parts)
    assert depths == Counter(one for one in told if one[1])
    solvable = [part for part, (_, depth) in zip(parts, told, strict=True) if depth is not None]
    assert levels == sum(not oracle.in_corner(rows) for part in solvable for rows in part)


@pytest.mark.parametrize(("height", "width"), [(2, 2), (2, 3), (3, 2), (3, 3), (2, 4)])
def test_diameters_are_those_of_the_oracle(height, width):
    found = Counter()
    for told, images in charts(height, width, "arrangement"):
        for deep in told.deep:
            found[deep.states, deep.depth] += images
    parts = ((len(part), oracle.diameter(part)) for part in oracle.components(height, width))
    assert found == Counter(one for one in parts if one[1])


@pytest.mark.parametrize(("height", "width", "deepest"), [(2, 2, 3), (3, 3, 12), (4, 4, 34), (3, 4, 21), (4, 3, 21)])
def test_the_deepest_corners_of_a_size(height, width, deepest):
    settings = ATLAS.settings({"rows": height, "cols": width})
    found = [one for chapter in ATLAS.chapters(settings) for one in ATLAS.explore(settings, chapter.name).components]
    assert max(one.depth for one in found) == deepest


@pytest.mark.parametrize("goal", ["corner", "arrangement"])
def test_levels_of_the_atlas_are_as_deep_as_the_solver_says(goal):
    settings = ATLAS.settings({"rows": 3, "cols": 4, "goal": goal})
    found = [one for chapter in ATLAS.chapters(settings) for one in ATLAS.explore(settings, chapter.name).components]
    assert len(found) > 150
    for one in found:
        level = parse_level(one.text)
        assert solve(level, one.states, Request()).upper_bound == one.depth
        assert one.invariant == ",".join(map(str, level.start.lines[1]))


def test_the_chapter_of_the_longest_published_level_has_nothing_longer():
    level = parse_level("VVVVH\nHVVHH\nVHHV.\nVVHHV\nVHHHV")
    deepest, *_ = chart(level.start.lines[0], 5, "corner", 3).deep
    assert (deepest.states, deepest.depth) == (2117, 199)
    assert solve(Level(parse_level(deepest.text).start), 10_000, Request()).upper_bound == 199


@pytest.mark.parametrize("goal", ["corner", "arrangement"])
def test_where_there_is_little_room_the_deepest_are_listed(goal):
    counts = (1, 2, 2, 1)
    listed = [one.depth for one in chart(counts, 4, goal, 5000).deep]
    assert len(listed) > 100
    assert listed == sorted(listed, reverse=True)
    for room in (1, 2, 7):
        assert [one.depth for one in chart(counts, 4, goal, room).deep] == listed[:room]


@pytest.mark.parametrize("goal", ["corner", "arrangement"])
def test_components_may_be_larger_than_the_room_at_first(goal, monkeypatch):
    counts = (1, 2, 2, 1)
    found = chart(counts, 4, goal, 100)
    assert found.largest > 48
    monkeypatch.setattr(atlas, "ROOM", 3)
    assert chart(counts, 4, goal, 100) == found


@pytest.mark.parametrize(("rows", "cols"), [(1, 4), (5, 7), (8, 8), (2, 9)])
def test_sizes_that_nobody_can_list_are_refused(rows, cols):
    with pytest.raises(SettingError, match="cenote run"):
        ATLAS.settings({"rows": rows, "cols": cols})
