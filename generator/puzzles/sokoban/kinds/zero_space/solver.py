"""Least pushes of zero-space levels with proof: whole components of small ones, then a search from both ends, then A*.

All work on the slide graph, whose distances are exact for real Sokoban (docs/research/slides-are-exact.md).
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import count
from time import monotonic

from generator.errors import UnsupportedLevelError
from generator.puzzles.sokoban.kinds.zero_space.anytime.approach import UNLIMITED, Approach
from generator.puzzles.sokoban.kinds.zero_space.anytime.bypass import bypassed
from generator.puzzles.sokoban.kinds.zero_space.anytime.shorter_solutions import shortened
from generator.puzzles.sokoban.kinds.zero_space.anytime.solver import guess, improved
from generator.puzzles.sokoban.kinds.zero_space.boards.layout import floor_of
from generator.puzzles.sokoban.kinds.zero_space.both_ends import least_slides
from generator.puzzles.sokoban.kinds.zero_space.explorer import Component, Explorer
from generator.puzzles.sokoban.kinds.zero_space.limits import (
    ANYTIME,
    COMPONENT_STATES,
    SLIDING,
    fits_pair,
    is_exhaustible,
)
from generator.puzzles.sokoban.kinds.zero_space.pitch3.solver import solve_hulls
from generator.puzzles.sokoban.kinds.zero_space.route import moves_of, shortest_walk
from generator.puzzles.sokoban.kinds.zero_space.sign import obstacle
from generator.puzzles.sokoban.kinds.zero_space.trees import ZeroSpace, boxed_of, line_bound
from generator.puzzles.sokoban.kinds.zero_space.witness import ZeroSpaceWitness
from generator.puzzles.sokoban.slides.astar import fewest_slides
from generator.puzzles.sokoban.slides.finding import SEPARATE, Finding, Limits
from generator.puzzles.sokoban.slides.tree_kernels import Ints
from generator.values import Request, Solution, SolveStatus

BYPASSING = 1000
"""Nodes for every slide of a solution that look for bypasses in one turn."""


def solve(known: ZeroSpaceWitness, budget: int, request: Request, explorer: Explorer) -> Solution:
    """Solve with at most `budget` stored states in each search, and within the limits of a request.

    Raises UnsupportedLevelError for a level that is solved already.
    """
    zero = known.zero
    if zero.start == zero.goal:
        raise UnsupportedLevelError("every box is already on a goal; a level that needs no push cannot be ranked")
    if not known.joined and (told := unsolvable(zero, budget)):
        return told
    if zero.type not in SLIDING:
        return solve_hulls(zero, budget)
    if is_exhaustible(zero.type, zero.size):
        return _solve_small(known, budget, request, explorer)
    return _solution(zero, _searched(zero, budget, request), budget, 0)


def unsolvable(zero: ZeroSpace, budget: int) -> Solution | None:
    """The answer where line counts or signs differ, which needs no search."""
    reason = obstacle(zero)
    return Solution(SolveStatus.UNSOLVABLE, 0, None, "", 0, budget, reason) if reason else None


def _solve_small(known: ZeroSpaceWitness, budget: int, request: Request, explorer: Explorer) -> Solution:
    zero, component = known.zero, component_of(known, budget, explorer)
    number = component.find(zero.start)
    if number is not None:
        depth, descent = 2 * component.distance(number), component.descent(number)
        moves = moves_of(zero, shortest_walk(zero, descent))
        witness = replace(known, component=component, descent=descent)
        return Solution(SolveStatus.SOLVED, depth, depth, moves, component.nodes, budget, witness=witness)
    if component.complete:
        return Solution(SolveStatus.UNSOLVABLE, 0, None, "", component.nodes, budget, SEPARATE)
    solution = _solution(zero, _searched(zero, budget, request), budget, component.nodes)
    return replace(solution, witness=replace(known, component=component))


def shorter(zero: ZeroSpace, slides: Ints, moves: int, budget: int, request: Request) -> Iterator[str]:
    """Better and better solutions of a level of type b or e than one of so many moves that makes these slides.

    A window is searched with at most `budget` states, until none gives way any more or the seconds are spent.
    """
    begun = monotonic()
    straight = moves_of(zero, slides)
    if len(straight) < moves:
        yield straight
    for way in _by_turns(Approach(zero, budget), slides):
        if len(way) < len(slides):
            slides = way
            yield moves_of(zero, slides)
        if request.seconds is not None and monotonic() - begun >= request.seconds:
            return


def _by_turns(approach: Approach, slides: Ints) -> Iterator[Ints]:
    """Ever shorter solutions, now and then the same, by windows of the way and by bypasses until neither finds any."""
    for turn in count():
        known = len(slides)
        for way in shortened(approach, slides, turn, UNLIMITED):
            yield (slides := way)
        for way in bypassed(approach, slides, turn, approach.nodes + BYPASSING * len(slides)):
            yield (slides := way)
        if len(slides) == known:
            return


def component_of(known: ZeroSpaceWitness, budget: int, explorer: Explorer) -> Component:
    """The states around the goal tree, within a budget; those that are known, if they are as many."""
    zero, component, states = known.zero, known.component, min(budget, COMPONENT_STATES)
    if component is not None and component.answers(zero.goal, states):
        return component
    return explorer.component(zero.type, zero.size, zero.goal, states)


def _solution(zero: ZeroSpace, finding: Finding, budget: int, nodes: int) -> Solution:
    nodes += finding.nodes
    if finding.status is SolveStatus.UNSOLVABLE:
        return Solution(finding.status, 0, None, "", nodes, budget, SEPARATE)
    if finding.slides is None:
        return Solution(finding.status, 2 * finding.lower, None, "", nodes, budget)
    moves = moves_of(zero, finding.slides)
    return Solution(finding.status, 2 * finding.lower, 2 * len(finding.slides), moves, nodes, budget)


def _searched(zero: ZeroSpace, budget: int, request: Request) -> Finding:
    begun = monotonic()
    finding = _proving(zero, budget, request)
    if finding.status is not SolveStatus.NODE_LIMIT or zero.type not in ANYTIME:
        return finding
    if request.seconds is not None:
        request = replace(request, seconds=max(0.0, request.seconds - (monotonic() - begun)))
    return improved(zero, finding, budget, request)


def _proving(zero: ZeroSpace, budget: int, request: Request) -> Finding:
    if request.aim == "any":
        return Finding(SolveStatus.NODE_LIMIT, line_bound(zero) // 2, None, 0)
    if fits_pair(zero.type, zero.size):
        if zero.type not in ANYTIME:
            return least_slides(zero, Limits(budget, request.megabytes, request.seconds, request.stopped))
        rest = budget // _RESERVE
        limits = Limits(budget - rest, request.megabytes, _without_reserve(request.seconds), request.stopped)
        return least_slides(zero, limits, guess=partial(guess, zero, min(rest, _GUESS)))
    if zero.type in ANYTIME:
        nodes = max(1, min(budget // _ASTAR_SHARE, _ASTAR_WORK // zero.frame.slots))
        return _astar(zero, Limits(nodes, request.megabytes, _without_reserve(request.seconds), request.stopped))
    return _astar(zero, Limits(budget, request.megabytes, request.seconds, request.stopped))


def _without_reserve(seconds: float | None) -> float | None:
    return None if seconds is None else seconds - min(seconds / _RESERVE, _RESERVED)


_RESERVE = 8
"""Of so many nodes or seconds one is kept for solutions, in case that the proof comes to no end,"""

_RESERVED = 2.0
"""but no more than so many seconds."""

_GUESS = 3_000_000
"""Nodes for a solution at most before large shells are searched: a second or two, in which there mostly is one."""

_ASTAR_SHARE = 4
"""A* gets one node of so many where other ways to a solution follow."""

_ASTAR_WORK = 60_000_000
"""Nodes times slots, a few seconds of A*: beyond it only proves what is hardly farther than the line bound."""


def _astar(zero: ZeroSpace, limits: Limits) -> Finding:
    start, goal = (boxed_of(tree, zero.frame.slots) for tree in (zero.start, zero.goal))
    return fewest_slides(start, goal, floor_of(zero.type, zero.size), limits)
