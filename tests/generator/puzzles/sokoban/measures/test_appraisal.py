"""Every measure is what plain counting gives, and stands for what it says on levels that one can see through."""

import json
from itertools import pairwise
from math import log10
from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from generator.puzzles.sokoban.family import FAMILY
from generator.puzzles.sokoban.level import Level
from generator.puzzles.sokoban.measures import difficulty as estimate
from generator.puzzles.sokoban.measures.appraisal import appraise
from generator.puzzles.sokoban.measures.difficulty import difficulty, five_minutes
from generator.puzzles.sokoban.measures.play_kernels import GIVING_UP
from generator.puzzles.sokoban.measures.solution import bounds_along, least_switches, lines_of
from generator.puzzles.sokoban.measures.states import states_of
from generator.puzzles.sokoban.metrics import APPRAISED
from generator.puzzles.sokoban.notation.xsb import parse_level
from generator.puzzles.sokoban.search.floor import room_of
from generator.puzzles.sokoban.search.question import Search
from generator.puzzles.sokoban.search.solver import least_pushes
from generator.puzzles.sokoban.search.walks import moves_of
from generator.values import Solution, SolveStatus
from tests.oracles import measures as oracle

PLENTY = 20_000

CORRIDOR = """\
######
#@$-.#
######"""

APART = """\
#######
#--$.-#
#@----#
#--$.-#
#######"""

AROUND = """\
#########
#.@$---##
####---##
#########"""

IN_THE_DOOR = """\
########
###-$-.#
#@*----#
###----#
########"""


@st.composite
def solvable(draw):
    """A small level that can be solved, found among random ones."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    while True:
        height, width, boxes = int(rng.integers(2, 5)), int(rng.integers(3, 6)), int(rng.integers(1, 4))
        floor = np.argwhere(rng.random((height, width)) < 0.85) + 1
        if len(floor) < boxes + 2:
            continue
        masks = np.zeros((3, height + 2, width + 2), bool)
        places = [rng.permutation(len(floor))[:count] for count in (len(floor), boxes, boxes + 1)]
        goals, (*starts, player) = places[1], places[2]
        for mask, chosen in zip(masks, (places[0], starts, goals), strict=True):
            mask[tuple(floor[chosen].T)] = True
        level = Level.from_cells(~masks[0], masks[1], masks[2], tuple(map(int, floor[player])))
        room = room_of(level)
        if room is not None and level.boxes_off_goal and least_pushes(room, Search(PLENTY)).upper:
            return level


def solved(level: Level) -> Solution:
    room = room_of(level)
    assert room is not None
    answer = least_pushes(room, Search(PLENTY))
    return Solution(answer.status, answer.lower, answer.upper, moves_of(room, answer.pushes), answer.nodes, PLENTY)


def appraised(text: str) -> dict:
    level = parse_level(text)
    return dict(appraise(level, solved(level)))


@settings(max_examples=60)
@given(solvable())
def test_states_and_solutions_are_as_counted_one_by_one(level):
    solution = solved(level)
    found = appraise(level, solution)
    board = oracle.Board(level)
    graph = board.graph()
    assume(len(graph) < 2000)
    ways = oracle.shortest_solutions(board, graph)
    alive = oracle.solvable(board, graph)
    choices = [graph[state] for way in ways for state in way[:-1]]
    safe = sum(after in alive for each in choices for after, _ in each)
    total = sum(map(len, choices))
    assert found["states"] == len(graph)
    assert found["push_solutions"] == len(ways)
    assert len(ways[0]) - 1 == solution.upper_bound
    assert found["push_branching"] == pytest.approx(total / len(choices))
    assert found["safe"] == pytest.approx(safe / total)
    assert found["fewest_runs"] == oracle.fewest_runs(board, graph)
    exact = -log10(oracle.chance(board, graph, GIVING_UP))
    assert found["random_play"] == pytest.approx(exact, abs=0.01)


@pytest.mark.parametrize("rows", [("@---", "-$.-", "-$--", "--.-", "----"), ("@----", "-$-.-", "--$.-", "-----")])
def test_chances_that_need_many_sweeps_are_those_of_the_equations(rows):
    """Rooms in which pushes are easily undone, so that the chances of all states depend on one another."""
    wall = "#" * (len(rows[0]) + 2)
    level = Level((wall, *(f"#{row}#" for row in rows), wall))
    board = oracle.Board(level)
    exact = -log10(oracle.chance(board, board.graph(), GIVING_UP))
    assert appraise(level, solved(level))["random_play"] == pytest.approx(exact, abs=0.002)


@settings(max_examples=60)
@given(solvable())
def test_states_are_those_that_plain_walking_and_pushing_reach(level):
    room = room_of(level)
    assert room is not None
    states = states_of(room, PLENTY)
    assert states is not None
    cells = [tuple(cell) for cell in room.cells.tolist()]
    words, players = states.space.boxes[: states.count, 0].tolist(), states.space.player[: states.count].tolist()
    boxes = [frozenset(cell for number, cell in enumerate(cells) if word >> number & 1) for word in words]
    found = {*zip(boxes, (cells[player] for player in players), strict=True)}
    assert found == set(oracle.Board(level).graph())


@settings(max_examples=60)
@given(solvable())
def test_bounds_are_those_of_the_cheapest_matching(level):
    solution = solved(level)
    room = room_of(level)
    assert room is not None
    answer = least_pushes(room, Search(PLENTY))
    board = oracle.Board(level)
    cells = [tuple(cell) for cell in room.cells.tolist()]
    boxes, player = {cells[box] for box in room.start}, cells[room.player]
    expected = [board.bound(list(boxes), player)]
    for box, direction in answer.pushes:
        player = cells[box]
        boxes = boxes - {player} | {cells[room.floor.near[box, direction]]}
        expected.append(board.bound(list(boxes), player))
    assert bounds_along(room, answer.pushes).tolist() == expected
    assert lines_of(room, answer.pushes) == FAMILY.measure(level, solution)["box_lines"]
    found = appraise(level, solution)
    assert found["gap"] == solution.upper_bound - expected[0]
    assert found["counterintuitive"] == sum(two > one for one, two in pairwise(expected))
    # A push lowers the bound by one at most, so each that raises it costs two or more.
    assert found["gap"] >= 2 * found["counterintuitive"]


@given(st.lists(st.integers(0, 6), max_size=40))
def test_least_switches_are_those_of_the_best_division(pushed):
    assert least_switches(pushed) == oracle.fewest_switches(pushed)


def test_a_corridor_leaves_no_choice():
    found = appraised(CORRIDOR)
    sure = (1 - GIVING_UP) ** 2
    assert found == {
        "least_moves": 2,
        "gap": 0,
        "counterintuitive": 0,
        "decomposition": 0,
        "search_effort": pytest.approx(log10(2), abs=0.2),
        "states": 3,
        "push_solutions": 1,
        "push_branching": 1,
        "safe": 1,
        "random_play": pytest.approx(-log10(sure)),
        "fewest_runs": 1,
        "difficulty": pytest.approx(difficulty(-log10(sure), 1)),
        "five_minutes": pytest.approx(five_minutes(1, 1)),
        "fun": 0,
    }


def test_two_boxes_apart_are_solved_one_after_the_other_in_either_order():
    found = appraised(APART)
    assert found["decomposition"] == 1
    assert found["push_solutions"] == 2
    assert found["gap"] == 0
    assert found["fewest_runs"] == 2


def test_levels_without_anything_to_think_of_are_no_fun():
    assert [appraised(text)["fun"] for text in (CORRIDOR, APART, AROUND)] == [0, 0, 0]
    assert 0 < appraised(IN_THE_DOOR)["fun"] < 1


def test_the_way_around_a_single_box_is_within_the_bound():
    found = appraised(AROUND)
    assert (found["gap"], found["counterintuitive"]) == (0, 0)


def test_to_push_a_box_from_its_goal_because_another_one_is_behind_it_is_counterintuitive():
    """The box goes out of the door by two pushes, of which the first raises the bound by three, and back by two."""
    found = appraised(IN_THE_DOOR)
    assert (found["gap"], found["counterintuitive"], found["decomposition"]) == (4, 1, 1)
    assert found["fewest_runs"] == 2


def test_unproven_and_unsolved_levels_have_no_appraisal():
    level = parse_level(CORRIDOR)
    for solution in (
        Solution(SolveStatus.NODE_LIMIT, 1, None, "", 1, 1),
        Solution(SolveStatus.NODE_LIMIT, 1, 2, "RR", 1, 1),
    ):
        assert appraise(level, solution) == dict.fromkeys(APPRAISED)


def test_states_beyond_the_limit_are_not_known():
    room = room_of(parse_level(CORRIDOR))
    assert room is not None
    assert states_of(room, 2) is None
    states = states_of(room, 3)
    assert states is not None
    assert states.count == 3


@settings(max_examples=25)
@given(solvable())
def test_turned_and_mirrored_levels_are_as_hard(level):
    mirrored = Level(tuple(row[::-1] for row in level.rows))
    turned = Level(tuple(map("".join, zip(*level.rows, strict=True))))
    expected = appraise(level, solved(level))
    for other in (mirrored, turned):
        found = appraise(other, solved(other))
        for name in ("gap", "states", "push_solutions", "fewest_runs", "five_minutes"):
            assert found[name] == expected[name]
        for name in ("push_branching", "safe", "random_play", "difficulty"):
            assert found[name] == pytest.approx(expected[name], abs=0.01)


def test_appraisals_do_not_depend_on_the_questions_before():
    asked = [parse_level(text) for text in (CORRIDOR, APART, AROUND, IN_THE_DOOR)]
    pairs = [(level, solved(level)) for level in asked]
    found = [appraise(*each) for each in pairs]
    assert [appraise(*each) for each in reversed(pairs)] == found[::-1]


@pytest.mark.parametrize(
    ("name", "weights"),
    [
        ("human_weights", [estimate.INTERCEPT, estimate.RANDOM_PLAY, estimate.SOLUTIONS]),
        ("assigned_weights", [estimate.ASSIGNED, estimate.EXTRA_RUNS]),
    ],
)
def test_the_weights_are_those_of_the_benchmark(name, weights):
    results = Path(__file__).parents[5] / f"benchmarks/results/{name}.json"
    rows = json.loads(results.read_text("utf-8"))["rows"]
    assert [row["shipped"] for row in rows] == weights == pytest.approx([row["fitted"] for row in rows], abs=0.005)


@given(st.floats(0, 300), st.floats(0, 300), st.floats(1, 1e200))
def test_what_random_play_seldom_solves_is_harder(one, other, ways):
    easier, harder = (difficulty(each, ways) for each in sorted((one, other)))
    assert 0 < easier <= harder < 1


@given(st.integers(1, 1000), st.integers(0, 1000), st.integers(1, 1000))
def test_fewer_people_solve_in_time_what_takes_more_runs(runs, more, boxes):
    assert 0 < five_minutes(runs + more, boxes) <= five_minutes(runs, boxes) < 1
