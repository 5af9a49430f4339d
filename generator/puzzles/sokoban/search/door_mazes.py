"""Least pushes of door mazes: the small graph of slides is searched instead of the pushes."""

from collections.abc import Callable
from time import monotonic

import numpy as np

from generator.puzzles.sokoban.search.floor import Room
from generator.puzzles.sokoban.search.question import Answer, Search
from generator.puzzles.sokoban.search.solver import in_few_moves
from generator.puzzles.sokoban.slides.astar import fewest_slides
from generator.puzzles.sokoban.slides.door_maze import DoorMaze, door_maze
from generator.puzzles.sokoban.slides.finding import OTHER_LINES, SEPARATE, Limits
from generator.values import SolveStatus

SHARE = 2
"""Of so many nodes and seconds, slides have one."""

PUSHES = 2
"""Pushes of a slide."""


def maze_of(room: Room) -> DoorMaze | None:
    """The door maze that a room is, if it is one that still has something to push."""
    if np.array_equal(room.start, room.goal):
        return None
    return door_maze(room.floor.near, room.start, room.goal)


def least_pushes_by_slides(
    maze: DoorMaze, room: Room, search: Search, clock: Callable[[], float] = monotonic
) -> Answer:
    """Search a door maze for a solution with the least pushes, and few moves among these.

    Nodes are those of the graph of slides. Some nodes and seconds are left for another search.
    """
    if not maze.keeps_lines:
        return Answer(SolveStatus.UNSOLVABLE, 0, None, [], 0, 0, OTHER_LINES)
    begun = clock()
    seconds = None if search.seconds is None else search.seconds / SHARE
    limits = Limits(max(1, search.nodes // SHARE), int(search.megabytes), seconds, search.stopped)
    found = fewest_slides(maze.start, maze.goal, maze.floor, limits, clock)
    if found.status is SolveStatus.UNSOLVABLE:
        return Answer(found.status, 0, None, [], found.nodes, found.nodes, SEPARATE)
    least = PUSHES * found.lower
    if found.slides is None:
        return Answer(found.status, least, None, [], found.nodes, found.nodes)
    answer = Answer(found.status, least, least, maze.pushes(found.slides), found.nodes, found.nodes)
    return in_few_moves(room, answer, search, begun, clock)
