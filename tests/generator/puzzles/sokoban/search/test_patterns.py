"""Patterns of a few boxes that need more pushes than are left for them, against the least pushes of whole levels."""

from hypothesis import example, given, settings
from hypothesis import strategies as st

from generator.puzzles.sokoban.notation.files import parse_file
from generator.puzzles.sokoban.notation.xsb import parse_level
from generator.puzzles.sokoban.search import bound_kernels, exact_attempt, expansion_kernels, push_kernels
from generator.puzzles.sokoban.search.floor import room_between, room_of
from generator.puzzles.sokoban.search.improvement import fewer_pushes
from generator.puzzles.sokoban.search.memory import patterns_of
from generator.puzzles.sokoban.search.node_kernels import BOUND, COST, NODES, NOT_YET, PLAYER, UPPER
from generator.puzzles.sokoban.search.pattern_kernels import Task, needs_more
from generator.puzzles.sokoban.search.question import Search
from generator.puzzles.sokoban.search.solver import entered
from generator.puzzles.sokoban.search.solver import least_pushes as optimum
from generator.puzzles.sokoban.states.assignment_kernels import IMPOSSIBLE
from generator.values import SolveStatus
from tests.generator.puzzles.sokoban.strategies import levels
from tests.oracles.sokoban import Sokoban

PATTERNS_ALONE = bound_kernels.MATCHING | bound_kernels.PATTERNS

LINE = """\
########
#      #
#@ $$..#
#      #
#      #
########"""
"""Two boxes that are pushed to the right: one of them has to step aside and back."""

APART = """\
##########
#@ $   . #
#  $   . #
#        #
##########"""
"""Two boxes, each with its own way."""

SHARED = """\
############
#          #
#@ $  *  . #
#          #
############"""
"""Two boxes of which one has to make room for the other."""


def least_pushes(level):
    """The least pushes of a level by breadth-first search, None where it has no solution."""
    game = Sokoban(level)
    return min((depth for (boxes, _), depth in game.distances().items() if boxes == game.goals), default=None)


def bound_and_needs(room, spare):
    """The lower bound of the start, and the boxes round which a pattern needs more than it and so many pushes."""
    memory, workspace = entered(room, Search(nodes=10))
    bound = int(memory.node[int(memory.done[NODES]) - 1, BOUND])
    floor, assignments = room.floor, workspace.assignments
    task = Task(
        floor.near,
        floor.zone,
        floor.keys,
        floor.ahead,
        assignments.potential[0, 1],
        assignments.held[0],
        False,
        floor.conflicts,
    )
    patterns = patterns_of(room)
    needing = [
        number for number in range(room.boxes) if needs_more(number, room.player, spare, room.start, task, patterns)
    ]
    assert not patterns.group.at.any(), "the boxes are taken away again"
    assert not patterns.other.any()
    return bound, needing


@settings(max_examples=200, deadline=None)
@given(levels(most_boxes=4), st.integers(0, 3))
def test_what_a_pattern_needs_the_whole_level_needs(level, pairs):
    room = room_of(level)
    if room is None or not room.boxes or entered(room, Search(nodes=10)) is None:
        return
    bound, needing = bound_and_needs(room, 2 * pairs)
    least = least_pushes(level)
    assert not needing or least is None or least > bound + 2 * pairs


def test_boxes_in_line_need_two_pushes_more_and_no_third():
    room = room_of(parse_level(LINE))
    assert bound_and_needs(room, 0) == (4, [0, 1])
    assert bound_and_needs(room, 2) == (4, [])


def test_boxes_that_have_their_own_ways_need_no_more():
    assert bound_and_needs(room_of(parse_level(APART)), 0)[1] == []


@settings(max_examples=100, deadline=None)
@given(levels(most_boxes=3), st.booleans(), st.integers(0, 4))
def test_with_patterns_alone_the_least_pushes_are_found_below_any_bound_above_them(level, both_ends, more):
    room, least = room_of(level), least_pushes(level)
    if room is None or not least:
        return
    search = Search(100_000, both_ends, PATTERNS_ALONE)
    assert fewer_pushes(room, least + 1 + more, search).upper == least
    below = fewer_pushes(room, least, search)
    assert (below.status, below.upper) == (SolveStatus.SOLVED, None)


@settings(max_examples=100, deadline=None)
@example(parse_level(SHARED))
@given(levels(most_boxes=3))
def test_the_prices_of_goals_hold_when_they_have_sunk_as_far_as_they_may(level):
    room, least = room_of(level), least_pushes(level)
    if room is None or not least:
        return
    attempt = exact_attempt.exact_attempt(push_kernels.search, entered, room, Search(100, prunings=PATTERNS_ALONE))
    attempt.advance()
    floor, memory, workspace = room.floor, attempt.memory, attempt.workspace
    memory.bounds[UPPER] = least + 1
    for node in range(attempt.nodes):
        workspace.assignments.potential[:, 1, 0] = -2 * IMPOSSIBLE
        expansion_kernels.load(node, 0, floor, memory, workspace)
        if memory.node[node, COST] < NOT_YET and expansion_kernels.is_too_dear(node, floor, memory, workspace):
            state = room_between(room, workspace.boxes.cell.copy(), int(memory.node[node, PLAYER]), room.goal)
            rest = optimum(state, Search(100_000)).upper
            assert rest is None or memory.node[node, COST] + rest > least


def test_a_published_level_that_nobody_had_proven_is_proven(shared):
    text = parse_file((shared / "levels/sokoban/xsokoban90.txt").read_text())[57].text
    room, known = room_of(parse_level(text)), 199
    found = fewer_pushes(room, known, Search(100, prunings=PATTERNS_ALONE | bound_kernels.CORRAL))
    assert (found.status, found.lower, found.upper) == (SolveStatus.SOLVED, known, None)
    assert fewer_pushes(room, known, Search(10_000, prunings=bound_kernels.CORRAL)).status is SolveStatus.NODE_LIMIT
