"""The kernels beside the slow twin, on every position that small levels lead to."""

import pytest
from hypothesis import given, settings

from generator.puzzles.watersort import position_kernels as kernels
from generator.puzzles.watersort.colours import LETTERS
from generator.puzzles.watersort.level import Level
from generator.puzzles.watersort.search import TECHNIQUES, bits_of, kernel_rules, packed, workspace_for
from generator.puzzles.watersort.variants import End, Pour
from tests.generator.puzzles.watersort.strategies import game_of, knowns, levels, unpacked


def bound(level, position):
    return kernels.bound(packed(position, level.capacity), kernel_rules(level))


def bounds_of(known):
    return {position: bound(known.level, position) for position in known.reached}


def is_dead(level, position):
    return kernels.is_dead(packed(position, level.capacity), kernel_rules(level), workspace_for(len(position)))


def completing(level, position):
    """The two tubes of the pour that is made at once, if there is one."""
    start = packed(position, level.capacity)
    pair = kernels.completing(start, kernel_rules(level))
    return None if pair == (-1, -1) else tuple(unpacked(start[[place]])[0] for place in pair)


def children(level, position, without=TECHNIQUES):
    """The pours that are worth making, by the units of their tubes, and the positions after them."""
    start, workspace = packed(position, level.capacity), workspace_for(len(position))
    count = kernels.children(start, kernel_rules(level, frozenset(without)), workspace)
    pairs = [unpacked(start[[source]]) + unpacked(start[[target]]) for source, target in workspace.moves[:count]]
    return pairs, [unpacked(row) for row in workspace.after[:count]]


@given(levels(colours=6, capacity=16))
def test_positions_are_packed_without_loss_and_whatever_the_order_of_tubes(level):
    words = packed(level.tubes, level.capacity)
    assert unpacked(words, bits_of(level.capacity)) == tuple(sorted(level.tubes))
    assert words.tolist() == packed(level.tubes[::-1], level.capacity).tolist()


@pytest.mark.parametrize("letters", ["abcdefghijklmno", "ajklmnopqrstuvx"])
def test_the_largest_tubes_hold_any_fifteen_colours(letters):
    tubes = tuple((letters * 2)[place : place + 15] + letters[place] for place in range(15))
    words = packed(tubes, 16)
    names = str.maketrans(letters, LETTERS[:15])
    assert unpacked(words, 4) == tuple(sorted(tube.translate(names) for tube in tubes))


@settings(max_examples=60)
@given(knowns())
def test_the_bound_is_never_more_than_the_pours_that_are_left(known):
    bounds = bounds_of(known)
    assert all(bounds[position] <= left for position, left in known.remaining.items())


@settings(max_examples=60)
@given(levels(colours=6, capacity=8))
def test_the_bound_is_that_of_counting_runs(level):
    assert bound(level, level.tubes) == game_of(level).bound(level.tubes)


@settings(max_examples=60)
@given(knowns())
def test_a_pour_lowers_the_bound_by_one_at_most(known):
    bounds = bounds_of(known)
    for position, following in known.reached.items():
        assert all(bounds[position] <= bounds[after] + 1 for after in following)


@settings(max_examples=60)
@given(knowns())
def test_the_bound_is_nothing_just_where_all_is_done(known):
    for position, least in bounds_of(known).items():
        assert (least == 0) == known.game.is_solved(position)


@pytest.mark.parametrize(
    ("pour", "end", "least"),
    [
        (Pour.WATER, End.TOGETHER, 2 + 2),
        (Pour.WATER, End.LOOSE, 2),
        (Pour.BALL, End.TOGETHER, 4 + 2),
        (Pour.BALL, End.LOOSE, 4),
    ],
)
def test_all_but_the_lowest_runs_move_and_of_these_all_but_one_of_a_colour(pour, end, least):
    tubes = ("aabb", "abb", "a")
    assert bound(Level(tubes, 4, pour, end), tubes) == least


@settings(max_examples=80)
@given(knowns())
def test_what_is_called_dead_is_lost(known):
    solvable = (position for position, left in known.remaining.items() if left)
    assert not any(is_dead(known.level, position) for position in solvable)


@settings(max_examples=60)
@given(knowns())
def test_dead_is_what_the_slow_twin_calls_so(known):
    for position in known.reached:
        assert is_dead(known.level, position) == known.game.is_dead(position)


@settings(max_examples=60)
@given(levels(colours=8, capacity=3, empty=1))
def test_full_tubes_are_dead_where_the_slow_twin_calls_them_so(level):
    tubes = tuple(filter(None, level.tubes))
    assert is_dead(level, tubes) == game_of(level).is_dead(tubes)


@pytest.mark.parametrize("tubes", [("ab", "ba"), ("ab", "bc", "ca"), ("aab", "bba"), ("aba", "bba"), ("abca", "cbba")])
def test_the_deadlocks_of_the_article_are_seen(tubes):
    """Runs on one another in a circle, or one colour on top of several full tubes, and no empty one."""
    level = Level(tubes, len(tubes[0]))
    assert is_dead(level, tubes)
    assert not is_dead(level, (*tubes, ""))


@settings(max_examples=60)
@given(knowns())
def test_every_pour_is_found_but_those_that_change_nothing(known):
    for position, following in known.reached.items():
        found = {*children(known.level, position)[1]}
        assert found == following - {position}


@settings(max_examples=60)
@given(knowns())
def test_a_child_is_its_parent_after_the_pour_that_is_named(known):
    for position in known.reached:
        pours = known.game.pours(position)
        after = {(position[pour.source], position[pour.target]): tuple(sorted(pour.after)) for pour in pours}
        pairs, found = children(known.level, position)
        assert found == [after[pair] for pair in pairs]


@settings(max_examples=60)
@given(knowns())
def test_of_tubes_with_the_same_units_one_is_poured(known):
    for position in known.reached:
        pairs, _ = children(known.level, position)
        assert len(set(pairs)) == len(pairs)


@settings(max_examples=80)
@given(knowns())
def test_completing_a_colour_at_once_costs_nothing(known):
    for position, left in known.remaining.items():
        if completing(known.level, position):
            (after,) = children(known.level, position, ())[1]
            assert known.remaining[after] == left - 1


@settings(max_examples=60)
@given(knowns())
def test_a_colour_is_completed_where_the_slow_twin_says_so(known):
    for position in known.reached:
        pair, pairs = completing(known.level, position), known.game.completions(position)
        assert pair in pairs if pairs else pair is None


@settings(max_examples=80)
@given(knowns())
def test_completing_a_colour_pours_what_lies_on_others_onto_a_tube_of_its_own(known):
    for position in known.reached:
        if pair := completing(known.level, position):
            (above, plain), (poured,) = pair, children(known.level, position, ())[0]
            assert poured == pair
            assert set(plain) == {above[-1]} < set(above)


@pytest.mark.parametrize(
    ("tubes", "pair"),
    [
        (("aab", "bb", "a"), ("aab", "bb")),
        (("aa", "bbb", "a"), None),
        (("acb", "bb", "cca", "a"), ("cca", "a")),
        (("bab", "ba", "a"), None),
    ],
)
def test_a_colour_is_completed_from_above_others_and_where_its_tube_is_needed_for_good(tubes, pair):
    assert completing(Level(tubes, max(map(len, tubes))), tubes) == pair
