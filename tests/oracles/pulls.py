"""The search from the goals by pulls in plain Python: the most urgent state is looked for each time anew."""

from collections.abc import Callable
from itertools import permutations

from generator.puzzles.sokoban.search.floor import Push, Room
from generator.puzzles.sokoban.search.floor_kernels import UNREACHED

State = tuple[frozenset[int], int]
"""Where boxes are, and the least cell that the player can walk to."""


def pulled(
    room: Room, weights: tuple[int, int, int], may_come: Callable[[State, int], bool] = lambda _child, _moved: True
) -> list[Push] | None:
    """The pushes that a search finds, or None where there is no solution.

    weights: of a pull made, of the least pulls to come, and of a box that stands where none started. may_come: whether
    a state is to be kept in which a box was moved, by its cell.
    """
    start = state_of(room, frozenset(map(int, room.start)), room.player)
    goals = frozenset(map(int, room.goal))
    firsts = [state_of(room, goals, player) for player in range(len(room.cells)) if player not in goals]
    before: dict[State, tuple[State, Push] | None] = {}
    waiting: list[tuple[int, State, int]] = []
    for state in dict.fromkeys(firsts):
        before[state] = None
        if (least := least_pulls(room, state)) is not None:
            waiting.append((least, state, 0))
    while waiting and start not in before:
        urgency = min(entry[0] for entry in waiting)
        newest = max(index for index, entry in enumerate(waiting) if entry[0] == urgency)
        _, state, cost = waiting.pop(newest)
        for child, push in pulls(room, state):
            least = least_pulls(room, child)
            if child not in before and least is not None and may_come(child, push[0]):
                before[child] = state, push
                abroad = len(child[0] - start[0])
                made = weights[0] * (cost + 1) + weights[1] * least + weights[2] * abroad
                waiting.append((made, child, cost + 1))
    return way_back(before, start) if start in before else None


def way_back(before: dict[State, tuple[State, Push] | None], state: State) -> list[Push]:
    """The pushes from a state to the goals."""
    pushes = []
    while (step := before[state]) is not None:
        state, push = step
        pushes.append(push)
    return pushes


def pulls(room: Room, state: State) -> list[tuple[State, Push]]:
    """What can be pulled, box by box and direction by direction, with the push that undoes it."""
    boxes, player = state
    near, region = room.floor.near.tolist(), walked(room, boxes, player)
    found = []
    for box in sorted(boxes):
        for direction, target in enumerate(near[box]):
            if target in region and (stand := near[target][direction]) >= 0 and stand not in boxes:
                child = state_of(room, boxes - {box} | {target}, stand)
                found.append((child, (target, 3 - direction)))
    return found


def state_of(room: Room, boxes: frozenset[int], player: int) -> State:
    return boxes, min(walked(room, boxes, player))


def walked(room: Room, boxes: frozenset[int], player: int) -> set[int]:
    """The cells that the player can walk to."""
    region, edge = {player}, [player]
    while edge:
        for other in map(int, room.floor.near[edge.pop()]):
            if other >= 0 and other not in region and other not in boxes:
                region.add(other)
                edge.append(other)
    return region


def least_pulls(room: Room, state: State) -> int | None:
    """The least pulls to the start if no box is in another's way, or None where a box cannot get there."""
    boxes, player = state
    away = [room.floor.behind[4 * box + room.floor.zone[box, player]].tolist() for box in boxes]
    sums = [
        sum(pulls)
        for order in permutations(away)
        if UNREACHED not in (pulls := [row[i] for i, row in enumerate(order)])
    ]
    return min(sums, default=None)
