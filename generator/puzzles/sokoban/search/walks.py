"""From pushes to the player's moves: the walks between them, written as LURD."""

from collections.abc import Sequence

from generator.puzzles.sokoban.search.floor import Push, Room

_STEPS, _PUSHES = "ulrd", "ULRD"


def moves_of(room: Room, pushes: Sequence[Push]) -> str:
    """The solution that makes these pushes, walking by shortest paths in between."""
    near = room.floor.near
    boxes = {int(cell) for cell in room.start}
    player = room.player
    moves = []
    for cell, direction in pushes:
        way = walk(room, boxes, player, int(near[cell, 3 - direction]))
        assert way is not None, "a push that the player cannot make"
        moves.append(way + _PUSHES[direction])
        boxes.remove(cell)
        boxes.add(int(near[cell, direction]))
        player = cell
    return "".join(moves)


def until_solved(room: Room, pushes: list[Push]) -> list[Push]:
    """The pushes up to where they first solve the room: one that was found in parts may go on from there."""
    near, goals = room.floor.near, {*room.goal.tolist()}
    boxes = {*room.start.tolist()}
    for made, (cell, direction) in enumerate(pushes, 1):
        boxes.remove(cell)
        boxes.add(int(near[cell, direction]))
        if boxes == goals:
            return pushes[:made]
    return pushes


def walk(room: Room, boxes: set[int], start: int, end: int) -> str | None:
    """A shortest way of the player from one cell to another, None where there is none."""
    near = room.floor.near
    came = {end: -1}
    frontier = [end]
    while start not in came:
        if not frontier:
            return None
        following = []
        for cell in frontier:
            for direction in range(4):
                other = int(near[cell, direction])
                if other >= 0 and other not in came and other not in boxes:
                    came[other] = 3 - direction
                    following.append(other)
        frontier = following
    steps = []
    while start != end:
        steps.append(_STEPS[came[start]])
        start = int(near[start, came[start]])
    return "".join(steps)


def pushes_of(room: Room, moves: str) -> list[Push]:
    """The pushes of a legal solution."""
    near = room.floor.near
    player = room.player
    pushes = []
    for letter in moves:
        direction = _STEPS.index(letter.lower())
        player = int(near[player, direction])
        if letter.isupper():
            pushes.append((player, direction))
    return pushes
