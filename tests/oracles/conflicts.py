"""Boxes that are in each other's way, from the distances between all states of one box and of several."""

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


MOST = 1_000
"""More pushes than any in a small level."""

Needs = dict[tuple[frozenset[int], int], int]
"""What boxes on some cells, with a cell of the player, need more than one by one. A cell is its bit."""


def more_ahead(level: Level, within: Collection[int], size: int = 2) -> Needs:
    """What so many boxes need more to whatever goals, as far as they can get there; they keep to the cells `within`."""
    game = Sokoban(level)
    back = {count: _reversed(_graph(game, count, within)) for count in (1, size)}
    found: Needs = {}
    for ends in permutations(_cells(game.goals), size):
        group = _distances(back[size], [state for state in back[size] if state[0] == ends])
        alone = [_distances(back[1], [state for state in back[1] if state[0] == (end,)]) for end in ends]
        _lower(found, game, group, alone)
    return found


def more_behind(level: Level, within: Collection[int], size: int = 2) -> Needs:
    """The same for boxes of the start that come to some cells."""
    game = Sokoban(level)
    graphs = {count: _graph(game, count, within) for count in (1, size)}
    found: Needs = {}
    for ends in permutations(sorted({*_cells(game.boxes)} & {*within}), size):
        group = _distances(graphs[size], [(ends, game.region(sum(ends), game.player))])
        alone = [_distances(graphs[1], [((end,), game.region(end, game.player))]) for end in ends]
        _lower(found, game, group, alone)
    return found


def table_of_three(level: Level, within: Collection[int], ahead: bool) -> Needs:
    """What three boxes need more at least, below 6: as if each had its own ends, whichever the others go to."""
    game = Sokoban(level)
    graphs = [_graph(game, size, within) for size in (1, 3)]
    if ahead:
        graphs = [_reversed(graph) for graph in graphs]
    ends = _cells(game.goals) if ahead else sorted({*_cells(game.boxes)} & {*within})
    alone = {end: _distances(graphs[0], _on_ends((end,), graphs[0], game, ahead)) for end in ends}
    words: list[dict[State, list[set[int]]]] = [{}, {}, {}]
    for chosen in permutations(ends, 3):
        words[0].update({state: [{end} for end in chosen] for state in _on_ends(chosen, graphs[1], game, ahead)})
    found: Needs = {}
    for number, known in enumerate(words):
        work = [*known]
        while work:
            state = work.pop()
            for player in _cells(state[1]):
                found.setdefault((frozenset(state[0]), player), 2 * number)
            for after in graphs[1][state]:
                for vain in range(3 - number):
                    left = _left(known[state], state, after, 2 * vain, alone, game)
                    if left and _join(left, words[number + vain].setdefault(after, [set(), set(), set()])) and not vain:
                        work.append(after)
    return found


def _on_ends(ends: Boxes, graph: Graph, game: Sokoban, ahead: bool) -> list[State]:
    """The states of boxes on their ends, with the player anywhere or where he begins."""
    if ahead:
        return [state for state in graph if state[0] == ends]
    return [(ends, game.region(sum(ends), game.player))]


def _left(
    words: list[set[int]], state: State, after: State, vain: int, alone: Mapping[int, dict[State, int]], game: Sokoban
) -> list[set[int]] | None:
    """The ends of each box after a push of which so many are in vain, None where the pushed one has none."""
    number = next(n for n in range(3) if state[0][n] != after[0][n])
    places = [((boxes[number],), game.region(boxes[number], region & -region)) for boxes, region in (state, after)]
    fitting = {
        end for end in words[number] if 1 + alone[end].get(places[0], -MOST) - alone[end].get(places[1], MOST) == vain
    }
    return [fitting if n == number else word for n, word in enumerate(words)] if fitting else None


def _join(words: list[set[int]], known: list[set[int]]) -> bool:
    """Join ends with known ones; whether any is new."""
    is_new = any(word - before for word, before in zip(words, known, strict=True))
    for word, before in zip(words, known, strict=True):
        before |= word
    return is_new


def _lower(found: Needs, game: Sokoban, group: Mapping[State, int], alone: list[dict[State, int]]) -> None:
    """Lower what boxes need to what they need from or to these ends."""
    for (boxes, region), pushes in group.items():
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
