"""Solves any level: zero-space levels by slides where that is exact, all others by pushes or moves."""

from collections.abc import Callable, Iterator

from generator.errors import SettingError
from generator.family import Request, Solution, SolveStatus
from generator.puzzles.sokoban.level import Level
from generator.puzzles.sokoban.replay import replay
from generator.puzzles.sokoban.search import push_kernels
from generator.puzzles.sokoban.search.floor import Push, Room, room_of
from generator.puzzles.sokoban.search.shortening import (
    FEWER_MOVES,
    FEWER_PUSHES,
    LEAST_POLISH,
    Shortening,
    shortened,
)
from generator.puzzles.sokoban.search.solver import Answer, Search, fewest_moves, least_moves, least_pushes
from generator.puzzles.sokoban.search.walking import moves_of, pushes_of

_PRUNINGS = {
    "freeze": push_kernels.FREEZE,
    "corral": push_kernels.CORRAL,
    "matching": push_kernels.MATCHING,
    "fixed-goals": push_kernels.FIXED,
}

_WALLED_OFF = "a box or a goal lies where the player never comes"


def solve(level: Level, budget: int, request: Request) -> Solution:
    """Solve any level by pushes or moves with at most `budget` nodes in each search.

    Raises UnsupportedLevelError for a level that is too large.
    """
    room = room_of(level)
    if room is None:
        return Solution(SolveStatus.UNSOLVABLE, 0, None, "", 0, budget, _WALLED_OFF)
    answer, pushes = _SEARCHES[request.aim or "pushes"](room, _search_of(budget, request))
    moves = moves_of(room, pushes) if pushes else ""
    return Solution(answer.status, answer.lower, answer.upper, moves, answer.nodes, budget, answer.reason)


def shorten(level: Level, moves: str, budget: int, request: Request) -> Iterator[str]:
    """Better and better solutions than the one given, by pushes and then moves or by moves and then pushes.

    Raises IllegalMoveError where the moves are no solution, SettingError for an aim that compares none, and
    UnsupportedLevelError for a level that is too large.
    """
    replay(level, moves)
    aim = request.aim or "pushes"
    if aim not in _SHORTENINGS:
        raise SettingError(f"solutions cannot be compared by the aim {aim!r}; give --aim {' or '.join(_SHORTENINGS)}")
    room = room_of(level)
    assert room is not None, "a level that has a solution is not walled off"
    return _shorter(room, moves, _search_of(budget, request), _SHORTENINGS[aim])


def _shorter(room: Room, moves: str, search: Search, aim: Shortening) -> Iterator[str]:
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
    )


def _by_pushes(room: Room, search: Search) -> tuple[Answer, list[Push]]:
    answer = least_pushes(room, search)
    if answer.status is not SolveStatus.SOLVED or answer.upper is None:
        return answer, answer.pushes
    nodes = min(search.nodes, max(LEAST_POLISH, answer.nodes))
    polished = fewest_moves(room, answer.upper, Search(nodes, megabytes=search.megabytes))
    return answer, polished or answer.pushes


def _by_moves(room: Room, search: Search) -> tuple[Answer, list[Push]]:
    answer = least_moves(room, search)
    return answer, answer.pushes


_SEARCHES: dict[str, Callable[[Room, Search], tuple[Answer, list[Push]]]] = {
    "pushes": _by_pushes,
    "moves": _by_moves,
}

_SHORTENINGS = {"pushes": FEWER_PUSHES, "moves": FEWER_MOVES}
