"""The search for the least pushes as one of several that look for any solution."""

from hypothesis import given, settings

from generator.puzzles.sokoban import kernel_constants
from generator.puzzles.sokoban.notation.xsb import parse_level
from generator.puzzles.sokoban.search.floor import room_of
from generator.puzzles.sokoban.search.push_search import MOST_CELLS, push_attempts
from generator.puzzles.sokoban.search.solver import Search
from generator.puzzles.sokoban.search.walks import moves_of
from generator.puzzles.sokoban.solutions.replay import replay
from tests.generator.puzzles.sokoban.search.test_solver import oracle_pushes
from tests.generator.puzzles.sokoban.strategies import levels

PLENTY = Search(30_000)


@settings(deadline=None)
@given(levels(most_boxes=4))
def test_it_solves_what_plain_search_solves_and_bounds_the_pushes(level):
    room = room_of(level)
    if room is None or not level.boxes_off_goal:
        return
    expected = oracle_pushes(level)
    for attempt in push_attempts(room, PLENTY):
        while attempt.status == kernel_constants.RUNNING:
            attempt.advance()
        assert attempt.status == (kernel_constants.UNSOLVABLE if expected is None else kernel_constants.SOLVED)
        if expected is not None:
            pushes = attempt.pushes()
            assert replay(level, moves_of(room, pushes)).pushes == len(pushes) >= expected >= attempt.lower


def hall(rows, cols):
    """A level with one box in a hall."""
    lines = ["-" * cols for _ in range(rows)]
    lines[1] = "-$" + lines[1][2:]
    lines[0] = "@" + lines[0][1:]
    lines[2] = lines[2][:-2] + ".-"
    wall = "#" * (cols + 2)
    return room_of(parse_level("\n".join([wall, *(f"#{line}#" for line in lines), wall])))


def test_a_large_room_is_left_to_others():
    small, large = hall(5, 8), hall(12, 12)
    assert small.floor.alive.sum() <= MOST_CELLS < large.floor.alive.sum()
    assert len(push_attempts(small, PLENTY)) == 1
    assert push_attempts(large, PLENTY) == []


def test_too_few_nodes_end_it():
    (attempt,) = push_attempts(hall(5, 8), Search(3))
    while attempt.status == kernel_constants.RUNNING:
        attempt.advance()
    assert attempt.status == kernel_constants.NODE_LIMIT
    assert attempt.nodes <= 3
