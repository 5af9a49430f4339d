"""What the search by features sees in a state, found by bits of a board, against plain walking."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.puzzles.sokoban import kernel_constants
from generator.puzzles.sokoban.notation.xsb import parse_level
from generator.puzzles.sokoban.search.features import (
    feature_kernels,
    feature_tree_kernels,
    feature_workspace_kernels,
)
from generator.puzzles.sokoban.search.features.feature_search import feature_attempts
from generator.puzzles.sokoban.search.features.packing import guides
from generator.puzzles.sokoban.search.floor import room_of
from generator.puzzles.sokoban.search.memory import SharedRoom
from generator.puzzles.sokoban.search.question import Search
from generator.puzzles.sokoban.states.board_walk_kernels import walk_from
from tests.generator.puzzles.sokoban.search.features.states import laid_out
from tests.generator.puzzles.sokoban.search.long_searches import NO_WAY_IN
from tests.generator.puzzles.sokoban.strategies import levels
from tests.oracles.features import features_of, pushes_of, ways_of
from tests.oracles.pulls import walked


@settings(max_examples=100)
@given(levels(most_boxes=6), st.data())
def test_the_features_of_a_state_are_those_of_the_slow_twin(level, data):
    room = room_of(level)
    if room is None or not room.boxes:
        return
    before = frozenset(room.start.tolist())
    free = [cell for cell in range(len(room.cells)) if cell not in before]
    number, target = data.draw(st.integers(0, room.boxes - 1)), data.draw(st.sampled_from(free))
    boxes = before - {int(room.start[number])} | {target}
    player = data.draw(st.sampled_from([cell for cell in range(len(room.cells)) if cell not in boxes]))
    for guide in guides(room):
        workspace = laid_out(room)
        assert_features(room, guide, before, room.player, number, workspace)
        feature_workspace_kernels.carry(number, target, room.floor, workspace)
        for _ in range(2):
            news = assert_features(room, guide, boxes, player, number, workspace)
        others = {(box, d) for box, d in pushes_of(room, boxes, player) if box != target}
        assert news == len(others - pushes_of(room, before, room.player))


def assert_features(room, guide, boxes, player, moved, workspace):
    """Assess the state in the workspace, and return how many pushes are new."""
    walk_from(player, workspace.boxes.free, room.floor.board, workspace.walks)
    lifted = as_compiled(feature_kernels.lift_none(room.floor, workspace))
    obstacles = feature_kernels.count_obstacles(guide, workspace)
    score, news = feature_kernels.assess(moved, lifted, obstacles, guide, room.floor, workspace)
    expected = features_of(room, guide, boxes, player)
    assert parts_of(score) == (*expected[:5], len(expected.pushes))
    return news


def parts_of(score):
    """The parts of a score in order, the last one as how many pushes can be made."""
    return score >> 40, score >> 31 & 511, score >> 24 & 127, score >> 17 & 127, score >> 8 & 511, 255 - (score & 255)


@settings(max_examples=100)
@given(levels(most_boxes=6))
def test_the_ways_of_a_box_are_those_of_the_slow_twin(level):
    room = room_of(level)
    if room is None or not room.boxes:
        return
    workspace, near = laid_out(room), room.floor.near
    free = workspace.boxes.free.copy()
    walk_from(room.player, free, room.floor.board, workspace.walks)
    region = workspace.walks.reached.copy()
    for box in room.start.tolist():
        others = frozenset(room.start.tolist()) - {box}
        count = feature_workspace_kernels.ways(
            box, region, workspace.small.nowhere, workspace.boxes.free, room.floor, workspace
        )
        places = [divmod(int(place), 4) for place in workspace.ways.queue[:count]]
        found = {(cell, min(walked(room, others | {cell}, int(near[cell, d])))) for cell, d in places}
        assert found == (ways_of(room, others, box, room.player) if count else set())
        assert len(found) == count
        assert np.array_equal(workspace.boxes.free, free)


DEAD_ENDS = """\
##############
#       ######
# $ $ $  ....#
# @$ $ #######
#  $  ..######
#      #######
##############"""


@settings(max_examples=25)
@given(st.sampled_from([DEAD_ENDS, NO_WAY_IN]), st.data())
def test_what_is_found_out_once_for_a_box_changes_no_score_of_its_moves(text, data):
    room = room_of(parse_level(text))
    for guide in guides(room):
        workspace = laid_out(room)
        move_some(room, guide, data, workspace)
        taken = workspace.boxes.cell.tolist()
        player = data.draw(st.sampled_from([cell for cell in range(len(room.cells)) if cell not in taken]))
        walk_from(player, workspace.boxes.free, room.floor.board, workspace.walks)
        workspace.region[:] = workspace.walks.reached
        for number in range(room.boxes):
            assert_moves(room, guide, number, workspace)


def move_some(room, guide, data, workspace):
    """Fill the cells of a stage of the plan, if there is one, and put some other boxes elsewhere."""
    stage = data.draw(st.integers(-1, len(guide.stages) - 1))
    wanted = set(
        np.flatnonzero(np.unpackbits(guide.stages[stage].view(np.uint8), bitorder="little")) if stage >= 0 else ()
    )
    for number, cell in enumerate(workspace.boxes.cell.tolist()):
        taken = set(workspace.boxes.cell.tolist())
        if cell in wanted:
            continue
        if wanted - taken:
            target = min(wanted - taken)
        else:
            target = data.draw(st.sampled_from([cell, *(set(range(len(room.cells))) - taken)]))
        feature_workspace_kernels.carry(number, int(target), room.floor, workspace)


def assert_moves(room, guide, number, workspace):
    """Move a box wherever it can go, each time with what is known without it, and without."""
    floor, free, cell = room.floor, workspace.boxes.free, int(workspace.boxes.cell[number])
    count = feature_workspace_kernels.ways(cell, workspace.region, workspace.small.nowhere, free, room.floor, workspace)
    for index in range(1, count):
        lifted = as_compiled(feature_kernels.lift(number, guide, floor, workspace))
        target, side = divmod(int(workspace.ways.queue[index]), 4)
        feature_workspace_kernels.carry(number, target, floor, workspace)
        least = feature_workspace_kernels.walk_after(index, floor, workspace)
        reached = workspace.walks.reached.copy()
        found = feature_kernels.assess(number, lifted, 0, guide, floor, workspace)
        assert least == walk_from(int(floor.near[target, side]), free, floor.board, workspace.walks)
        assert np.array_equal(reached, workspace.walks.reached)
        nothing = as_compiled(feature_kernels.lift_none(floor, workspace))
        assert found == feature_kernels.assess(number, nothing, 0, guide, floor, workspace)
        feature_workspace_kernels.carry(number, cell, floor, workspace)


def as_compiled(lifted):
    """With the type of its set of things, which numba has turned into a number of Python."""
    return lifted._replace(matched=np.uint64(lifted.matched))


def test_states_and_their_moves_share_the_memory():
    room = room_of(parse_level(NO_WAY_IN))
    attempts = feature_attempts(SharedRoom(room), Search(1_000_000, megabytes=4.0), guides(room))
    for attempt in attempts:
        while attempt.status == kernel_constants.RUNNING:
            attempt.advance()
        kept, moves = attempt.tree.control[[feature_tree_kernels.NODES, feature_tree_kernels.MOVES]].tolist()
        used = 128 * kept + 16 * moves
        assert attempt.status == kernel_constants.NODE_LIMIT
        assert 0.95 * 2**22 / len(attempts) < used < 1.05 * 2**22 / len(attempts)
