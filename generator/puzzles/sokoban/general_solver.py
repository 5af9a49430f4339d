"""Solves any level: for the least pushes, for the least moves, or for any solution."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from math import inf
from time import monotonic

from generator.errors import UnsupportedLevelError
from generator.messages import Message
from generator.puzzles.sokoban.level import Level
from generator.puzzles.sokoban.search import bound_kernels
from generator.puzzles.sokoban.search.door_mazes import least_pushes_by_slides, maze_of
from generator.puzzles.sokoban.search.floor import Room, room_of
from generator.puzzles.sokoban.search.memory import with_groups
from generator.puzzles.sokoban.search.portfolio import SMALL, warm_searches_in_turn
from generator.puzzles.sokoban.search.proof import prove_in_few_moves
from generator.puzzles.sokoban.search.question import Answer, Search
from generator.puzzles.sokoban.search.quick import any_solution
from generator.puzzles.sokoban.search.shorter_solutions import FEWER_MOVES, FEWER_PUSHES, Aim, shortened
from generator.puzzles.sokoban.search.solver import least_moves
from generator.puzzles.sokoban.search.walks import moves_of, pushes_of
from generator.puzzles.sokoban.solutions.replay import replay
from generator.values import Request, Solution, SolveStatus

_PRUNINGS = {
    "freeze": bound_kernels.FREEZE,
    "corral": bound_kernels.CORRAL,
    "matching": bound_kernels.MATCHING,
    "fixed-goals": bound_kernels.FIXED,
    "groups": bound_kernels.GROUPS,
    "patterns": bound_kernels.PATTERNS,
}

_WALLED_OFF = Message("a box or a goal lies where the player can never go")

_SOLVED_ALREADY = Message("every box is on a goal already, and no pushes lead from there to a solved state again")


def solve(level: Level, budget: int, request: Request) -> Solution:
    """Solve any level by the aim of the request with at most `budget` nodes in each search.

    Raises UnsupportedLevelError for a level that is too large.
    """
    room = room_of(level)
    if room is None:
        return Solution(SolveStatus.UNSOLVABLE, 0, None, "", 0, budget, _WALLED_OFF)
    found = _solve(room, budget, request)
    if found.status is SolveStatus.UNSOLVABLE and not level.boxes_off_goal:
        return replace(found, reason=_SOLVED_ALREADY)
    return found


def _solve(room: Room, budget: int, request: Request) -> Solution:
    by_pushes = partial(_solution, room, _SEARCHES[request.aim or "pushes"])
    maze = None if request.aim == "moves" or "slides" in request.without else maze_of(room)
    if maze is None:
        return by_pushes(budget, request)
    by_slides = partial(_solution, room, partial(least_pushes_by_slides, maze), budget, request)
    return _decided(by_slides, by_pushes, budget, request)


def _solution(room: Room, search: Callable[[Room, Search], Answer], budget: int, request: Request) -> Solution:
    answer = search(room, _search_of(budget, request))
    moves = moves_of(room, answer.pushes) if answer.pushes else ""
    return Solution(answer.status, answer.lower, answer.upper, moves, answer.nodes, budget, answer.reason)


def decided(level: Level, answer: Callable[[], Solution], budget: int, request: Request) -> Solution:
    """The answer of a model that is not exact; where its bounds do not meet, the search of any level decides.

    That search has the nodes and the seconds that the model left.
    """
    return _decided(answer, partial(solve, level), budget, request)


def _decided(
    model: Callable[[], Solution], search: Callable[[int, Request], Solution], budget: int, request: Request
) -> Solution:
    begun = monotonic()
    found = model()
    left = budget - found.nodes
    if found.proven or left <= 0:
        return found
    if request.seconds is not None:
        request = replace(request, seconds=max(0.0, request.seconds - (monotonic() - begun)))
    try:
        return _joined(found, search(left, request))
    except UnsupportedLevelError:
        return found


def warm(request: Request) -> None:
    """Small levels compile every kernel that a search with the aim of the request needs, unless it takes long."""
    for level in (SMALL, _MAZE):
        moves = solve(level, 1000, Request(request.aim)).moves
        replay(level, moves)
        if request.aim != "any":
            list(shorten(level, moves, 1000, request))
    if request.aim == "any":
        warm_searches_in_turn()
    crowded = room_of(_CROWDED)
    if crowded is not None:
        with_groups(crowded, both_ends=True)


_MAZE = Level(("#######", "#@.-$-#", "#-#*#-#", "#-----#", "#######"))
"""A door maze, which slides solve."""

_CROWDED = Level(("######", "#@---#", "#-$$-#", "#-$$-#", "#....#", "######"))
"""A level with groups of every size."""


def _joined(model: Solution, search: Solution) -> Solution:
    """The better bounds of both, and the shorter solution; of equals that of the model, which can be measured."""
    nodes = model.nodes + search.nodes
    if search.status is SolveStatus.UNSOLVABLE:
        return replace(search, nodes=nodes, budget=model.budget, witness=model.witness)
    lower = max(model.lower_bound, search.lower_bound)
    best = min(model, search, key=lambda one: inf if one.upper_bound is None else one.upper_bound)
    status = SolveStatus.SOLVED if lower == best.upper_bound else SolveStatus.NODE_LIMIT
    return Solution(status, lower, best.upper_bound, best.moves, nodes, model.budget, search.reason, model.witness)


def shorten(level: Level, moves: str, budget: int, request: Request) -> Iterator[str]:
    """Better and better solutions than the one given, by pushes and then moves or by moves and then pushes.

    Raises IllegalMoveError where the moves are no solution, and UnsupportedLevelError for a level that is too large.
    """
    replay(level, moves)
    room = room_of(level)
    assert room is not None, "a level that has a solution is not walled off"
    return _shorter(room, moves, _search_of(budget, request), _SHORTENINGS[request.aim or "pushes"])


def _shorter(room: Room, moves: str, search: Search, aim: Aim) -> Iterator[str]:
    pushes = pushes_of(room, moves)
    straight = moves_of(room, pushes)
    if len(straight) < len(moves):
        yield straight
    for better in shortened(room, pushes, search, aim):
        yield moves_of(room, better)


def _search_of(budget: int, request: Request) -> Search:
    return Search(
        nodes=budget,
        both_ends="both-ends" not in request.without,
        prunings=sum(bit for name, bit in _PRUNINGS.items() if name not in request.without),
        megabytes=request.megabytes,
        seconds=request.seconds,
        stopped=request.stopped,
        listener=request.listener,
    )


_SEARCHES: dict[str, Callable[[Room, Search], Answer]] = {
    "pushes": prove_in_few_moves,
    "moves": least_moves,
    "any": any_solution,
}

_SHORTENINGS = {"pushes": FEWER_PUSHES, "moves": FEWER_MOVES}
