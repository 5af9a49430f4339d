import json
from itertools import pairwise, permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.errors import GenerationError
from generator.puzzles.sokoban.declaration import DECLARATION
from generator.puzzles.sokoban.family import FAMILY
from generator.puzzles.sokoban.kinds.zero_space.genome import ZeroSpaceGenome
from generator.puzzles.sokoban.kinds.zero_space.mutate import OPERATORS, mutate
from generator.puzzles.sokoban.kinds.zero_space.trees import ZeroSpace, zero_space_of
from generator.values import Specimen
from tests.generator.puzzles.sokoban.kinds.zero_space.alone import component_of
from tests.generator.puzzles.sokoban.kinds.zero_space.random_trees import cells_of, oracle

SPACES = {
    "deepest b": {"type": ["b"], "size": [4], "policy": "deepest"},
    "deepest small": {"type": ["b", "e"], "size": [2, 3], "policy": "deepest", "sweeps": 2},
    "farthest": {"type": ["b", "e"], "size": [3, 7], "policy": "farthest", "walk": 101},
    "last": {"type": ["e"], "size": [5], "policy": "last", "walk": 101},
    "apart": {"type": ["b", "e"], "size": [6], "policy": "apart", "walk": 101},
}
SPACES = {name: DECLARATION.space(wanted) for name, wanted in SPACES.items()}

seeds = st.integers(0, 2**32)


@st.composite
def matings(draw, *operators, spaces=tuple(SPACES), parents=2):
    """An operator with its space and parents (some of them imported), and a seed for the child."""
    space = SPACES[draw(st.sampled_from(spaces))]
    family = [_specimen(space, draw(seeds), draw(st.booleans())) for _ in range(parents)]
    return draw(st.sampled_from(operators or sorted(OPERATORS))), family, space, draw(seeds)


@settings(max_examples=300)
@given(matings())
def test_children_are_genomes_of_the_space_that_generate(mating):
    child, space = _child(*mating), mating[2]
    if child is None:
        return
    assert json.loads(json.dumps(child)) == child
    assert child["type"] in space["types"]
    assert child["size"] in space["sizes"]
    assert child["policy"] == space["policy"]
    assert ZeroSpaceGenome.from_json(child).to_json() == child
    try:
        zero = zero_space_of(FAMILY.generate(child).level)
    except GenerationError:
        return
    assert (zero.type, zero.size) == (child["type"], child["size"])
    assert zero.start != zero.goal


@given(matings())
def test_children_are_decided_by_their_parents_levels_and_the_stream(mating):
    operator, parents, space, seed = mating
    imported = [Specimen({"level": parent.text}, parent.text) for parent in parents]
    assert _child(*mating) == _child(*mating) == _child(operator, imported, space, seed)


@given(matings("new_seed"))
def test_a_new_seed_keeps_type_and_size(mating):
    (parent, _), child = mating[1], _child(*mating)
    assert (child["type"], child["size"]) == _shape(parent)
    assert "tree" not in child
    assert child["seed"] != parent.genome.get("seed")


@given(matings("reshape", spaces=("deepest small", "farthest")))
def test_reshape_changes_type_or_size(mating):
    child = _child(*mating)
    assert (child["type"], child["size"]) != _shape(mating[1][0])
    assert "tree" not in child


def test_reshape_reaches_every_other_shape():
    space = SPACES["deepest small"]
    parents = [_specimen(space, 1, False)]
    children = [_child("reshape", parents, space, seed) for seed in range(60)]
    shapes = {(child["type"], child["size"]) for child in children}
    assert shapes | {_shape(parents[0])} == {("b", 2), ("b", 3), ("e", 2), ("e", 3)}
    assert _shape(parents[0]) not in shapes


@given(matings("reshape", spaces=("deepest b", "last")))
def test_reshape_needs_another_shape(mating):
    assert _child(*mating) is None


@given(matings("exchange_edge"))
def test_exchange_edge_moves_one_box(mating):
    before, after = _trees(mating)
    if after is not None:
        assert len(before - after) == len(after - before) == 1


@given(matings("exchange_window"))
def test_exchange_window_leaves_all_boxes_outside_a_window(mating):
    before, after = _trees(mating)
    if after is not None:
        assert before != after
        for across in zip(*(before ^ after), strict=True):
            assert max(across) - min(across) <= 6


def test_exchange_window_moves_several_boxes_at_once():
    space = SPACES["last"]
    trees = [_trees(("exchange_window", [_specimen(space, seed, False)], space, seed)) for seed in range(60)]
    assert max(len(before - after) for before, after in trees if after is not None) > 3


@given(matings("shift_line"))
def test_shift_line_moves_one_box_to_another_line(mating):
    before, after = _trees(mating)
    if after is not None:
        slides = oracle(*_shape(mating[1][0]))
        (old,), (new,) = before - after, after - before
        assert slides.line_of(old) != slides.line_of(new)
        assert slides.line_counts(before) != slides.line_counts(after)


@given(matings("other_end"))
def test_other_end_begins_where_the_policy_ended(mating):
    _, after = _trees(mating)
    zero = zero_space_of(FAMILY.parse(mating[1][0].text))
    end = zero.start if mating[2]["policy"] == "deepest" else zero.goal
    assert after == cells_of(zero.type, zero.size, end)


@given(matings("other_end", spaces=("deepest b", "deepest small")))
def test_other_end_never_lowers_the_depth(mating):
    zero = zero_space_of(FAMILY.parse(mating[1][0].text))
    child = zero_space_of(FAMILY.generate(_child(*mating)).level)
    assert child.goal == zero.start or mating[2]["sweeps"] > 1
    assert _depth(child) >= _depth(zero)


@given(matings("cross"))
def test_cross_takes_every_box_from_one_of_both(mating):
    one, other = (_base(parent, mating[2]) for parent in mating[1])
    _, after = _trees(mating)
    if (one.type, one.size) != (other.type, other.size):
        assert after is None
    if after is not None:
        trees = [cells_of(zero.type, zero.size, zero.start) for zero in (one, other)]
        assert after <= trees[0] | trees[1]
        assert after not in trees


def test_cross_is_neither_of_both_parents():
    space = DECLARATION.space({"size": [2]})
    for parents in permutations([_specimen(space, seed, False) for seed in range(6)], 2):
        bases = [cells_of("b", 2, _base(parent, space).start) for parent in parents]
        assert all(_trees(("cross", parents, space, seed))[1] not in bases for seed in range(10))


def test_cross_mixes_both_trees():
    space = SPACES["last"]
    parents = [_specimen(space, seed, False) for seed in (1, 2)]
    one, other = (cells_of("e", 5, _base(parent, space).start) for parent in parents)
    _, after = _trees(("cross", parents, space, 1))
    assert after & (one - other)
    assert after & (other - one)


@pytest.mark.parametrize("operator", sorted(set(OPERATORS) - {"reshape"}))
def test_every_operator_applies_to_most_levels(operator):
    space = SPACES["last"]
    parents = [_specimen(space, seed, False) for seed in range(21)]
    children = [_child(operator, pair, space, seed) for seed, pair in enumerate(pairwise(parents))]
    assert sum(child is not None for child in children) > 10


def test_only_cross_takes_two_parents():
    assert {name for name, arity in OPERATORS.items() if arity == 2} == {"cross"}


def _specimen(space, seed, imported):
    """A level of the space, as it was made or as if it came from elsewhere."""
    rng = np.random.default_rng(seed)
    while True:
        genome = FAMILY.random_genome(space, rng)
        try:
            level = FAMILY.generate(genome).level
        except GenerationError:
            continue
        return Specimen(FAMILY.genome_of(level) if imported else genome, FAMILY.format(level))


def _child(operator, parents, space, seed):
    return mutate(operator, parents[: OPERATORS[operator]], space, np.random.default_rng([seed, 1]))


def _shape(specimen):
    zero = zero_space_of(FAMILY.parse(specimen.text))
    return zero.type, zero.size


def _base(specimen, space):
    """The parent with the tree that its policy began with as the start."""
    zero = zero_space_of(FAMILY.parse(specimen.text))
    ends = (zero.goal, zero.start) if space["policy"] == "deepest" else (zero.start, zero.goal)
    return ZeroSpace(zero.type, zero.size, *ends)


def _trees(mating):
    """The boxes of the parent's tree and of the child's, which is None where the operator does not apply."""
    base, child = _base(mating[1][0], mating[2]), _child(*mating)
    before = cells_of(base.type, base.size, base.start)
    return before, None if child is None else cells_of(child["type"], child["size"], int(child["tree"], 16))


def _depth(zero):
    component = component_of(zero, 1 << 16)
    return component.distance(component.find(zero.start))
