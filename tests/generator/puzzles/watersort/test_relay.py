"""Legs of a relay are ways, each as long as it was asked for where there is one."""

from hypothesis import given, settings
from hypothesis import strategies as st

from generator.puzzles.watersort.level import Level
from generator.puzzles.watersort.pours import is_solved, poured
from generator.puzzles.watersort.relay import leg
from tests.generator.puzzles.watersort.strategies import knowns


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
    if len(found.moves) < depth and not is_solved(known.level, found.tubes):
        assert known.least is None


@settings(max_examples=50)
@given(knowns())
def test_a_long_leg_solves_what_can_be_solved(known):
    assert is_solved(known.level, leg(known.level, 1000).tubes) == (known.least is not None)


def test_a_solved_or_lost_level_has_no_leg():
    assert leg(Level(("aa", "bb", ""), 2), 9) == ((), ("aa", "bb", ""))
    assert leg(Level(("ab", "ba"), 2), 9) == ((), ("ab", "ba"))
