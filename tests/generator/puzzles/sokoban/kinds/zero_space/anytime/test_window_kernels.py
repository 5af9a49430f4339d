import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.puzzles.sokoban.kinds.zero_space.anytime import window_kernels
from generator.puzzles.sokoban.kinds.zero_space.anytime.approach import Approach
from generator.puzzles.sokoban.kinds.zero_space.anytime.windows import windows_of
from generator.puzzles.sokoban.kinds.zero_space.trees import tree_of
from generator.puzzles.sokoban.slides.tree_kernels import hang
from tests.generator.puzzles.sokoban.kinds.zero_space.anytime.journeys import end_of, inside, journeys, walked, windows
from tests.generator.puzzles.sokoban.kinds.zero_space.random_trees import cells_of, slides_from

SHAPES = [("b", 5), ("b", 6), ("b", 7), ("e", 4), ("e", 5)]
SMALL_WINDOWS = [(2, 2), (3, 3), (2, 5), (4, 3)]
UNLIMITED = 1 << 20

excesses = st.sampled_from([0, 2, 4, 8])


@settings(max_examples=30, deadline=None)
@given(st.data(), journeys(SHAPES))
def test_a_search_reaches_what_slides_inside_the_window_reach(data, journey):
    zero, _ = journey
    slots = data.draw(windows(zero, data.draw(st.sampled_from(SMALL_WINDOWS))))
    distances = inside(zero, slots).distances(cells_of(zero.type, zero.size, zero.start))
    assert _searched(zero, slots, UNLIMITED) == distances


@settings(max_examples=30, deadline=None)
@given(st.data(), journeys(SHAPES), excesses)
def test_a_limited_search_reaches_what_is_within_the_limit(data, journey, excess):
    zero, _ = journey
    slots = data.draw(windows(zero, data.draw(st.sampled_from(SMALL_WINDOWS))))
    start, goal = (cells_of(zero.type, zero.size, tree) for tree in (zero.start, zero.goal))
    assert _searched(zero, slots, excess) == inside(zero, slots).distances_within(start, goal, excess)


@settings(max_examples=30, deadline=None)
@given(st.data(), journeys(SHAPES), excesses)
def test_a_window_is_led_to_where_the_least_is_left_to_go(data, journey, excess):
    zero, _ = journey
    slots = data.draw(windows(zero, data.draw(st.sampled_from(SMALL_WINDOWS))))
    start, goal = (cells_of(zero.type, zero.size, tree) for tree in (zero.start, zero.goal))
    board = inside(zero, slots)
    reached = board.distances_within(start, goal, excess)
    approach = Approach(zero)
    gain = window_kernels.improve(slots, excess, approach.workspace.even, approach.workspace)
    assert board.to_go(start, goal) - gain == min(board.to_go(tree, goal) for tree in reached) == approach.remaining
    end = cells_of(zero.type, zero.size, end_of(zero, approach.slides))
    assert reached[end] == approach.length


@settings(max_examples=30, deadline=None)
@given(st.data(), journeys(SHAPES), excesses)
def test_slides_may_cost_more_in_some_places_than_in_others(data, journey, excess):
    zero, _ = journey
    slots = data.draw(windows(zero, data.draw(st.sampled_from(SMALL_WINDOWS))))
    approach = Approach(zero)
    costs = data.draw(st.lists(st.sampled_from([1, 3]), min_size=approach.shape.slots, max_size=approach.shape.slots))
    heights = np.cumsum(costs)
    start, goal = (cells_of(zero.type, zero.size, tree) for tree in (zero.start, zero.goal))
    board = inside(zero, slots, heights)
    reached = board.distances_within(start, goal, excess)
    gain = window_kernels.improve(slots, excess, heights, approach.workspace)
    assert board.to_go(start, goal) - gain == min(board.to_go(tree, goal) for tree in reached)
    end = cells_of(zero.type, zero.size, end_of(zero, approach.slides))
    assert board.to_go(end, goal) == board.to_go(start, goal) - gain
    assert reached[end] == approach.length


@settings(max_examples=15, deadline=None)
@given(st.data(), journeys(SHAPES))
def test_the_least_detour_comes_first_and_then_the_first_window(data, journey):
    zero, _ = journey
    every = windows_of(zero.type, zero.size, 3, 3)
    numbers = data.draw(st.permutations(range(len(every))))[:5]
    detours = [0, 4, 8]
    gains = [
        window_kernels.improve(every[number], detour, fresh.workspace.even, fresh.workspace)
        for detour in detours
        for number in numbers
        for fresh in [Approach(zero)]
    ]
    approach = Approach(zero)
    gain = window_kernels.improve_one(
        np.array(numbers, np.int32),
        every.begin,
        every.slots,
        np.array(detours, np.int32),
        approach.workspace.even,
        approach.workspace,
    )
    assert gain == next(filter(None, gains), 0)
    _assert_the_position_is_where_the_trail_leads(approach)


def test_a_sweep_gains_what_its_windows_gain_and_leaves_nothing():
    for zero, _ in (walked("b", 8, 1, 200), walked("e", 6, 1, 200)):
        approach = Approach(zero)
        every = windows_of(zero.type, zero.size, 4, 4)
        seen = np.zeros(len(every), np.int64)
        before = approach.remaining
        rounds = [_sweep(approach, every, seen)]
        while rounds[-1]:
            rounds.append(_sweep(approach, every, seen))
        assert sum(rounds) == before - approach.remaining > 0
        left = [
            window_kernels.improve(every[n], 4, approach.workspace.even, approach.workspace) for n in range(len(every))
        ]
        assert not any(left)
        _assert_the_position_is_where_the_trail_leads(approach)


@settings(max_examples=15, deadline=None)
@given(journeys([("b", 3), ("b", 5), ("e", 2), ("e", 4)]), st.integers(0, 2**32))
def test_following_makes_the_legal_slides_only(journey, seed):
    zero, _ = journey
    approach = Approach(zero)
    wanted = np.random.default_rng(seed).integers(approach.shape.slots - 1, size=20).astype(np.int32)
    window_kernels.follow(wanted, approach.workspace)
    tree, made = zero.start, []
    for slide in wanted.tolist():
        if slide in slides_from(zero.type, zero.size, tree):
            made.append(slide)
            tree ^= 3 << slide
    assert approach.slides.tolist() == made
    _assert_the_position_is_where_the_trail_leads(approach)


def _searched(zero, slots, excess):
    """Every tree that a search of a window reaches, and its depth."""
    approach = Approach(zero)
    workspace = approach.workspace
    potential, _ = window_kernels.measure(slots, workspace.even, workspace.position, workspace.buffers.cost)
    root, board = window_kernels.cut_out(slots, workspace.floor, workspace.position, workspace.buffers)
    _, count = window_kernels.search(root, potential, -1, excess, board, workspace.buffers.cost, workspace.explored)
    found, depth = {}, -1
    for number, state in enumerate(workspace.explored.states[:count].tolist()):
        depth += number == workspace.explored.starts[depth + 1]
        changed = sum(1 << slot for bit, slot in enumerate(slots.tolist()) if (state ^ root) >> bit & 1)
        found[cells_of(zero.type, zero.size, zero.start ^ changed)] = depth
    assert len(found) == count
    return found


def _sweep(approach, every, seen):
    return window_kernels.sweep(every.begin, every.slots, seen, 4, approach.workspace)


def _assert_the_position_is_where_the_trail_leads(approach):
    """Its boxes are where legal slides lead, each aims at the goal of its rank, and the floor hangs from its root."""
    zero, position, floor = approach.zero, approach.workspace.position, approach.workspace.floor
    assert tree_of(position.boxed) == end_of(zero, approach.slides)
    boxes, goals = np.flatnonzero(position.boxed), np.flatnonzero(approach.goal)
    assert position.aim[boxes].tolist() == goals.tolist()
    parent, order = np.empty_like(position.parent), np.empty_like(position.order)
    hang(position.boxed, floor, parent, order)
    assert position.parent.tolist() == parent.tolist()
