"""Groups of boxes that are not lost, by plain search from every end."""

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations

import numpy as np

from generator.puzzles.sokoban.level import Level
from tests.oracles.sokoban import Sokoban, State

Place = tuple[int, int]


def solvable(level: Level, size: int) -> set[tuple[frozenset[Place], Place]]:
    """All groups from which as many goals can be filled, with the cells of the player."""
    walls, _, goals, _ = level.cells()
    free = _places(~walls)
    games = (
        _alone(level, group, player)
        for group in combinations(_places(goals), size)
        for player in free
        if player not in group
    )
    return set(_spread(level, games, Sokoban.before))


def reachable(level: Level, size: int) -> set[tuple[frozenset[Place], Place]]:
    """All groups that boxes of the start can form, with the cells of the player."""
    games = (_alone(level, group, level.player) for group in combinations(_places(level.cells().boxes), size))
    return set(_spread(level, games, Sokoban.distances))


def _alone(level: Level, group: Iterable[Place], player: Place) -> Sokoban:
    walls = level.cells().walls
    boxes = np.zeros_like(walls)
    for place in group:
        boxes[place] = True
    return Sokoban(Level.from_cells(walls, boxes, boxes, player))


def _spread(
    level: Level, games: Iterable[Sokoban], search: Callable[[Sokoban], dict[State, int]]
) -> Iterator[tuple[frozenset[Place], Place]]:
    for game in games:
        for boxes, player in search(game):
            group = frozenset(divmod(cell, level.width) for cell in _bits(boxes))
            for cell in _bits(game.region(boxes, player)):
                yield group, divmod(cell, level.width)


def _places(mask: np.ndarray) -> list[Place]:
    return [(int(row), int(column)) for row, column in np.argwhere(mask)]


def _bits(word: int) -> Iterator[int]:
    while word:
        yield (word & -word).bit_length() - 1
        word &= word - 1
