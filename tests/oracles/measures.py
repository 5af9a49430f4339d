"""What makes a level hard, counted plainly: sets of cells, whole solutions one by one, equations solved at once."""

from collections.abc import Iterator
from itertools import combinations, pairwise, permutations

import numpy as np

from generator.puzzles.sokoban.level import Level

Cell = tuple[int, int]
State = tuple[frozenset[Cell], Cell]
STEPS = ((-1, 0), (0, -1), (0, 1), (1, 0))
FAR = 30_000


class Board:
    """A level in sets of cells; the state of a game is its boxes and the least cell that the player reaches."""

    def __init__(self, level: Level) -> None:
        cells = level.cells()
        walls, boxes, goals = ({(int(r), int(c)) for r, c in np.argwhere(mask)} for mask in cells[:3])
        self.player = cells.player
        self.inside = reached(cells.player, {(r, c) for r in range(level.height) for c in range(level.width)} - walls)
        self.boxes = frozenset(boxes & self.inside)
        self.goals = frozenset(goals & self.inside)
        self._distances: dict[tuple[Cell, Cell], dict[Cell, int]] = {}

    def state(self, boxes: frozenset[Cell], player: Cell) -> State:
        return boxes, min(reached(player, self.inside - boxes))

    def all_pushes(self, state: State) -> Iterator[tuple[Cell, Cell, frozenset[Cell]]]:
        """Every legal push, as the box's old and new cell and the boxes after it."""
        boxes, player = state
        region = reached(player, self.inside - boxes)
        for row, column in boxes:
            for down, right in STEPS:
                target = row + down, column + right
                if (row - down, column - right) in region and target in self.inside - boxes:
                    yield (row, column), target, boxes - {(row, column)} | {target}

    def alone(self, box: Cell, player: Cell) -> dict[Cell, int]:
        """The pushes from a box, alone on the floor, to each goal that it can get to."""
        start = self.state(frozenset([box]), player)
        key = box, start[1]
        if key not in self._distances:
            depths = {start: 0}
            queue = [start]
            for state in queue:
                for source, _, boxes in self.all_pushes(state):
                    after = self.state(boxes, source)
                    if after not in depths:
                        depths[after] = depths[state] + 1
                        queue.append(after)
            found: dict[Cell, int] = {}
            for (boxes, _), depth in depths.items():
                for cell in boxes & self.goals:
                    found.setdefault(cell, depth)
            self._distances[key] = found
        return self._distances[key]

    def is_alive(self, cell: Cell) -> bool:
        sides = ((cell[0] + down, cell[1] + right) for down, right in STEPS)
        return any(self.alone(cell, side) for side in sides if side in self.inside)

    def pushes(self, state: State) -> list[tuple[State, int]]:
        """The states after every push onto a cell that is not dead, and how much a random player likes each."""
        return [
            (self.state(boxes, source), self._liking(state, source, target, boxes))
            for source, target, boxes in self.all_pushes(state)
            if self.is_alive(target)
        ]

    def _liking(self, state: State, source: Cell, target: Cell, boxes: frozenset[Cell]) -> int:
        for down in (-1, 0):
            for right in (-1, 0):
                square = {(target[0] + down + i, target[1] + right + j) for i in (0, 1) for j in (0, 1)}
                if square.isdisjoint(self.inside - boxes) and not square & boxes <= self.goals:
                    return 0
        side = 2 * source[0] - target[0], 2 * source[1] - target[1]
        before, after = self.alone(source, side), self.alone(target, source)
        return 2 if min(after.values(), default=FAR) < min(before.values(), default=FAR) else 1

    def bound(self, boxes: list[Cell], player: Cell) -> int:
        """The cheapest matching of boxes with goals."""
        costs = [self.alone(box, player) for box in boxes]
        return min(
            sum(cost.get(goal, FAR) for cost, goal in zip(costs, order, strict=True))
            for order in permutations(self.goals)
        )

    def graph(self) -> dict[State, list[tuple[State, int]]]:
        """Every state that can be reached from the first one, which comes first, with what follows each."""
        first = self.state(self.boxes, self.player)
        found = {first: self.pushes(first)}
        queue = [first]
        for state in queue:
            for after, _ in found[state]:
                if after not in found:
                    found[after] = self.pushes(after)
                    queue.append(after)
        return found


def reached(first: Cell, free: set[Cell] | frozenset[Cell]) -> set[Cell]:
    """All cells of a set that can be walked to from one of them."""
    found = {first}
    stack = [first]
    while stack:
        row, column = stack.pop()
        for down, right in STEPS:
            cell = row + down, column + right
            if cell in free and cell not in found:
                found.add(cell)
                stack.append(cell)
    return found


def shortest_solutions(board: Board, graph: dict[State, list[tuple[State, int]]]) -> list[list[State]]:
    """Every sequence of states, one for each sequence of pushes, from the first state to a solved one."""
    ways = [[next(iter(graph))]]
    for _ in graph:
        solved = [way for way in ways if way[-1][0] == board.goals]
        if solved:
            return solved
        ways = [[*way, after] for way in ways for after, _ in graph[way[-1]]]
    return []


def fewest_runs(board: Board, graph: dict[State, list[tuple[State, int]]]) -> int:
    """The fewest changes of the box that is pushed, and one more, by rounds over all states and boxes pushed last."""
    first: tuple[State, Cell | None] = next(iter(graph)), None
    rounds = {first: 0}
    waiting = [first]
    for state, last in waiting:
        for after, _ in graph[state]:
            (source,), (target,) = state[0] - after[0], after[0] - state[0]
            runs = rounds[state, last] + (source != last)
            if runs < rounds.get((after, target), FAR):
                rounds[after, target] = runs
                waiting.append((after, target))
    return min(runs for (state, _), runs in rounds.items() if state[0] == board.goals)


def solvable(board: Board, graph: dict[State, list[tuple[State, int]]]) -> set[State]:
    """The states from which the level can be solved."""
    found = {state for state in graph if state[0] == board.goals}
    while more := {state for state in graph if any(after in found for after, _ in graph[state])} - found:
        found |= more
    return found


def chance(board: Board, graph: dict[State, list[tuple[State, int]]], giving_up: float) -> float:
    """The chance of a random player, from the equations of all states that can be solved."""
    states = [*solvable(board, graph)]
    number = {state: place for place, state in enumerate(states)}
    matrix, right = np.eye(len(states)), np.zeros(len(states))
    for state, place in number.items():
        if state[0] == board.goals:
            right[place] = 1
            continue
        total = sum(weight for _, weight in graph[state])
        for after, weight in graph[state]:
            if after in number and total:
                matrix[place, number[after]] -= (1 - giving_up) * weight / total
    return float(np.linalg.solve(matrix, right)[number[next(iter(graph))]])


def fewest_switches(pushed: list[int]) -> int:
    """The least number of changes between two groups of boxes, over all divisions."""
    names = sorted(set(pushed))
    return min(
        (
            sum((one in group) != (other in group) for one, other in pairwise(pushed))
            for size in range(1, len(names))
            for group in combinations(names, size)
        ),
        default=0,
    )
