"""Random boards with rooms missing and doors walled up, as the product's outlines and as the oracle's mazes."""

from itertools import product
from random import Random

from generator.puzzles.sokoban.kinds.zero_space.boards.drawing import problems
from generator.puzzles.sokoban.kinds.zero_space.boards.geometry import geometry
from generator.puzzles.sokoban.kinds.zero_space.boards.outline import Outline, ends, floor_of, is_door, plan_of, rows_of
from generator.puzzles.sokoban.kinds.zero_space.trees import ZeroSpace
from tests.oracles.doors import DoorMaze, State


def some_outline(rng: Random, rows: int, columns: int, type_: str) -> Outline:
    """A board of rooms in a grid, of which some are missing, as some doors are; in type b others are walled up."""
    while True:
        floor = floor_of(some_rooms(rng, rows, columns, 0.92).rows)
        while (problem := next(problems(rows_of(floor), [type_]), None)) and is_door(problem[1]):
            floor.discard(problem[1])
        found = rows_of(floor)
        if problem is None and len(found) != len(found[0]):
            return Outline(found)


def some_rooms(rng: Random, rows: int, columns: int, kept: float) -> Outline:
    """Rooms in a grid with doors between them, a share of which is kept; there may be no level in it."""
    places = product(range(1, 2 * rows), range(1, 2 * columns))
    chosen = {place for place in places if (place[0] % 2 or place[1] % 2) and rng.random() < kept}
    return Outline(rows_of({place for place in chosen if not is_door(place) or chosen.issuperset(ends(place))}))


def maze_of(outline: Outline, type_: str) -> DoorMaze:
    """The same board by the definition of door mazes, against which it is checked."""
    return DoorMaze(floor_of(outline.rows), set(plan_of(outline.rows, type_ == "b").slots))


def examples(type_: str, grid: tuple[int, int], boxes: range, count: int) -> list[tuple[Outline, DoorMaze, State]]:
    """So many boards with so many boxes, each as a maze with a resting state in which there is something to slide."""
    rng = Random(repr((type_, grid)))
    return [some_example(rng, type_, grid, boxes) for _ in range(count)]


def some_example(rng: Random, type_: str, grid: tuple[int, int], boxes: range) -> tuple[Outline, DoorMaze, State]:
    """A board with so many boxes, as a maze too, and a resting state in which there is something to slide."""
    while True:
        outline = some_outline(rng, *grid, type_)
        maze = maze_of(outline, type_)
        state = maze.some_state(rng)
        if len(state) in boxes and any(maze.slides(state)):
            return outline, maze, state


def level_between(outline: Outline, type_: str, start: State, goal: State) -> ZeroSpace:
    """The level with boxes in these doors, and goals in those."""
    row, column = geometry(type_, outline).corner[0].tolist()
    return ZeroSpace(type_, outline, _tree(outline, type_, start), _tree(outline, type_, goal), (row, column))


def _tree(outline: Outline, type_: str, state: State) -> int:
    cells = geometry(type_, outline).cells.tolist()
    return sum(1 << slot for slot, (row, column) in enumerate(cells) if (row, column) in state)
