"""How roomy the states before the goals are, in plain Python: every state that pulls lead to is looked at."""

from collections.abc import Callable
from itertools import permutations

from generator.puzzles.sokoban.search.features.guide_kernels import Guide
from generator.puzzles.sokoban.search.floor import Room
from generator.puzzles.sokoban.search.floor_kernels import UNREACHED
from tests.oracles.pulls import State, pulls, state_of, walked


def roomiest(
    room: Room, guide: Guide, weights: tuple[int, int], may_come: Callable[[State, int], bool]
) -> tuple[int, int, int, int]:
    """The parts, cut links, stuck boxes and negative distance of the best state of all.

    may_come: whether a state is looked at in which a box was moved, by its cell.
    """
    goals = frozenset(map(int, room.goal))
    firsts = {state_of(room, goals, player) for player in range(len(room.cells)) if player not in goals}
    edge = [state for state in firsts if _can_come(room, state)]
    seen = set(edge)
    while edge:
        for child, (moved, _) in pulls(room, edge.pop()):
            if child not in seen and _can_come(room, child) and may_come(child, moved):
                seen.add(child)
                edge.append(child)
    return min(roominess(room, guide, boxes, weights) for boxes, _ in seen)


def roominess(room: Room, guide: Guide, boxes: frozenset[int], weights: tuple[int, int]) -> tuple[int, int, int, int]:
    """The parts, cut links, stuck boxes and negative distance of boxes.

    weights: of the least pushes that match boxes with goals, and of those of each box to every goal.
    """
    near = room.floor.near.tolist()
    free = set(range(len(near))) - boxes
    parts = len({min(walked(room, boxes, cell)) for cell in free})
    stuck = sum(
        all(beside < 0 or near[beside][d] < 0 or near[beside][d] in boxes for d, beside in enumerate(near[box]))
        for box in boxes
    )
    matched = _least(room, boxes, room.floor.ahead)
    assert matched is not None, "boxes that were pulled off goals can be pushed back"
    distance = weights[0] * matched + weights[1] * sum(_to_goals(room, box) for box in boxes)
    return parts, len(cut_links(room, guide, boxes)), stuck if parts == 1 else 255, -distance


def _to_goals(room: Room, box: int) -> int:
    """The pushes of a box to every goal that it can get to."""
    return sum(pushes for pushes in _row(room.floor.ahead, box) if pushes != UNREACHED)


def cut_links(room: Room, guide: Guide, boxes: frozenset[int]) -> set[frozenset[int]]:
    """The links that some free part of one of their rooms does not have, or a room that has no free part."""
    number, linked = room_numbers(room, guide), guide.linked.tolist()
    cut = set()
    for one in range(1, len(linked)):
        cells = [cell for cell, at in enumerate(number) if at == one and cell not in boxes]
        touched = [_touched(room, number, boxes, cell) for cell in cells]
        for other in range(1, len(linked)):
            if linked[one][other] and not (touched and all(other in rooms for rooms in touched)):
                cut.add(frozenset((one, other)))
    return cut


def room_numbers(room: Room, guide: Guide) -> list[int]:
    """The number of the room of each cell, 0 in none."""
    return [
        next(number for number, words in enumerate(guide.room) if int(words[place >> 6]) >> (place & 63) & 1)
        for place in room.floor.board.place.tolist()
    ]


def _touched(room: Room, number: list[int], boxes: frozenset[int], first: int) -> set[int]:
    """The rooms beside what one can walk to from a cell of another without going through a third."""
    seen, edge, touched = {first}, [first], set()
    while edge:
        for cell in map(int, room.floor.near[edge.pop()]):
            if cell < 0:
                continue
            if number[cell] not in (0, number[first]):
                touched.add(number[cell])
            elif cell not in seen and cell not in boxes:
                seen.add(cell)
                edge.append(cell)
    return touched


def _can_come(room: Room, state: State) -> bool:
    return _least(room, state[0], room.floor.behind) is not None


def _least(room: Room, boxes: frozenset[int], table) -> int | None:
    """The least pushes that match boxes with columns of a table, the player being where he likes."""
    rows = [_row(table, box) for box in boxes]
    sums = [
        sum(costs)
        for order in permutations(range(len(rows)))
        if UNREACHED not in (costs := [row[column] for row, column in zip(rows, order, strict=True)])
    ]
    return min(sums, default=None)


def _row(table, cell: int) -> list[int]:
    """The least pushes of a cell to or from each column of a table, the player being where he likes."""
    return table[4 * cell : 4 * cell + 4].min(axis=0).tolist()
