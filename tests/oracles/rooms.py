"""Every level of every room of a few cells, found by searches over single moves from one set of goals at a time."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

Cell = tuple[int, int]
Room = frozenset[Cell]
STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))


def beside(cell: Cell, step: Cell) -> Cell:
    return cell[0] + step[0], cell[1] + step[1]


def images(cells: Room) -> list[Room]:
    """A set of cells as all eight symmetries turn it, moved to the corner."""
    return [normal({turned(cell, turn) for cell in cells}) for turn in range(8)]


def turned(cell: Cell, turn: int) -> Cell:
    row, column = cell
    row, column = (-row if turn & 1 else row), (-column if turn & 2 else column)
    return (column, row) if turn & 4 else (row, column)


def normal(cells: set[Cell]) -> Room:
    top, left = min(row for row, _ in cells), min(column for _, column in cells)
    return frozenset((row - top, column - left) for row, column in cells)


def rooms(cells: int) -> set[Room]:
    """All polyominoes, one of each that are alike: those of a cell less with a cell beside."""
    if cells == 1:
        return {frozenset({(0, 0)})}
    grown = (
        room | {beside(cell, step)}
        for room in rooms(cells - 1)
        for cell in room
        for step in STEPS
        if beside(cell, step) not in room
    )
    return {min(images(frozenset(room)), key=sorted) for room in grown}


def levels(room: Room, boxes: int) -> Iterator[tuple[str, int, object]]:
    """Every level of a room that needs a push, once for all its images: its aim, its depth and what it is."""
    for goals in combinations(sorted(room), boxes):
        for state, depth in distances(room, frozenset(goals), False).items():
            if depth:
                yield "moves", depth, same(room, frozenset(goals), state[0], frozenset({state[1]}))
        for state, depth in distances(room, frozenset(goals), True).items():
            if depth:
                yield "pushes", depth, same(room, frozenset(goals), state[0], region(room, *state))


def same(room: Room, *parts: Room) -> object:
    """What all images of a level share."""
    found = []
    for turn in range(8):
        top = min(turned(cell, turn)[0] for cell in room)
        left = min(turned(cell, turn)[1] for cell in room)
        sets = [{turned(cell, turn) for cell in part} for part in (room, *parts)]
        found.append(tuple(tuple(sorted((row - top, column - left) for row, column in part)) for part in sets))
    return min(found)


def region(room: Room, boxes: Room, player: Cell) -> Room:
    found, waiting = {player}, [player]
    while waiting:
        cell = waiting.pop()
        near = {beside(cell, step) for step in STEPS} & room - boxes - found
        found |= near
        waiting += near
    return frozenset(found)


def distances(room: Room, goals: Room, only_pushes: bool) -> dict[tuple[Room, Cell], int]:
    """The least moves, or pushes, from every state to the goals: layers, within which steps without a push are free."""
    found = {(goals, player): 0 for player in room - goals}
    layer, depth = [*found], 0
    while layer:
        depth += 1
        after = []
        for boxes, player in layer:
            for step in STEPS:
                ahead, behind = beside(player, step), beside(player, (-step[0], -step[1]))
                if ahead not in room or ahead in boxes:
                    continue
                before = [] if only_pushes else [(boxes, ahead)]
                if behind in boxes:
                    pulled = boxes - {behind} | {player}
                    before += [(pulled, cell) for cell in (region(room, pulled, ahead) if only_pushes else {ahead})]
                for state in before:
                    if state not in found:
                        found[state] = depth
                        after.append(state)
        layer = after
    return found


def records(cells: int) -> dict[tuple[int, str], tuple[int, int]]:
    """By number of boxes and aim the greatest depth, and how many levels have it."""
    found: dict[tuple[int, str], tuple[int, int]] = {}
    for boxes in range(1, cells - 1):
        counts: dict[str, Counter[int]] = {"moves": Counter(), "pushes": Counter()}
        for room in rooms(cells):
            for aim, depth, _ in set(levels(room, boxes)):
                counts[aim][depth] += 1
        for aim, depths in counts.items():
            if depths:
                found[boxes, aim] = max(depths), depths[max(depths)]
    return found


def candidates(room: Room, boxes: int, depth: int, only_pushes: bool) -> set[Room]:
    """The goals from which some way of shortest walks and pulls has a length, however often it meets a state."""
    known: dict[tuple[Room, Cell, int], bool] = {}

    def pulled(goals: Room, player: Cell, length: int) -> bool:
        for step in STEPS:
            ahead, behind = beside(player, step), beside(player, (-step[0], -step[1]))
            if behind in goals and ahead in room - goals and begun(goals - {behind} | {player}, ahead, length - 1):
                return True
        return False

    def begun(goals: Room, player: Cell, length: int) -> bool:
        if length <= 0:
            return True
        if (goals, player, length) not in known:
            walks = shortest_walks(room - goals, player)
            known[goals, player, length] = any(
                (not only_pushes and moves >= length) or pulled(goals, cell, length - (0 if only_pushes else moves))
                for cell, moves in walks.items()
            )
        return known[goals, player, length]

    every = map(frozenset, combinations(sorted(room), boxes))
    return {goals for goals in every if any(pulled(goals, cell, depth) for cell in room - goals)}


def shortest_walks(free: Room, start: Cell) -> dict[Cell, int]:
    """The least moves from one cell to all others that are reached."""
    found, layer = {start: 0}, [start]
    while layer:
        layer = [*{beside(cell, step) for cell in layer for step in STEPS} & free - found.keys()]
        found |= dict.fromkeys(layer, max(found.values()) + 1)
    return found
