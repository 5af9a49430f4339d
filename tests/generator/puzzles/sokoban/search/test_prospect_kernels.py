"""Boxes that frozen ones keep from goals of their own, against each box pushed alone by a slow twin."""

from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings

from generator.bit_kernels import has
from generator.puzzles.sokoban.notation.xsb import parse_level
from generator.puzzles.sokoban.search.floor import room_of
from generator.puzzles.sokoban.search.frozen_kernels import are_lost, freeze
from generator.puzzles.sokoban.search.prospect_kernels import hash_walls, have_goals_past
from tests.generator.puzzles.sokoban.search.laid import laid_out
from tests.generator.puzzles.sokoban.strategies import levels
from tests.oracles.one_box import reach

FILLED_TOO_SOON = """\
#######
#@----#
#-$---#
#--##.#
#-$-#*#
#---#*#
#---#*#
#####.#
#######"""
"""Three frozen boxes stand between the others and the last goal."""

LAST_GOALS_LEFT = """\
#######
#@----#
#-$--.#
#--##.#
#-$-#*#
#---#*#
#---#*#
#####*#
#######"""

SHUT_OUT = """\
#########
#---#---#
#---#-$-#
#---**--#
#@$-#**##
#---#-..#
#########"""
"""The player can never come to the boxes on the right, which frozen ones part from him."""


def seen(level, room):
    """What the kernel says of the start of a room, and where its frozen boxes are: nowhere if one is off the goals."""
    workspace = laid_out(room, 0)
    frozen = workspace.frozen[0]
    freeze(workspace.boxes, room.floor, frozen)
    if are_lost(frozen, room.floor):
        return False, set()
    walls = np.uint64(hash_walls(frozen, workspace.boxes, room.floor))
    found = have_goals_past(walls, room.player, frozen, workspace.boxes, room.floor, workspace.prospects)
    places = room.floor.board.place.tolist()
    return found, {tuple(cell) for cell, place in zip(room.cells.tolist(), places, strict=True) if has(frozen, place)}


def have_goals(level, room, frozen):
    """Whether boxes can be given goals to which each can be pushed with no other boxes than the frozen ones."""
    cells = {tuple(cell) for cell in room.cells.tolist()}
    goals = [tuple(cell) for cell in room.cells[room.goal].tolist()]
    goals = [goal for goal in goals if goal not in frozen]
    boxes = [tuple(cell) for cell in room.cells[room.start].tolist()]
    ways = []
    for box in boxes:
        if box not in frozen:
            rows = [
                "".join(
                    "#" if (r, c) not in cells or (r, c) in frozen else "$" if (r, c) == box else "-"
                    for c in range(level.width)
                )
                for r in range(level.height)
            ]
            reached = reach(SimpleNamespace(rows=rows, player=level.player), box)
            ways.append([goal in reached or goal == box for goal in goals])
    return can_match(ways, frozenset(range(len(goals))))


def can_match(ways, goals):
    if not ways:
        return True
    return any(ways[0][goal] and can_match(ways[1:], goals - {goal}) for goal in goals)


@settings(max_examples=200, deadline=None)
@given(levels(most_boxes=7))
def test_boxes_have_goals_past_frozen_ones_as_the_slow_twin_says(level):
    room = room_of(level)
    if room is None or not room.boxes:
        return
    found, frozen = seen(level, room)
    if frozen:
        assert found == have_goals(level, room, frozen)


@pytest.mark.parametrize(("text", "expected"), [(FILLED_TOO_SOON, False), (LAST_GOALS_LEFT, True), (SHUT_OUT, False)])
def test_a_goal_behind_frozen_boxes_is_out_of_reach(text, expected):
    level = parse_level(text)
    found, frozen = seen(level, room_of(level))
    assert frozen
    assert found == expected
