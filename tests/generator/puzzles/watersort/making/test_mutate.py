"""Every operator makes levels of the space, or none."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.errors import SettingError
from generator.puzzles.watersort.declaration import DECLARATION
from generator.puzzles.watersort.level import checked, format_level, parse_level
from generator.puzzles.watersort.making.genome import generated, genome_of
from generator.puzzles.watersort.making.mutate import HIDE, mutate, operators, random_genome
from generator.puzzles.watersort.pours import format_moves, played
from generator.puzzles.watersort.variants import ENDS, POURS
from generator.values import SEEDS, Specimen
from tests.generator.puzzles.watersort.strategies import game_of

ON_UNITS = {"swap_units", "rotate_units", "shuffle_tube", "turn_tube", "cross_tubes"}
ON_COUNTS = {"add_colour", "remove_colour", "add_tube", "remove_tube"}
OPERATORS = sorted(ON_UNITS | ON_COUNTS | {"undo_pours"})


def stream(seed):
    return np.random.Generator(np.random.PCG64(seed))


@st.composite
def spaces(draw):
    """Spaces of a few small sizes, with any rules."""
    least, fewest = draw(st.integers(1, 4)), draw(st.integers(1, 3))
    wishes = {
        "colours": draw(st.sampled_from([(least,), (least, least + 1), (least, least + 1, least + 2)])),
        "empty": draw(st.sampled_from([(fewest,), (fewest, fewest + 1)])),
        "capacity": draw(st.integers(2, 5)),
        "pours": draw(st.sampled_from([*POURS])),
        "ends": draw(st.sampled_from([*ENDS])),
        "fill": draw(st.sampled_from(["random", "backward"])),
    }
    return DECLARATION.space(wishes)


SEED_NUMBERS = st.integers(0, 999)


def random_in(space, seed):
    return generated(random_genome(space, stream(seed))).level


def specimen(level):
    return Specimen(genome_of(level), format_level(level))


def child_of(operator, space, levels, seed):
    """The level that an operator makes of some, None where it makes none or is not used in the space."""
    parents = [specimen(level) for level in levels][: operators(space).get(operator, 0)]
    child = mutate(operator, parents, space, stream(seed)) if parents else None
    return None if child is None else generated(child).level


def assert_within(space, level):
    assert len(level.colours) in space["colours"]
    assert level.empty in space["empty"]
    assert level.capacity == space["capacity"]
    assert (level.pour, level.end) == (POURS[space["pours"]], ENDS[space["ends"]])


@settings(max_examples=60)
@given(spaces(), SEED_NUMBERS)
def test_random_levels_are_within_the_space(space, seed):
    made = generated(random_genome(space, stream(seed)))
    level = made.level
    assert_within(space, level)
    if space["fill"] == "backward":
        assert played(level, format_moves(made.witness))
    else:
        assert {*map(len, level.tubes)} == {0, level.capacity}


@pytest.mark.parametrize("operator", OPERATORS)
@settings(max_examples=60)
@given(spaces(), SEED_NUMBERS)
def test_children_are_of_the_space_and_unlike_their_parent(operator, space, seed):
    parents = [random_in(space, seed), random_in(space, seed + 1)]
    for turn in range(4):
        child = child_of(operator, space, parents, seed + turn)
        if child is not None:
            assert_within(space, child)
            assert child != parents[0]
            parents[0] = child


@pytest.mark.parametrize("operator", ["swap_units", "rotate_units", "cross_tubes"])
@settings(max_examples=60)
@given(spaces(), SEED_NUMBERS)
def test_where_units_change_places_tubes_keep_their_heights(operator, space, seed):
    level, other = random_in(space, seed), random_in(space, seed + 1)
    child = child_of(operator, space, (level, other), seed)
    if child is not None:
        assert [*map(len, child.tubes)] == [*map(len, level.tubes)]


@settings(max_examples=60)
@given(spaces(), SEED_NUMBERS)
def test_two_units_or_more_change_places_in_pairs(space, seed):
    level = random_in(space, seed)
    child = child_of("swap_units", space, (level,), seed)
    if child is not None:
        assert len(differing(level, child)) >= 2


@settings(max_examples=60)
@given(spaces(), SEED_NUMBERS)
def test_three_units_at_most_are_rotated(space, seed):
    level = random_in(space, seed)
    child = child_of("rotate_units", space, (level,), seed)
    if child is not None:
        assert len(differing(level, child)) in (2, 3)


def differing(one, other):
    """The units in whose place there is another one."""
    pairs = zip("".join(one.tubes), "".join(other.tubes), strict=True)
    return [place for place, (unit, another) in enumerate(pairs) if unit != another]


@pytest.mark.parametrize("operator", ["shuffle_tube", "turn_tube"])
@settings(max_examples=60)
@given(spaces(), SEED_NUMBERS)
def test_one_tube_alone_is_shuffled_or_turned(operator, space, seed):
    level = random_in(space, seed)
    child = child_of(operator, space, (level,), seed)
    if child is not None:
        ((before, after),) = [pair for pair in zip(level.tubes, child.tubes, strict=True) if pair[0] != pair[1]]
        assert Counter(before) == Counter(after)
        assert operator == "shuffle_tube" or after == before[::-1]


@pytest.mark.parametrize(
    ("operator", "colours", "empty"),
    [("add_colour", 1, 0), ("remove_colour", -1, 0), ("add_tube", 0, 1), ("remove_tube", 0, -1)],
)
@settings(max_examples=60)
@given(spaces(), SEED_NUMBERS)
def test_colours_and_tubes_come_and_go_one_by_one(operator, colours, empty, space, seed):
    level = random_in(space, seed)
    child = child_of(operator, space, (level,), seed)
    has_room = len(level.colours) + colours in space["colours"] and level.empty + empty in space["empty"]
    if child is None:
        assert not has_room or (operator == "remove_tube" and "" not in level.tubes)
    else:
        assert has_room
        assert len(child.colours) - len(level.colours) == colours
        assert child.empty - level.empty == empty


@settings(max_examples=60)
@given(spaces(), SEED_NUMBERS)
def test_tubes_that_come_and_go_are_empty(space, seed):
    level = random_in(space, seed)
    for operator in ("add_tube", "remove_tube"):
        child = child_of(operator, space, (level,), seed)
        assert child is None or [*filter(None, child.tubes)] == [*filter(None, level.tubes)]


@settings(max_examples=60)
@given(spaces(), SEED_NUMBERS)
def test_other_colours_stay_in_order_where_one_is_taken_out_and_its_tube_is_gone(space, seed):
    level = random_in(space, seed)
    child = child_of("remove_colour", space, (level,), seed)
    if child is not None:
        (colour,) = {*level.colours} - {*child.colours}
        rest = [[unit for unit in tube if unit != colour] for tube in level.tubes]
        kept = [tube for tube in rest if is_within(tube, child.tubes)]
        assert len(kept) >= len(level.tubes) - 1


def is_within(units, tubes):
    """Whether some units are in a tube in that order."""
    for tube in tubes:
        rest = iter(tube)
        if all(unit in rest for unit in units):
            return True
    return False


@settings(max_examples=60)
@given(spaces(), SEED_NUMBERS)
def test_what_is_undone_can_be_poured_again(space, seed):
    level = random_in(space, seed)
    child = child_of("undo_pours", space, (level,), seed)
    if child is not None:
        assert level.tubes in poured_from(child, 4)


def poured_from(level, most):
    """All tubes that so many pours at most lead to."""
    found, latest = {level.tubes}, {level.tubes}
    for _ in range(most):
        latest = {pour.after for tubes in latest for pour in game_of(level).pours(tubes)} - found
        found |= latest
    return found


@settings(max_examples=60)
@given(spaces(), SEED_NUMBERS)
def test_a_crossing_keeps_tubes_of_one_level_and_takes_the_order_of_the_other(space, seed):
    one, other = random_in(space, seed), random_in(space, seed + 1)
    child = child_of("cross_tubes", space, (one, other), seed)
    if child is not None:
        moved = [tube for tube, before in zip(child.tubes, one.tubes, strict=True) if tube != before]
        assert is_within("".join(moved), ["".join(other.tubes)])


@pytest.mark.parametrize("operator", OPERATORS)
def test_every_operator_changes_many_levels(operator):
    space = DECLARATION.space({"colours": (5, 6, 7), "empty": (1, 2, 3), "fill": "backward", "steps": 12})
    found = [random_in(space, seed) for seed in range(21)]
    children = [child_of(operator, space, found[seed : seed + 2], seed) for seed in range(20)]
    assert sum(child is not None for child in children) >= 5


def test_operators_are_those_that_the_space_leaves_something_for():
    assert set(operators(DECLARATION.space({}))) == ON_UNITS
    sizes = {"colours": (3, 4), "empty": (1, 2)}
    assert set(operators(DECLARATION.space(sizes))) == ON_UNITS | ON_COUNTS
    assert set(operators(DECLARATION.space({**sizes, "fill": "backward"}))) == set(OPERATORS)
    assert operators(DECLARATION.space({})) == {name: 1 + (name == "cross_tubes") for name in ON_UNITS}


def test_random_levels_are_of_every_size_of_the_space():
    space = DECLARATION.space({"colours": (2, 5), "empty": (1, 3), "capacity": 3})
    found = [random_in(space, seed) for seed in range(40)]
    assert {(len(level.colours), level.empty) for level in found} == {(2, 1), (2, 3), (5, 1), (5, 3)}


def test_a_session_with_seeds_begins_with_these():
    seeds = [genome_of(random_in(DECLARATION.space({"colours": (3,)}), seed)) for seed in range(2)]
    space = {**DECLARATION.space({"colours": (3,)}), SEEDS: seeds}
    drawn = [random_genome(space, stream(seed)) for seed in range(20)]
    assert all(genome in seeds for genome in drawn)
    assert all(seed in drawn for seed in seeds)


def test_levels_of_other_sizes_are_not_crossed():
    sizes = [DECLARATION.space({"colours": (count,), "capacity": holds}) for count, holds in ((4, 4), (5, 4), (4, 5))]
    one, *others = [random_in(space, 1) for space in sizes]
    for other in others:
        assert child_of("cross_tubes", sizes[0], (one, other), 1) is None


@pytest.mark.parametrize("fill", ["random", "backward"])
@pytest.mark.parametrize(("percent", "least", "most"), [(100, 1, 1), (40, 0.25, 0.55)])
def test_so_many_in_a_hundred_are_hidden(percent, least, most, fill):
    space = DECLARATION.space({"colours": (8,), "fill": fill, "hidden": percent})
    found = [random_in(space, seed) for seed in range(10)]
    below = sum(len(tube.rstrip(tube[-1:])) for level in found for tube in level.tubes)
    assert least <= sum(len(level.hidden) for level in found) / below <= most


@pytest.mark.parametrize("operator", OPERATORS)
def test_of_children_all_is_hidden_that_was_or_was_not_there(operator):
    space = DECLARATION.space(
        {"colours": (4, 5, 6), "empty": (1, 2, 3), "fill": "backward", "steps": 12, "hidden": 100}
    )
    children = [child_of(operator, space, [random_in(space, seed + at) for at in (0, 99)], seed) for seed in range(10)]
    for child in filter(None, children):
        assert child == parse_level(format_level(child))
        assert child == checked(child.tubes, child.capacity, child.pour, child.end, hidden=everything(child))
    assert any(children)


def everything(level):
    return frozenset((place, height) for place, tube in enumerate(level.tubes) for height in range(len(tube)))


def test_only_what_is_hidden_changes_in_one_tube():
    space = DECLARATION.space({"colours": (5,), "hidden": 50})
    assert operators(space)[HIDE] == 1
    assert HIDE not in operators(DECLARATION.space({"hidden": 100}))
    assert HIDE not in operators(DECLARATION.space({}))
    parent = random_in(space, 1)
    changed = [*filter(None, (child_of(HIDE, space, [parent], seed) for seed in range(20)))]
    assert len(changed) > 10
    for child in changed:
        assert child.tubes == parent.tubes
        assert len({place for place, _ in child.hidden ^ parent.hidden}) == 1


def test_spaces_without_hidden_units_are_what_they_were():
    assert "hidden" not in DECLARATION.space({})
    assert DECLARATION.space({"hidden": 0}) == DECLARATION.space({})
    with pytest.raises(SettingError, match="--hidden 101 is not between 0 and 100"):
        DECLARATION.space({"hidden": 101})
