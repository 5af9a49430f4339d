from itertools import pairwise

import numpy as np
from hypothesis import given

from generator.bit_kernels import has
from generator.puzzles.sokoban.level import Level
from generator.puzzles.sokoban.notation.xsb import parse_level
from generator.puzzles.sokoban.search.features.packing import guides
from generator.puzzles.sokoban.search.floor import room_of
from tests.generator.puzzles.sokoban.strategies import levels
from tests.oracles import one_box
from tests.oracles.features import most_matched
from tests.oracles.roomy import room_numbers
from tests.oracles.sokoban import Sokoban

DEAD_END = """\
############
#     ######
# $ $   ...#
# @$  ######
#     ######
############"""

TWO_ROOMS = """\
#########
#   #   #
#     $ #
# @ # . #
#########"""


def cells_of(room, words):
    """The cells of a set of bits, as (row, column)."""
    bits = np.unpackbits(words.view(np.uint8), bitorder="little")[: len(room.cells)]
    return {tuple(int(part) for part in room.cells[cell]) for cell in np.flatnonzero(bits)}


def test_a_dead_end_is_filled_from_its_end():
    room = room_of(parse_level(DEAD_END))
    stages = [cells_of(room, words) for words in guides(room)[0].stages]
    assert stages == [set(), {(2, 10)}, {(2, 10), (2, 9)}, {(2, 10), (2, 9), (2, 8)}]


@given(levels())
def test_a_plan_moves_one_box_at_a_time_and_ends_with_every_goal_filled(level):
    room = room_of(level)
    if room is None:
        return
    starts, goals = (
        {tuple(int(part) for part in room.cells[cell]) for cell in cells} for cells in (room.start, room.goal)
    )
    for stages in plans(room):
        assert stages[-1] == goals
        for before, after in pairwise(stages):
            (gained,) = after - before
            sources = before - after or starts - before
            assert len(before - after) <= 1
            assert gained in sources or any(can_be_pushed(level, room, before, source, gained) for source in sources)


@given(levels())
def test_a_box_fills_a_stage_only_where_it_can_be_pushed_to_what_the_next_one_adds(level):
    room = room_of(level)
    if room is None:
        return
    for guide in guides(room):
        stages = [cells_of(room, words) for words in guide.stages]
        for number, (before, after) in enumerate(pairwise(stages)):
            filling = {cell for cell in range(len(room.cells)) if int(guide.fills[cell]) >> number & 1}
            (gained,) = after - before
            if before <= after:
                assert all(
                    source == gained or can_be_pushed(level, room, before, source, gained)
                    for source in (tuple(int(part) for part in room.cells[cell]) for cell in filling)
                )
            else:
                assert not filling


@given(levels())
def test_a_plan_that_leaves_no_box_has_something_to_fill_for_every_box_of_the_start(level):
    room = room_of(level)
    if room is None:
        return
    for guide in guides(room):
        if len(guide.fills) and not guide.stages[0].any():
            fits = [{step for step in range(64) if int(guide.fills[cell]) >> step & 1} for cell in room.start.tolist()]
            assert most_matched(fits) == room.boxes


def plans(room):
    """The plans of all guides, each as a list of sets of cells."""
    return [[cells_of(room, words) for words in guide.stages] for guide in guides(room) if len(guide.stages)]


def can_be_pushed(level, room, others, source, target):
    """Whether a box can be pushed from one cell to another, the others standing still, with the player anywhere."""
    boxes = np.zeros_like(level.cells().walls)
    for cell in others | {source}:
        boxes[cell] = True
    players = [tuple(int(part) for part in cell) for cell in room.cells]
    return any(
        target in one_box.reach(Level.from_cells(level.cells().walls, boxes, boxes, player), source)
        for player in players
        if not boxes[player]
    )


def test_a_door_is_in_no_room():
    room = room_of(parse_level(TWO_ROOMS))
    guide = guides(room)[0]
    number = dict(zip(map(tuple, room.cells.tolist()), room_numbers(room, guide), strict=True))
    assert number[2, 4] == 0
    assert {number[1, 1], number[3, 3]} == {1}
    assert {number[1, 5], number[3, 7]} == {2}
    assert guide.linked.tolist() == [[0, 0, 0], [0, 0, 1], [0, 1, 0]]


@given(levels(most_boxes=2))
def test_an_obstacle_keeps_a_box_from_a_goal_that_it_could_get_to(level):
    """Box by box and wall by wall as in plain search, with the player on whichever side is best."""
    room = room_of(level)
    if room is None or len(room.cells) > 10:
        return
    guide = guides(room)[-1]
    for box in range(len(room.cells)):
        free = within_reach(level, room, box, None)
        for wall in range(len(room.cells)):
            if wall != box and room.floor.alive[wall]:
                lost = free - within_reach(level, room, box, wall) - {wall}
                assert has(guide.obstacles[0, box], wall) == has(guide.obstacles[1, wall], box) == bool(lost)


def within_reach(level, room, box, wall):
    """The goals to which a box alone can be pushed, when one more cell is a wall."""
    walls, _, _, _ = level.cells()
    if wall is not None:
        walls[tuple(room.cells[wall])] = True
    number = {int(cell[0]) * level.width + int(cell[1]): index for index, cell in enumerate(room.cells)}
    found = set()
    for player in range(len(room.cells)):
        if player in (box, wall):
            continue
        alone = np.zeros_like(walls)
        alone[tuple(room.cells[box])] = True
        game = Sokoban(Level.from_cells(walls, alone, alone, tuple(room.cells[player])))
        states = game.distances()
        found |= {number[boxes.bit_length() - 1] for boxes, _ in states}
    return found & {int(cell) for cell in room.goal}
