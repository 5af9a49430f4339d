import pytest

from generator.puzzles.sokoban.zero_space.anytime.approach import Approach
from generator.puzzles.sokoban.zero_space.anytime.mending import Mender
from generator.puzzles.sokoban.zero_space.anytime.settling import Settler
from generator.puzzles.sokoban.zero_space.trees import tree_of
from tests.generator.puzzles.sokoban.zero_space.anytime.journeys import end_of, walked


@pytest.mark.parametrize(("seed", "left"), [(3, 5), (5, 0)])
def test_a_cluster_is_led_to_its_goals_or_towards_another(seed, left):
    approach = _settled(seed)
    length = approach.length
    assert Mender(approach).mend()
    assert approach.length > length
    assert approach.remaining == left
    assert end_of(approach.zero, approach.slides) == tree_of(approach.desk.position.boxed)


def test_what_was_tried_in_vain_is_not_tried_again():
    approach = _settled(0)
    mender, slides = Mender(approach), approach.slides.tolist()
    assert not mender.mend()
    nodes = approach.nodes
    assert not mender.mend()
    assert (approach.nodes, approach.slides.tolist()) == (nodes, slides)


def _settled(seed):
    """An approach that windows lead no farther although it has not arrived."""
    approach = Approach(walked("b", 9, seed, 3000)[0])
    Settler(approach).settle()
    assert approach.remaining
    return approach
