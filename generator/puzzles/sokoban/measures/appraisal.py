"""The measures that take a search of their own: too long for every candidate of a session."""

from contextlib import suppress
from math import log10

from generator.errors import UnsupportedLevelError
from generator.puzzles.sokoban.kinds.free.cells.search import least_moves
from generator.puzzles.sokoban.kinds.free.placement import placement_of
from generator.puzzles.sokoban.level import Level
from generator.puzzles.sokoban.measures.difficulty import difficulty, five_minutes
from generator.puzzles.sokoban.measures.enjoyment import fun
from generator.puzzles.sokoban.measures.solution import bounds_along, boxes_pushed, least_switches, lines_of
from generator.puzzles.sokoban.measures.states import average_of, fewest_runs, random_play, states_of
from generator.puzzles.sokoban.metrics import APPRAISED
from generator.puzzles.sokoban.search.floor import Push, Room, room_of
from generator.puzzles.sokoban.search.question import Search
from generator.puzzles.sokoban.search.solver import least_pushes
from generator.puzzles.sokoban.search.walks import pushes_of
from generator.values import Solution

MOST_STATES = 1_000_000
"""States that are searched for a level: one to three seconds, and some 60 MB, where there are so many."""

EFFORT_NODES = 100_000
"""The budget of the search whose expansions are counted."""


_Counts = dict[str, int | float | None]


def appraise(level: Level, solution: Solution) -> _Counts:
    """The metrics of a level whose least pushes are proven; all None for others, and where the level is too large.

    - gap: pushes beyond the lower bound of the first state
    - counterintuitive: pushes of the solution that raise the lower bound
    - decomposition: see `least_switches`
    - search_effort: log10 of the states that A* expands
    - least_moves: of any solution, in rooms of at most 64 cells
    - states: those that pushes onto cells that are not dead can reach
    - push_solutions: shortest solutions, as sequences of pushes, exact below 2**53
    - push_branching, safe: pushes to choose from, and the share of them that keeps the level solvable, as means over
      all these solutions
    - random_play: see there
    - fewest_runs: see there
    - difficulty: the share of players that is expected to fail
    - five_minutes: the share of people that is expected to solve it in that time if it is given to them
    - fun: see there
    """
    metrics: _Counts = dict.fromkeys(APPRAISED)
    if not solution.proven or not solution.moves:
        return metrics
    try:
        room = room_of(level)
    except UnsupportedLevelError:
        return metrics
    if room is None:
        return metrics
    metrics["least_moves"] = _least_moves(level)
    pushes = pushes_of(room, solution.moves)
    return metrics | _of_solution(room, pushes) | _of_states(room, lines_of(room, pushes))


def _least_moves(level: Level) -> int | None:
    """Those of a small room, by a search backwards; None for others."""
    with suppress(UnsupportedLevelError):
        return least_moves(placement_of(level))
    return None


def _of_solution(room: Room, pushes: list[Push]) -> _Counts:
    bounds = bounds_along(room, pushes)
    answer = least_pushes(room, Search(EFFORT_NODES))
    return {
        "gap": len(pushes) - int(bounds[0]),
        "counterintuitive": int((bounds[1:] > bounds[:-1]).sum()),
        "decomposition": least_switches(boxes_pushed(room, pushes)),
        "search_effort": log10(answer.expanded) if answer.upper == answer.lower else None,
    }


def _of_states(room: Room, lines: int) -> _Counts:
    states = states_of(room, MOST_STATES)
    if states is None:
        return {}
    average, random = average_of(states), random_play(states)
    ways, runs = average.solutions, fewest_runs(states, room)
    off_goal = len(set(room.start.tolist()) - set(room.goal.tolist()))
    return {
        "states": states.count,
        "push_solutions": int(ways) if ways < 2**53 else ways,
        "push_branching": average.choices,
        "safe": average.safe,
        "random_play": random,
        "fewest_runs": runs,
        "difficulty": difficulty(random, ways),
        "five_minutes": five_minutes(runs, off_goal),
        "fun": fun(runs, off_goal, lines),
    }
