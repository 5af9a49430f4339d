"""The quick solver: any solution of a level, within nodes, memory and time."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from time import monotonic

from generator.messages import Message
from generator.puzzles.sokoban import kernel_constants
from generator.puzzles.sokoban.level import Level
from generator.puzzles.sokoban.search.features.feature_search import FeatureAttempt, feature_attempts, places_of
from generator.puzzles.sokoban.search.features.packing import guides
from generator.puzzles.sokoban.search.floor import Room, room_of
from generator.puzzles.sokoban.search.greedy_search import GreedyAttempt, greedy_attempts
from generator.puzzles.sokoban.search.halfway import HalfwayAttempt, halfway_attempts
from generator.puzzles.sokoban.search.pull_search import PullAttempt, pull_attempts
from generator.puzzles.sokoban.search.question import Answer, Search, beside, remaining
from generator.puzzles.sokoban.search.solver import least_pushes
from generator.values import SearchProgress, SolveStatus

FIRST_LOOK = 5_000
"""Nodes of the search for the least pushes that comes first: it bounds them below, and often solves a small level."""

MOST_PLACES = 50_000
"""Ways to stand on a cell beside a box, over all boxes: a level with more is left to the first search alone."""

Attempt = FeatureAttempt | PullAttempt | HalfwayAttempt | GreedyAttempt


def any_solution(room: Room, search: Search, clock: Callable[[], float] = monotonic) -> Answer:
    """Search for any solution; the answer bounds the least pushes from both sides.

    The time only stops the search: what is found within so many nodes does not depend on the machine.
    """
    begun = clock()
    small = is_searched_in_turn(room)
    look = replace(search, nodes=min(FIRST_LOOK, search.nodes) if small else search.nodes, both_ends=False)
    first = least_pushes(room, look, clock=clock)
    if first.status is SolveStatus.NODE_LIMIT and first.upper is not None:
        return replace(first, status=SolveStatus.SOLVED)
    if first.status is not SolveStatus.NODE_LIMIT or not small:
        return first
    found = in_turn(room, beside(remaining(search, begun, clock), first.lower), clock)
    lower = 0 if found.status is SolveStatus.UNSOLVABLE else first.lower
    return replace(found, lower=lower, nodes=first.nodes + found.nodes, expanded=first.expanded + found.expanded)


@cache
def warm_searches_in_turn() -> None:
    """Two small levels compile the kernels of all searches in turn."""
    room, roomy = room_of(SMALL), room_of(_ROOMY)
    assert room is not None, "a level with a solution"
    assert roomy is not None, "a level with a solution"
    in_turn(room, Search(nodes=1000))
    for attempt in pull_attempts(room, Search(nodes=1000)):
        attempt.advance()
    for halfway in halfway_attempts(roomy, guides(roomy)[0], Search(nodes=1000)):
        while halfway.status == kernel_constants.RUNNING:
            halfway.advance()
        halfway.pushes()


SMALL = Level(("#######", "#@-$-.#", "#--$-.#", "#######"))
"""A level that every search solves at once."""

_ROOMY = Level(("#######", "#-----#", "#@$-.-#", "#-----#", "#######"))
"""A level in which a box can be pulled out of the way."""


def is_searched_in_turn(room: Room) -> bool:
    """Whether a room has boxes, and few enough places for searches in turn."""
    return 0 < places_of(room) <= MOST_PLACES


def in_turn(room: Room, search: Search, clock: Callable[[], float] = monotonic) -> Answer:
    """Search for any solution of a room with boxes by several searches in turn, which share nodes and memory.

    The answer does not bound the least pushes below.
    """
    deadline = None if search.seconds is None else clock() + search.seconds
    running = attempts = _attempts(room, search)
    while running and not search.stopped() and (deadline is None or clock() < deadline):
        for attempt in running:
            if attempt.status == kernel_constants.RUNNING:
                attempt.advance()
            if attempt.status in _DECIDED:
                return _answer(attempt, attempts)
        search.listener(SearchProgress(0, None, states=_cost(attempts)[1]))
        running = [attempt for attempt in running if attempt.status == kernel_constants.RUNNING]
    return Answer(SolveStatus.NODE_LIMIT, 0, None, [], *_cost(attempts))


_DECIDED = (kernel_constants.SOLVED, kernel_constants.UNSOLVABLE)


def _attempts(room: Room, search: Search) -> list[Attempt]:
    """Half of the nodes and the memory go to the searches through roomy states, the rest to those that go straight.

    In a small room one half of the former goes to the greedy search from both ends.
    """
    quarter = replace(search, nodes=(search.nodes + 3) // 4, megabytes=search.megabytes / 4)
    eighth = replace(search, nodes=search.nodes // 8, megabytes=search.megabytes / 8)
    straight = feature_attempts(room, quarter)
    guide = straight[0].guide
    greedy = greedy_attempts(room, guide, quarter)
    halfway = halfway_attempts(room, guide, eighth if greedy else quarter)
    return [*straight, *pull_attempts(room, eighth), *halfway, *greedy]


def _answer(decided: Attempt, attempts: list[Attempt]) -> Answer:
    if decided.status == kernel_constants.UNSOLVABLE:
        reason = Message("every state that can be reached was searched, and none is solved")
        return Answer(SolveStatus.UNSOLVABLE, 0, None, [], *_cost(attempts), reason)
    pushes = decided.pushes()
    return Answer(SolveStatus.SOLVED, 0, len(pushes), pushes, *_cost(attempts))


def _cost(attempts: list[Attempt]) -> tuple[int, int]:
    """Nodes kept, and nodes expanded."""
    return sum(attempt.nodes for attempt in attempts), sum(attempt.expanded for attempt in attempts)
