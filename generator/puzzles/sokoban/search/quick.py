"""The quick solver: any solution of a level, within nodes, memory and time."""

from collections.abc import Callable
from dataclasses import replace
from time import monotonic

from generator.puzzles.sokoban.search.floor import Room
from generator.puzzles.sokoban.search.portfolio import in_turn, is_searched_in_turn
from generator.puzzles.sokoban.search.question import Answer, Search, beside, remaining
from generator.puzzles.sokoban.search.solver import least_pushes
from generator.values import SolveStatus

FIRST_LOOK = 5_000
"""Nodes of the search for the least pushes that comes first: it bounds them below, and often solves a small level."""


def any_solution(room: Room, search: Search, clock: Callable[[], float] = monotonic) -> Answer:
    """Search for any solution; the answer bounds the least pushes from both sides.

    The time only stops the search: what is found within so many nodes does not depend on the machine. A level with too
    many places is left to the first search alone.
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
