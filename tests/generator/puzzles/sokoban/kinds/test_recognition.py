"""Of which kind a level is, told by its witness or by one look at it."""

import numpy as np
import pytest

from generator.errors import UnsupportedLevelError
from generator.puzzles.sokoban.declaration import DECLARATION
from generator.puzzles.sokoban.family import FAMILY
from generator.puzzles.sokoban.kinds.recognition import KINDS, recognised
from generator.puzzles.sokoban.kinds.settings import KIND_SETTINGS
from generator.puzzles.sokoban.kinds.zero_space import trees
from generator.puzzles.sokoban.notation.xsb import parse_level


@pytest.mark.parametrize(
    "settings",
    [{"type": ["b"], "size": [3]}, {"type": ["g"], "size": [3]}, {"type": ["free"], "effort": 0, "nodes": 1000}],
)
def test_what_was_made_looks_as_its_witness_says(settings):
    space = DECLARATION.space(settings)
    for seed in range(6):
        made = FAMILY.generate(FAMILY.random_genome(space, np.random.default_rng(seed)))
        seen = recognised(made.level)
        assert seen.kind is made.witness.kind
        assert recognised(made.level, made.witness) is made.witness
        if settings["type"] == ["free"]:
            mine, looked = made.witness.known.placement, seen.known.placement
            assert (mine.room, mine.boxes.tolist(), mine.player) == (looked.room, looked.boxes.tolist(), looked.player)
        else:
            assert made.witness.known.zero == seen.known.zero


def test_a_board_that_is_refused_is_looked_at_once():
    level = parse_level("########\n#@-$--.#\n########")
    trees._found_in.cache_clear()
    for _ in range(3):
        with pytest.raises(UnsupportedLevelError, match="the walls are not those of type"):
            trees.zero_space_of(level)
        FAMILY.describe(level)
    assert trees._found_in.cache_info().misses == 1


def test_every_kind_is_declared_in_the_order_of_the_kinds():
    assert [tuple(kind.types) for kind in KINDS] == [tuple(declared.types) for declared in KIND_SETTINGS]
