"""Door mazes of any author: recognised by their definition, and solved by slides with the pushes that these need."""

from collections.abc import Iterator
from random import Random

import pytest

from generator.puzzles.sokoban.general_solver import solve
from generator.puzzles.sokoban.level import Level
from generator.puzzles.sokoban.search.door_mazes import least_pushes_by_slides, maze_of
from generator.puzzles.sokoban.search.floor import Room, room_of
from generator.puzzles.sokoban.search.question import Search
from generator.puzzles.sokoban.slides.door_maze import DoorMaze
from generator.puzzles.sokoban.solutions.replay import replay
from generator.values import Request, Solution, SolveStatus
from tests.oracles.doors import State, some_maze

BIG_HALL = """
###########
#----#----#
#----@----#
#---#$#---#
#-#-*-*-#-#
#---#.#---#
#---------#
#----#----#
###########
"""
"""One hall around a junction with four doors: rooms in its corners, so it is a board of no type."""


def level_of(text: str) -> Level:
    return Level(tuple(text.strip().splitlines()))


def with_start(rows: tuple[str, ...], start: State) -> Level:
    """A board that has all its boxes on goals, with the boxes elsewhere."""
    cells = [list(row.replace("*", ".")) for row in rows]
    for row, column in start:
        cells[row][column] = "*" if cells[row][column] == "." else "$"
    return Level(tuple(map("".join, cells)))


def levels(seed: int, count: int) -> Iterator[tuple[Level, int]]:
    """So many levels of random mazes, each with the pushes that it needs."""
    rng = Random(seed)
    while count:
        maze = some_maze(rng, *rng.choice([(2, 3), (3, 3), (3, 4), (4, 4)]))
        goal = maze.some_state(rng)
        distances = maze.distances(goal)
        if len(distances) > 1:
            start, slides = rng.choice([found for found in distances.items() if found[1]])
            count -= 1
            yield with_start(maze.rows(goal), start), 2 * slides


def recognised(level: Level) -> tuple[Room, DoorMaze | None]:
    room = room_of(level)
    assert room is not None
    return room, maze_of(room)


def solved_by_slides_and_pushes(level: Level) -> tuple[Solution, Solution]:
    return solve(level, 200_000, Request()), solve(level, 200_000, Request(without=frozenset({"slides"})))


@pytest.mark.parametrize("seed", range(3))
def test_random_mazes_are_recognised_and_solved_with_twice_the_fewest_slides(seed: int) -> None:
    for level, pushes in levels(seed, 60):
        room, maze = recognised(level)
        assert maze is not None
        answer = least_pushes_by_slides(maze, room, Search(nodes=10_000))
        assert (answer.lower, answer.upper, len(answer.pushes)) == (pushes, pushes, pushes)
        found = solve(level, 10_000, Request())
        assert (found.status, found.lower_bound, replay(level, found.moves).pushes) == ("solved", pushes, pushes)


def test_halls_of_any_shape_are_part_of_a_maze() -> None:
    level = level_of(BIG_HALL)
    _, maze = recognised(level)
    assert maze is not None
    found, by_pushes = (
        solve(level, 10_000, Request(without=without)) for without in (frozenset(), frozenset({"slides"}))
    )
    assert found.proven
    assert by_pushes.proven
    assert found.upper_bound == by_pushes.upper_bound == replay(level, found.moves).pushes == 2


def test_where_lines_differ_no_search_is_needed() -> None:
    level = level_of(BIG_HALL.replace("*-*", "*-.").replace("#---#.#", "#---#*#"))
    found, by_pushes = solved_by_slides_and_pushes(level)
    assert found.status is by_pushes.status is SolveStatus.UNSOLVABLE
    assert found.nodes == 0 < by_pushes.nodes


def test_a_maze_whose_goals_no_slide_reaches_is_unsolvable_by_any_search() -> None:
    seen = 0
    rng = Random(2)
    while seen < 5:
        maze = some_maze(rng, 3, 3)
        goal, start = maze.some_state(rng), maze.some_state(rng)
        if len(goal) < 7 and start not in maze.distances(goal):
            seen += 1
            level = with_start(maze.rows(goal), start)
            found, by_pushes = (
                solve(level, 200_000, Request(without=one)) for one in (frozenset(), frozenset({"slides"}))
            )
            assert found.status is by_pushes.status is SolveStatus.UNSOLVABLE


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("#----@----#", "#-$--@--.-#", "a box in a hall"),
        ("#----#----#", "#---------#", "a box might be pulled into the hall"),
        ("#-#-*-*-#-#", "#-#-*---#-#", "open doors make a cycle"),
    ],
)
def test_what_breaks_the_definition_is_no_maze(old: str, new: str, why: str) -> None:
    text = BIG_HALL.replace(old, new, 1)
    assert text != BIG_HALL, why
    assert recognised(level_of(text))[1] is None, why


def test_the_clock_and_the_nodes_stop_the_search_with_a_bound() -> None:
    level, pushes = max(levels(9, 30), key=lambda found: found[1])
    room, maze = recognised(level)
    assert maze is not None
    for search in (Search(nodes=2), Search(nodes=10_000, seconds=0.0), Search(nodes=10_000, stopped=lambda: True)):
        answer = least_pushes_by_slides(maze, room, search)
        assert answer.status is SolveStatus.NODE_LIMIT
        assert 0 < answer.lower <= pushes
        assert answer.upper is None
