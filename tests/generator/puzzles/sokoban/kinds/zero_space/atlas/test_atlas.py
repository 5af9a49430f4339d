import pytest

from generator.errors import SettingError
from generator.puzzles.sokoban.family import FAMILY
from generator.puzzles.sokoban.kinds.zero_space.atlas.atlas import ATLAS
from generator.puzzles.sokoban.kinds.zero_space.sign import sign
from generator.puzzles.sokoban.kinds.zero_space.trees import line_counts, zero_space_of


def regions(type_, size):
    settings = ATLAS.settings({"type": type_, "size": size})
    for chapter in ATLAS.chapters(settings):
        yield chapter, ATLAS.explore(settings, chapter.name).components


@pytest.mark.parametrize(("type_", "size"), [("b", 3), ("e", 2)])
def test_a_chapter_is_the_sum_of_its_components(type_, size):
    for chapter, components in regions(type_, size):
        assert sum(component.states for component in components) == chapter.states


@pytest.mark.parametrize(("type_", "size"), [("b", 3), ("e", 2)])
def test_levels_are_as_deep_as_their_components_and_of_their_class_and_sign(type_, size):
    for chapter, components in regions(type_, size):
        for component in components:
            if not component.text:
                assert (component.states, component.depth) == (1, 0)
                continue
            level = FAMILY.parse(component.text)
            solution = FAMILY.solve(level, component.states)
            assert solution.proven
            assert FAMILY.replay(level, solution.moves) == component.depth
            zero = zero_space_of(level)
            counts = line_counts(type_, size, zero.start)
            assert chapter.name.replace("/", ",") == ",".join(map(str, counts))
            assert {"+": 1, "-": -1}[component.invariant] == sign(type_, size, zero.start)


def test_the_deepest_levels_of_the_smallest_sizes():
    depths = {
        (type_, size): max(component.depth for _, components in regions(type_, size) for component in components)
        for type_, size in (("b", 2), ("b", 3), ("b", 4), ("e", 2))
    }
    assert depths == {("b", 2): 2, ("b", 3): 8, ("b", 4): 44, ("e", 2): 6}


@pytest.mark.parametrize(("type_", "size"), [("b", 1), ("b", 6), ("e", 1), ("e", 5)])
def test_sizes_without_an_atlas_are_refused(type_, size):
    with pytest.raises(SettingError, match=f"not {size}: give --size in that range"):
        ATLAS.settings({"type": type_, "size": size})
