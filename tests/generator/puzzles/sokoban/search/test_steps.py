"""The steps that searches expand by are those of plain rules, in the same order."""

from hypothesis import given, settings
from hypothesis import strategies as st

from generator.puzzles.sokoban.search import step_kernels
from generator.puzzles.sokoban.search.floor import room_of
from tests.generator.puzzles.compiled import compiled_twice
from tests.generator.puzzles.sokoban.search.laid import board_of, laid_out
from tests.generator.puzzles.sokoban.strategies import levels
from tests.oracles.steps import Step


def written(room, steps):
    """Rows of a workspace as the twin writes them."""
    cells = [tuple(cell) for cell in room.cells.tolist()]
    return [
        Step(box, cells[target], cells[player], cells[push >> 2], push & 3)
        for box, target, player, push in steps.tolist()
    ]


@settings(max_examples=100)
@given(levels(most_boxes=8), st.integers(0, 255))
def test_pushes_are_those_of_the_slow_twin(level, chosen):
    room = room_of(level)
    if room is None or not room.boxes:
        return
    workspace, numbers = laid_out(room, 0), [number for number in range(room.boxes) if chosen >> number & 1]
    workspace.corrals.chosen[:] = 0
    workspace.corrals.chosen[numbers] = 1
    count = step_kernels.list_pushes(room.floor, workspace)
    assert written(room, workspace.step[:count]) == board_of(level, room).pushes(numbers)


@given(levels(most_boxes=8))
def test_pulls_are_those_of_the_slow_twin(level):
    room = room_of(level)
    if room is None or not room.boxes:
        return
    workspace = laid_out(room, 1)
    count = step_kernels.list_pulls(room.floor, workspace)
    assert written(room, workspace.step[:count]) == board_of(level, room).pulls()


def test_every_kernel_is_compiled_once():
    assert compiled_twice("generator.puzzles.sokoban.search.") == []
