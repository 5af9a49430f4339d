import pytest

from generator.puzzles.sokoban.kinds.zero_space.anytime.approach import Approach
from generator.puzzles.sokoban.kinds.zero_space.anytime.first_solution import Finder
from generator.puzzles.sokoban.kinds.zero_space.trees import tree_of
from tests.generator.puzzles.sokoban.kinds.zero_space.anytime.journeys import end_of, walked

SIZES = [*(("b", size) for size in range(5, 13)), *(("e", size) for size in range(5, 13))]
BUDGET = 20_000_000


@pytest.mark.parametrize("shape", SIZES)
def test_random_levels_of_every_size_are_led_to_their_goals(shape):
    _assert_led_to_its_goals(*walked(*shape, 1, 300))


def _assert_led_to_its_goals(zero, _):
    approach = Approach(zero)
    approach.limit(BUDGET)
    *_, remaining = Finder(approach, 0).find()
    assert remaining == approach.remaining == 0
    assert approach.nodes < BUDGET
    assert end_of(zero, approach.slides) == zero.goal


def test_the_seed_decides_the_way():
    zero, _ = walked("e", 5, 0, 3000)
    one, same, other = (_way(zero, seed) for seed in (1, 1, 2))
    assert one == same
    assert one != other


def test_a_search_without_nodes_tells_what_remains():
    zero, _ = walked("b", 9, 0, 3000)
    approach = Approach(zero)
    approach.limit(0)
    assert list(Finder(approach, 0).find()) == [approach.remaining]
    assert approach.remaining > 0


def _way(zero, seed):
    approach = Approach(zero)
    approach.limit(4_000_000)
    for _ in Finder(approach, seed).find():
        pass
    return approach.slides.tolist(), approach.nodes


@pytest.mark.parametrize("shape", [("b", 9), ("e", 7)])
def test_a_board_that_was_annealed_is_led_to_its_goals_too(shape):
    zero, _ = walked(*shape, 1, 300)
    approach = Approach(zero)
    approach.limit(BUDGET)
    finder = Finder(approach, 0)
    for _ in finder.anneal_all():
        pass
    assert approach.length
    assert end_of(zero, approach.slides) == tree_of(approach.workspace.position.boxed)
    *_, remaining = finder.find()
    assert remaining == 0
    assert end_of(zero, approach.slides) == zero.goal
