"""The family keeps the contract of all families, and a few facts of its own."""

import pytest
from cenote_ice.declaration import DECLARATION
from cenote_ice.family import FAMILY

from generator.capability_contracts import ImportingContract
from generator.errors import IllegalMoveError

LEVEL = FAMILY.parse("S.o\n...\no.G")


class TestIceFamily(ImportingContract):
    family = FAMILY
    declaration = DECLARATION
    spaces = (DECLARATION.space({"size": 3}), DECLARATION.space({"size": 8}))


def test_a_slide_goes_on_to_the_edge() -> None:
    assert LEVEL.slide((0, 1), "d") == (2, 1)


def test_sliding_over_the_goal_is_not_enough() -> None:
    with pytest.raises(IllegalMoveError, match="does not stop on the goal"):
        FAMILY.replay(FAMILY.parse("SG.\n..o"), "r")
