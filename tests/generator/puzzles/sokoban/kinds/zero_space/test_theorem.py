"""The theorem of docs/research/slides-are-exact.md on random door mazes: slides against complete searches."""

from random import Random

import pytest

from generator.puzzles.sokoban.level import Level
from tests.oracles.doors import DoorMaze, State, some_maze
from tests.oracles.sokoban import Sokoban

MOST_BOXES = 7
"""With more a complete search takes minutes."""


def pushes_to(maze: DoorMaze, rows: tuple[str, ...]) -> dict[State, int]:
    """The least pushes from every resting state to the boxes of a board, by a search that knows nothing of doors."""
    bits = {1 << (row * len(rows[0]) + column): (row, column) for row, column in maze.floor}
    least: dict[State, int] = {}
    for (boxes, _), pushes in Sokoban(Level(rows)).before().items():
        state = frozenset(cell for bit, cell in bits.items() if boxes & bit)
        if state <= maze.doors and maze.is_resting(state):
            least[state] = min(pushes, least.get(state, pushes))
    return least


def mazes(seed: int, rows: int, columns: int, count: int) -> list[tuple[DoorMaze, State]]:
    """So many mazes, each with a resting state in which there is something to slide."""
    rng = Random(seed)
    found: list[tuple[DoorMaze, State]] = []
    while len(found) < count:
        maze = some_maze(rng, rows, columns)
        goal = maze.some_state(rng)
        if len(goal) <= MOST_BOXES and any(maze.slides(goal)):
            found.append((maze, goal))
    return found


def twice_the_slides(maze: DoorMaze, goal: State) -> dict[State, int]:
    return {state: 2 * slides for state, slides in maze.distances(goal).items()}


def agrees(maze: DoorMaze, goal: State) -> bool:
    return pushes_to(maze, maze.rows(goal)) == twice_the_slides(maze, goal)


@pytest.mark.parametrize(("rows", "columns", "count"), [(3, 4, 150), (3, 6, 100), (4, 4, 150), (4, 5, 100), (5, 5, 60)])
def test_the_least_pushes_are_twice_the_least_slides_and_nothing_else_is_solvable(rows, columns, count) -> None:
    examples = mazes(rows * 10 + columns, rows, columns, count)
    assert all(agrees(*example) for example in examples)
    assert any(not maze.is_single(cell) for maze, _ in examples for cell in maze.junction_of)
    assert any(len(maze.distances(goal)) >= 8 for maze, goal in examples)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_the_theorem_on_five_thousand_more_mazes(seed: int) -> None:
    for rows, columns in ((3, 4), (3, 6), (4, 4), (4, 5), (5, 5)):
        assert all(agrees(*example) for example in mazes(1000 + seed, rows, columns, 50))


def test_slides_are_not_exact_where_a_wall_between_four_doors_is_missing() -> None:
    """Boxes beside such a place rest in no door, and pushes are saved: the comparison would have noticed."""
    assert not all(
        pushes_to(maze, opened(maze.rows(goal))) == twice_the_slides(maze, goal) for maze, goal in mazes(7, 3, 3, 30)
    )


def opened(rows: tuple[str, ...]) -> tuple[str, ...]:
    """A board without the wall at its second row and column, between four doors."""
    return tuple(row[:2] + "-" + row[3:] if number == 2 else row for number, row in enumerate(rows))
