"""The solver: breadth-first search over the cells on which the player can stop."""

from collections import deque

from cenote_ice.level import Cell, Level
from generator.messages import Message
from generator.values import Solution, SolveStatus

_UNREACHABLE = Message("no slides end on the goal")


def solve(level: Level, budget: int) -> Solution:
    """A solution with the least slides; `budget` is the number of cells that may be left by slides."""
    ways = {level.start: ""}
    waiting = deque(ways)
    for nodes in range(budget):
        if not waiting:
            return Solution(SolveStatus.UNSOLVABLE, 0, None, "", nodes, budget, _UNREACHABLE)
        cell = waiting.popleft()
        for letter, stop in level.stops(cell).items():
            if stop not in ways:
                ways[stop] = ways[cell] + letter
                waiting.append(stop)
        if level.goal in ways:
            way = ways[level.goal]
            return Solution(SolveStatus.SOLVED, len(way), len(way), way, nodes + 1, budget)
    # All cells that are fewer slides away than those that wait have been seen, and the goal is none of them.
    bound = len(ways[waiting[0]]) + 1 if waiting else 0
    return Solution(SolveStatus.NODE_LIMIT, bound, None, "", budget, budget)


def choices(level: Level, moves: str) -> float:
    """How many slides there are to choose from, in the mean over the cells in which a solution stops."""
    cells: list[Cell] = [level.start]
    for letter in moves[:-1]:
        cells.append(level.slide(cells[-1], letter))
    return sum(len(level.stops(cell)) for cell in cells) / len(cells)
