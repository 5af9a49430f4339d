"""Settings of sessions."""

import pytest

from generator import get_declaration, get_family
from generator.errors import SettingError

DECLARATION = get_declaration("orimaze")
FAMILY = get_family("orimaze")


def test_rows_and_columns_are_as_many_as_the_size_says_unless_they_are_given():
    spaces = [DECLARATION.space(one) for one in ({}, {"size": [6, 4]}, {"size": [4], "cols": [6, 5]}, {"rows": [3]})]
    assert [(space["rows"], space["cols"]) for space in spaces] == [
        ([5], [5]),
        ([4, 6], [4, 6]),
        ([4], [5, 6]),
        ([3], [5]),
    ]


@pytest.mark.parametrize("settings", [{"size": [1]}, {"rows": [9]}, {"cols": [4, 12]}])
def test_sizes_out_of_range_are_refused(settings):
    with pytest.raises(SettingError, match="is not between 2 and 8"):
        DECLARATION.space(settings)


@pytest.mark.parametrize(("text", "goal"), [("VVH\nVHV\nH.V", "corner"), ("VH\nH.\n--\nVH\n.H", "arrangement")])
def test_seeds_of_another_size_or_goal_are_refused_with_the_remedy(text, goal):
    with pytest.raises(SettingError, match=f"--goal {goal}"):
        FAMILY.seeded(DECLARATION.space({}), text)


@pytest.mark.parametrize("preset", DECLARATION.introductions)
def test_levels_that_introduce_presets_are_of_their_spaces_and_can_be_solved(preset):
    space = DECLARATION.space(DECLARATION.presets[preset])
    level = FAMILY.parse(DECLARATION.introductions[preset].level)
    FAMILY.seeded(space, FAMILY.format(level))
    assert FAMILY.solve(level, 5_000_000).upper_bound
