"""Pairs of boxes that are in each other's way, from the distances between all states of one box and of two."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from itertools import permutations

from generator.puzzles.sokoban.level import Level
from tests.oracles.sokoban import Sokoban

Boxes = tuple[int, ...]
"""A bit for the cell of each box; each box is itself."""
State = tuple[Boxes, int]
"""The boxes, and the cells that the player walks to."""
Graph = Mapping[State, Collection[State]]


Needs = dict[tuple[frozenset[int], int], int]
"""What a pair of cells, with a cell of the player, needs more than its boxes one by one. A cell is its bit."""


def more_ahead(level: Level, within: Collection[int]) -> Needs:
    """What all pairs need more to whatever goals, as far as they can get to any; boxes keep to the cells `within`."""
    game = Sokoban(level)
    goals = _cells(game.goals)
    back = {size: _reversed(_graph(game, size, within)) for size in (1, 2)}
    found: Needs = {}
    for ends in permutations(goals, 2):
        pair = _distances(back[2], [state for state in back[2] if state[0] == ends])
        alone = [_distances(back[1], [state for state in back[1] if state[0] == (end,)]) for end in ends]
        _lower(found, game, pair, alone)
    return found


def more_behind(level: Level, within: Collection[int]) -> Needs:
    """The same for two boxes of the start that come to a pair of cells."""
    game = Sokoban(level)
    graphs = {size: _graph(game, size, within) for size in (1, 2)}
    found: Needs = {}
    for ends in permutations(sorted({*_cells(game.boxes)} & {*within}), 2):
        pair = _distances(graphs[2], [(ends, game.region(ends[0] | ends[1], game.player))])
        alone = [_distances(graphs[1], [((end,), game.region(end, game.player))]) for end in ends]
        _lower(found, game, pair, alone)
    return found


def _lower(found: Needs, game: Sokoban, pair: Mapping[State, int], alone: list[dict[State, int]]) -> None:
    """Lower what pairs need to what they need from or to these ends."""
    for (boxes, region), pushes in pair.items():
        least = [
            distance[(box,), game.region(box, region & -region)] for box, distance in zip(boxes, alone, strict=True)
        ]
        for player in _cells(region):
            place = frozenset(boxes), player
            found[place] = min(found.get(place, pushes), pushes - sum(least))


def _graph(game: Sokoban, size: int, within: Collection[int]) -> Graph:
    """The states of so many boxes, with those that a push leads to."""
    graph: dict[State, list[State]] = {}
    for boxes in permutations(within, size):
        taken = sum(boxes)
        free = game.full & ~game.walls & ~taken
        while free:
            region = game.region(taken, free & -free)
            free &= ~region
            graph[boxes, region] = [
                (tuple(moved & ~taken if box == player else box for box in boxes), game.region(moved, player))
                for moved, player in game.pushes(taken, region)
                if moved & ~taken in within
            ]
    return graph


def _reversed(graph: Graph) -> Graph:
    found: dict[State, list[State]] = defaultdict(list)
    for state, onward in graph.items():
        found[state]
        for after in onward:
            found[after].append(state)
    return found


def _distances(graph: Graph, first: Collection[State]) -> dict[State, int]:
    found = dict.fromkeys(first, 0)
    level = list(first)
    while level:
        onward = []
        for state in level:
            for after in graph[state]:
                if after not in found:
                    found[after] = found[state] + 1
                    onward.append(after)
        level = onward
    return found


def _cells(cells: int) -> list[int]:
    return [1 << place for place in range(cells.bit_length()) if cells >> place & 1]
