import pytest

from generator.puzzles.sokoban.kinds.zero_space.anytime import window_kernels
from generator.puzzles.sokoban.kinds.zero_space.anytime.approach import Approach
from generator.puzzles.sokoban.kinds.zero_space.anytime.window_passes import DETOURS, WIDTHS, Settler
from generator.puzzles.sokoban.kinds.zero_space.anytime.windows import windows_of
from generator.puzzles.sokoban.kinds.zero_space.trees import tree_of
from tests.generator.puzzles.sokoban.kinds.zero_space.anytime.journeys import end_of, walked


@pytest.mark.parametrize(("type_", "size", "seed"), [("b", 7, 1), ("b", 10, 2), ("e", 6, 3), ("e", 8, 1)])
def test_settled_windows_allow_nothing_more(type_, size, seed):
    zero, _ = walked(type_, size, seed, 2000)
    approach = Approach(zero)
    before = approach.remaining
    for _ in Settler(approach).settle():
        pass
    assert approach.remaining < before
    assert end_of(zero, approach.slides) == tree_of(approach.workspace.position.boxed)
    windows = windows_of(type_, size, WIDTHS[-1], WIDTHS[-1])
    for number in range(len(windows)):
        assert window_kernels.improve(windows[number], DETOURS[-1], approach.workspace.even, approach.workspace) == 0
