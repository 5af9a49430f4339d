"""What the search by features sees in a state, in plain Python: cells by their numbers, and every walk anew."""

from collections.abc import Sequence, Set
from typing import NamedTuple

from generator.bit_kernels import has
from generator.puzzles.sokoban.search.features.guide_kernels import Guide
from generator.puzzles.sokoban.search.floor import Room
from tests.oracles.pulls import walked
from tests.oracles.roomy import room_numbers

Place = tuple[int, int]
"""The cell of a box, and a cell of the player or a direction."""


class Features(NamedTuple):
    """What makes the score of a state, the most important first."""

    out_of_plan: int
    unpacked: int
    parts: int
    broken: int
    obstacles: int
    pushes: frozenset[Place]


def features_of(room: Room, guide: Guide, boxes: frozenset[int], player: int) -> Features:
    free = set(range(len(room.cells))) - boxes
    return Features(
        _out_of_plan(room, guide, boxes),
        _unpacked(room, guide, boxes),
        len({min(walked(room, boxes, cell)) for cell in free}),
        _broken(room, guide, boxes),
        sum(has(guide.obstacles[0, one], other) for one in boxes for other in boxes),
        pushes_of(room, boxes, player),
    )


def pushes_of(room: Room, boxes: frozenset[int], player: int) -> frozenset[Place]:
    """The boxes that the player can push, and in which direction, to where a lone one could still get to a goal."""
    near, reached = room.floor.near.tolist(), walked(room, boxes, player)
    return frozenset(
        (box, d)
        for box in boxes
        for d in range(4)
        if near[box][3 - d] in reached
        and (target := near[box][d]) >= 0
        and target not in boxes
        and room.floor.alive[target]
    )


def ways_of(room: Room, others: frozenset[int], box: int, player: int) -> set[Place]:
    """Where a box can be pushed while others stand still: its cell, and the least cell that the player walks to."""
    seen = {(box, min(walked(room, others | {box}, player)))}
    edge = list(seen)
    while edge:
        box, player = edge.pop()
        for pushed, d in pushes_of(room, others | {box}, player):
            target = int(room.floor.near[pushed, d])
            if pushed == box and (state := (target, min(walked(room, others | {target}, box)))) not in seen:
                seen.add(state)
                edge.append(state)
    return seen


def _out_of_plan(room: Room, guide: Guide, boxes: frozenset[int]) -> int:
    """The boxes that are left over if all others fill what is left of the plan."""
    stages = _stages(room, guide)
    inside = [number for number, cells in enumerate(stages) if cells <= boxes]
    if not inside or not len(guide.fills):
        return 0
    left = range(inside[-1], len(stages) - 1)
    fits = [{stage for stage in left if int(guide.fills[box]) >> stage & 1} for box in boxes - stages[inside[-1]]]
    return len(fits) - most_matched(fits)


def most_matched(fits: Sequence[Set[int]]) -> int:
    """How many can each be matched with another one of the things that fit them, by trying all."""
    if not fits:
        return 0
    first, *others = fits
    return max(most_matched(others), *(1 + most_matched([other - {thing} for other in others]) for thing in first), 0)


def _stages(room: Room, guide: Guide) -> list[set[int]]:
    return [{c for c in range(len(room.cells)) if int(words[c >> 6]) >> (c & 63) & 1} for words in guide.stages]


def _unpacked(room: Room, guide: Guide, boxes: frozenset[int]) -> int:
    """The stages of the plan that are still to come, and what is missing of the first; goals, without a plan."""
    if not len(guide.stages):
        return sum(not room.floor.goal[box] for box in boxes)
    stages = _stages(room, guide)
    inside = [number for number, cells in enumerate(stages) if cells <= boxes]
    return len(stages) - 1 - inside[-1] if inside else len(stages) - 1 + len(stages[0] - boxes)


def _broken(room: Room, guide: Guide, boxes: frozenset[int]) -> int:
    """Links between rooms that boxes break."""
    rooms = range(1, len(guide.linked))
    entered = {one: _entered_from(room, room_numbers(room, guide), boxes, one) for one in rooms}
    return sum(
        bool(guide.linked[one, other]) and other not in entered[one] for one in rooms for other in rooms if one < other
    )


def _entered_from(room: Room, number: list[int], boxes: frozenset[int], one: int) -> set[int]:
    """The rooms that one can walk into from another through no third."""
    edge = [cell for cell, at in enumerate(number) if at == one and cell not in boxes]
    seen, entered = set(edge), set()
    while edge:
        for cell in map(int, room.floor.near[edge.pop()]):
            if cell >= 0 and cell not in boxes and cell not in seen:
                seen.add(cell)
                if number[cell]:
                    entered.add(number[cell])
                else:
                    edge.append(cell)
    return entered
