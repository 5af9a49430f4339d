"""Type s: the starts of its rule, the boxes along the wall pushed on, and what the passage promises."""

import numpy as np
import pytest

from generator.errors import GenerationError
from generator.puzzles.sokoban.kinds.zero_space.boards.geometry import geometry
from generator.puzzles.sokoban.kinds.zero_space.explorer import Explorer
from generator.puzzles.sokoban.kinds.zero_space.genome import ZeroSpaceGenome
from generator.puzzles.sokoban.kinds.zero_space.making import passage, push_on
from generator.puzzles.sokoban.kinds.zero_space.making.passage import is_start, random_start, slot_at
from generator.puzzles.sokoban.kinds.zero_space.making.push_on import Scramble, passage_of
from generator.puzzles.sokoban.kinds.zero_space.making.scramble import after, grow_tree, random_walk
from generator.puzzles.sokoban.kinds.zero_space.route import moves_of
from generator.puzzles.sokoban.kinds.zero_space.trees import board_of, is_tree, line_counts
from generator.puzzles.sokoban.solutions.replay import replay
from tests.generator.puzzles.sokoban.kinds.zero_space.alone import pair_of
from tests.generator.puzzles.sokoban.kinds.zero_space.random_trees import cells_of, oracle

EVERYTHING = 1 << 20


@pytest.mark.parametrize("size", [7, 8, 10, 15, 47])
def test_starts_keep_to_the_rule(size):
    rng = np.random.default_rng(size)
    trees = {random_start(size, rng) for _ in range(3)}
    assert len(trees) == 3
    for tree in trees:
        assert is_tree("s", size, tree)
        assert is_start(size, tree)
        cells = cells_of("s", size, tree)
        assert _ring(size, cells) == _start_ring(size)
        assert _annex(size, cells) == {(2 * size - 1, 2 * size + 2)}
        assert len(cells - _ring(size, cells)) - 1 == size**2 - 4 * size + 6
        counts = oracle("s", size).line_counts(cells - _ring(size, cells) - _annex(size, cells))
        assert len(counts) == 2 * (size - 1)
        assert min(counts.values()) >= 2


def test_other_trees_are_no_starts():
    tree = random_start(8, np.random.default_rng(0))
    ring = 1 << slot_at(8, (1, 4))
    assert not is_start(8, tree ^ ring)
    assert not is_start(8, tree ^ ring ^ (1 << slot_at(8, (1, 14))))
    thin = geometry("s", 8).line == 1
    assert not is_start(8, tree & ~sum(1 << int(slot) for slot in np.flatnonzero(thin)))


@pytest.mark.parametrize("size", [8, 9, 10])
def test_every_box_along_the_wall_is_pushed_on_by_one_slot(size):
    start, slides = passage_of(size, 1, 0, None)
    goal = _assert_end_is_reached(size, start, slides)
    cells = cells_of("s", size, goal)
    assert _ring(size, cells) == {_clockwise(size, cell) for cell in _start_ring(size)}
    assert _annex(size, cells) == {(2 * size - 1, 2 * size + 2)}
    entrance, exit_ = _entrance_and_exit(size)
    assert [start >> entrance & 1, start >> exit_ & 1] == [0, 1]
    assert [goal >> entrance & 1, goal >> exit_ & 1] == [1, 0]
    assert line_counts("s", size, start) == line_counts("s", size, goal)


@pytest.mark.slow
@pytest.mark.parametrize("size", range(7, 16))
def test_all_sizes_that_the_thread_advises_are_made(size):
    for seed in range(5):
        _assert_end_is_reached(size, *passage_of(size, seed, 0, None))


@pytest.mark.parametrize("policy", ["last", "farthest"])
def test_the_solution_that_generation_leaves_behind_replays(policy):
    parameters = {"walk": 500} if policy == "last" else {"walk": 500, "threshold": 4 * 26}
    genome = ZeroSpaceGenome("s", 8, 3, policy, parameters)
    zero, slides, _ = pair_of(genome)
    assert replay(board_of(zero), moves_of(zero, slides)).pushes == 2 * len(slides)
    assert _ring(8, cells_of("s", 8, zero.goal)) == {_clockwise(8, cell) for cell in _start_ring(8)}
    assert pair_of(genome).zero == zero


def test_failures_are_tried_again_and_then_said(monkeypatch):
    tried = []
    monkeypatch.setattr(push_on, "push_on", lambda *arguments: tried.append(arguments[1]))
    with pytest.raises(GenerationError, match=r"could not be moved in 10 attempts; take another seed, or --size 8"):
        push_on.passage_of(7, 1, 0, None)
    assert len(set(tried)) == 10


@pytest.mark.parametrize("size", [3, 4, 5])
def test_entrance_and_exit_are_never_open_together_where_all_states_can_be_seen(size):
    """At these sizes the exit never opens at all; no larger one can be searched completely."""
    entrance, exit_ = _entrance_and_exit(size)
    for seed in range(20):
        fixed, inner = passage.fixed_boxes(size), passage.inner_slots(size)
        tree = grow_tree("s", size, fixed, np.random.default_rng(seed), among=inner)
        component = Explorer().component("s", size, tree, EVERYTHING)
        assert component.complete
        assert (component.states >> exit_ & 1).all()
        assert not (component.states >> entrance & 1).all()


@pytest.mark.parametrize("size", [7, 8])
def test_entrance_and_exit_are_not_open_together_on_the_way_nor_around_it(size):
    entrance, exit_ = _entrance_and_exit(size)
    tree, slides = passage_of(size, 2, 0, None)
    closed = True
    for slide in slides.tolist():
        tree ^= 3 << slide
        closed = closed and (tree >> entrance & 1 or tree >> exit_ & 1)
    assert closed


def test_a_corner_that_hangs_on_the_wall_to_its_right_lets_both_be_open(monkeypatch):
    """Why starts hang it on the wall above: a counter-example to the passage of the rule as the thread tells it."""
    size, end = 8, 17
    above, right = (1 << slot_at(size, cell) for cell in ((2 * size - 1, 2), (2 * size, 3)))
    other = passage.fixed_boxes(size) & ~above | right
    monkeypatch.setattr(passage, "fixed_boxes", lambda _: other)
    rng = np.random.default_rng(1)
    start = random_start(size, rng)
    assert _ring(size, cells_of("s", size, start)) == _start_ring(size)
    scramble = Scramble(size, start, rng)
    movable = ~((scramble.floor.cells == 1) | (scramble.floor.cells == end)).any(axis=1) & (scramble.floor.face >= 0)
    bottom = [slot_at(size, (end, place)) - 1 for place in range(4, end, 2)]
    column = [slot_at(size, (place, end)) for place in range(2 * size - 2, 0, -2)]
    for slide in bottom + column:
        assert scramble.make(np.array([slide], np.int32), movable)
    goal = _assert_end_is_reached(size, start, np.concatenate(scramble.made))
    assert not any(goal >> slot & 1 for slot in _entrance_and_exit(size))


def test_walks_within_the_ring_leave_it_alone():
    tree = random_start(9, np.random.default_rng(1))
    goal = after(tree, random_walk("s", 9, tree, 3000, np.random.default_rng(1)).steps)
    outside = ~passage.inner_slots(9)
    assert tree != goal
    assert tree & outside == goal & outside


def _assert_end_is_reached(size, start, slides):
    """The tree that slides lead to, every one of which the definition allows."""
    tree = start
    for number, slide in enumerate(slides.tolist()):
        tree ^= 3 << slide
        if number % 997 == 0:
            assert is_tree("s", size, tree)
    assert is_tree("s", size, tree)
    return tree


def _start_ring(size):
    end = 2 * size + 1
    top = {(1, place) for place in range(2, 2 * size - 3, 2)}
    left = {(place, 1) for place in range(4, 2 * size - 1, 2)}
    bottom = {(end, place) for place in range(4, end, 2)}
    right = {(place, end) for place in range(2, 2 * size - 1, 2)}
    return top | left | bottom | right


def _clockwise(size, cell):
    row, column = cell
    if row == 1:
        return row, column + 2
    if row == 2 * size + 1:
        return row, column - 2
    return (row - 2, column) if column == 1 else (row + 2, column)


def _ring(size, cells):
    return {cell for cell in cells if {*cell} & {1, 2 * size + 1}}


def _annex(size, cells):
    return {cell for cell in cells if cell[1] > 2 * size + 1}


def _entrance_and_exit(size: int) -> tuple[int, int]:
    return slot_at(size, (1, 2 * size - 2)), slot_at(size, (2, 2 * size + 1))
