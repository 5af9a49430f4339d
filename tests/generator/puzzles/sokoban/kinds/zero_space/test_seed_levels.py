"""The two levels that the forum's thread prints, figure by figure."""

import pytest

from generator.puzzles.sokoban.family import FAMILY
from generator.puzzles.sokoban.kinds.zero_space.making.passage import is_start
from generator.puzzles.sokoban.kinds.zero_space.trees import line_bound, line_counts, zero_space_of
from generator.puzzles.sokoban.level import Level
from generator.puzzles.sokoban.notation.xsb import parse_level
from generator.puzzles.sokoban.similarity.identity import exact_id, unique_id
from generator.puzzles.sokoban.states.reach import reachable
from generator.values import Description, SolveStatus
from tests.generator.puzzles.sokoban.kinds.zero_space.alone import solve
from tests.generator.puzzles.sokoban.kinds.zero_space.random_trees import cells_of, oracle

SIZE = 10


@pytest.fixture(scope="module")
def levels(shared):
    """The levels by their titles."""
    text = (shared / "levels" / "sokoban" / "seed-levels.xsb").read_text(encoding="utf-8")
    return {entry.title: parse_level(entry.text) for entry in FAMILY.parse_file(text)}


@pytest.fixture(scope="module")
def special(levels):
    return levels["百川归海(特别版)"]


@pytest.fixture(scope="module")
def snail(levels):
    return levels["蜗牛"]


def test_the_special_level_is_of_type_s_and_size_10(special):
    assert (special.height, special.width) == (23, 25)
    assert (special.boxes, special.boxes_off_goal) == (101, 101 - 64)
    assert FAMILY.describe(special) == Description("s", SIZE, 101)
    zero = zero_space_of(special)
    assert (zero.type, zero.size, zero.orientation, zero.player) == ("s", SIZE, 0, (1, 1))


def test_its_identities_are_those_that_were_computed_elsewhere(special, snail):
    assert (exact_id(special), unique_id(special)) == ("42995829358CB54E", "0EE0AD2CB686FCD4")
    assert (exact_id(snail), unique_id(snail)) == ("04AC0955AFBAF263", "086737296FCDCDF0")


def test_its_boxes_and_goals_are_spanning_trees_of_102_nodes(special):
    zero, slides = zero_space_of(special), oracle("s", SIZE)
    assert len(slides.inner_walls) == 101
    assert len(slides.nodes) == 102
    assert len(slides.nodes_of) == 2 * SIZE * (SIZE + 1) + 3
    for tree in (zero.start, zero.goal):
        cells = cells_of("s", SIZE, tree)
        assert len(cells) == 101
        assert slides.is_tree(cells)
    cells = special.cells()
    for mask in (cells.boxes, cells.goals):
        floor = ~cells.walls & ~mask
        assert (floor.sum(), reachable(floor, (1, 1)).sum()) == (245, 245)


def test_its_ring_goes_one_slot_clockwise(special):
    zero = zero_space_of(special)
    start, goal = (_ring(cells_of("s", SIZE, tree)) for tree in (zero.start, zero.goal))
    assert len(start) == len(goal) == 34
    assert start == _ring_of(top=range(2, 17, 2), left=range(4, 19, 2), bottom=range(4, 21, 2), right=range(2, 19, 2))
    assert goal == _ring_of(top=range(4, 19, 2), left=range(2, 17, 2), bottom=range(2, 19, 2), right=range(4, 21, 2))
    assert {(19, 22)} == {cell for cell in cells_of("s", SIZE, zero.start) if cell[1] > 21}
    assert {(19, 22)} == {cell for cell in cells_of("s", SIZE, zero.goal) if cell[1] > 21}


def test_its_lines_have_as_many_boxes_as_goals_and_two_at_least(special):
    zero = zero_space_of(special)
    assert line_counts("s", SIZE, zero.start) == line_counts("s", SIZE, zero.goal)
    inner = cells_of("s", SIZE, zero.start) - _ring(cells_of("s", SIZE, zero.start)) - {(19, 22)}
    counts = oracle("s", SIZE).line_counts(inner)
    assert len(inner) == 66
    assert len(counts) == 18
    assert (min(counts.values()), max(counts.values())) == (2, 7)


def test_it_begins_as_our_rule_has_it(special, snail):
    assert is_start(SIZE, zero_space_of(special).start)
    assert is_start(SIZE, zero_space_of(_shell(snail)).start)


def test_what_is_proven_about_its_solution(special):
    zero = zero_space_of(special)
    solution = solve(special, 3000)
    assert solution.status is SolveStatus.NODE_LIMIT
    assert line_bound(zero) <= solution.lower_bound
    assert line_bound(zero) % 2 == 0


def test_the_snail_is_a_shell_of_type_s_upside_down(snail):
    assert (snail.height, snail.width) == (25, 28)
    assert (snail.boxes, snail.boxes_off_goal) == (117, 117 - 69)
    zero = zero_space_of(_shell(snail))
    assert (zero.type, zero.size, zero.orientation) == ("s", SIZE, 1)
    assert line_counts("s", SIZE, zero.start) == line_counts("s", SIZE, zero.goal)
    start, goal = (_ring(cells_of("s", SIZE, tree)) for tree in (zero.start, zero.goal))
    assert start == _ring_of(top=range(2, 17, 2), left=range(4, 19, 2), bottom=range(4, 21, 2), right=range(2, 19, 2))
    assert goal == _ring_of(top=range(4, 19, 2), left=range(2, 17, 2), bottom=range(2, 19, 2), right=range(4, 21, 2))


def test_the_snail_opens_its_shell_beside_the_corner_of_entrance_and_exit(snail):
    cells = snail.cells()
    assert not cells.walls[22, 18]
    assert not cells.walls[20, 22]
    floor = ~cells.walls & ~cells.boxes
    first = reachable(floor, snail.player)
    rest = floor & ~first
    row, column = divmod(int(rest.argmax()), snail.width)
    assert first[1, 1]
    assert (reachable(floor, (row, column)) == rest).all()


def _shell(snail):
    """The part of type s on its own: both openings walled up, and the player inside."""
    rows = [list(row[:25]) for row in snail.rows[:23]]
    rows[22][18] = "#"
    for row in range(23):
        for column in range(22, 25):
            if (row, column) not in {(3, 22), (3, 23), (4, 23), (5, 23), (5, 22)}:
                rows[row][column] = "#"
    rows[1][1] = "@"
    return Level(tuple("".join(row) for row in rows))


def _ring(cells):
    return {cell for cell in cells if {*cell} & {1, 21}}


def _ring_of(top, left, bottom, right):
    rows = {(1, place) for place in top} | {(21, place) for place in bottom}
    return rows | {(place, 1) for place in left} | {(place, 21) for place in right}
