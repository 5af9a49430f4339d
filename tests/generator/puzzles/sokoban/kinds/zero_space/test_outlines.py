"""Boards of any outline and with doors walled up: their solutions against complete searches."""

from contextlib import suppress
from random import Random

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from generator.errors import GenerationError
from generator.puzzles.sokoban.declaration import DECLARATION
from generator.puzzles.sokoban.family import FAMILY
from generator.puzzles.sokoban.kinds.zero_space.boards.drawing import read_outline
from generator.puzzles.sokoban.kinds.zero_space.boards.outline import Outline
from generator.puzzles.sokoban.kinds.zero_space.both_ends import least_slides
from generator.puzzles.sokoban.kinds.zero_space.limits import EXHAUSTIVE, fits_word
from generator.puzzles.sokoban.kinds.zero_space.route import moves_of
from generator.puzzles.sokoban.kinds.zero_space.trees import board_of, zero_space_of
from generator.puzzles.sokoban.level import Level
from generator.puzzles.sokoban.slides.finding import Limits
from generator.puzzles.sokoban.solutions.replay import replay
from generator.values import Made, Request, SolveStatus, Space
from tests.generator.puzzles.sokoban.kinds.zero_space.alone import solve
from tests.generator.puzzles.sokoban.kinds.zero_space.outlines import examples, level_between, maze_of, some_example
from tests.oracles.doors import DoorMaze, State
from tests.oracles.sokoban import Sokoban

SMALL = range(3, 7)
"""Boxes with which a search of all pushes takes no more than a second."""


@pytest.mark.parametrize(("type_", "grid"), [("e", (3, 5)), ("e", (4, 5)), ("b", (4, 6)), ("b", (5, 6))])
def test_levels_are_solved_with_the_least_pushes_or_have_no_solution(type_: str, grid: tuple[int, int]) -> None:
    rng = Random(0)
    statuses = set()
    for outline, maze, goal in examples(type_, grid, SMALL, 5):
        least = pushes_to(maze, goal)
        solvable = sorted(least.keys() - {goal}, key=sorted)
        others = {maze.some_state(rng) for _ in range(6)} - {goal}
        for start in [*others, *rng.sample(solvable, min(len(solvable), 6))]:
            level = board_of(level_between(outline, type_, start, goal))
            solution = solve(level, 100_000)
            statuses.add(solution.status)
            assert solution.status is (SolveStatus.SOLVED if start in least else SolveStatus.UNSOLVABLE)
            if solution.moves:
                pushes = replay(level, solution.moves).pushes
                assert solution.lower_bound == solution.upper_bound == pushes == least[start]
    assert statuses == {SolveStatus.SOLVED, SolveStatus.UNSOLVABLE}


@given(
    seed=st.integers(0, 2**32),
    board=st.sampled_from([("e", (2, 6)), ("e", (3, 4)), ("e", (4, 5)), ("b", (4, 6)), ("b", (5, 6))]),
    policy=st.sampled_from(["deepest", "deceptive", "apart", "farthest", "last"]),
)
def test_the_depth_of_a_level_that_is_made_is_that_of_a_complete_search(
    seed: int, board: tuple[str, tuple[int, int]], policy: str
) -> None:
    drawing = some_example(Random(seed), *board, range(1, 7))[0].text
    outline = read_outline(drawing, board[:1])
    assume(isinstance(outline, Outline))
    maze = maze_of(outline, board[0])
    walk = {} if policy in EXHAUSTIVE else {"walk": 99}
    space = DECLARATION.space({"type": [board[0]], "outline": drawing, "policy": policy, **walk})
    made = made_in(space, np.random.default_rng(seed))
    cells = made.level.cells()
    start, goal = (frozenset(map(tuple, np.argwhere(mask).tolist())) for mask in (cells.boxes, cells.goals))
    least = pushes_to(maze, goal)
    for witness in (made.witness, None):
        solution = FAMILY.solve(made.level, DECLARATION.budget(space), witness=witness)
        assert solution.lower_bound == solution.upper_bound == least[start]
        assert FAMILY.replay(made.level, solution.moves) == least[start]
    if policy == "deepest":
        assert least[start] == max(least.values())


def made_in(space: Space, rng: np.random.Generator) -> Made[Level]:
    """The first level whose walk does not come back to where it began."""
    while True:
        with suppress(GenerationError):
            return FAMILY.generate(FAMILY.random_genome(space, rng))


@pytest.mark.parametrize(("type_", "grid"), [("e", (4, 7)), ("b", (6, 7))])
def test_every_search_of_slides_finds_the_least(type_: str, grid: tuple[int, int]) -> None:
    for outline, maze, goal in examples(type_, grid, range(7, 11), 2):
        distances = maze.distances(goal)
        start = max(distances, key=lambda state: (distances[state], sorted(state)))
        zero = level_between(outline, type_, start, goal)
        level = board_of(zero)
        assert fits_word(type_, outline)
        assert solve(level, 1_000_000).upper_bound == 2 * distances[start]
        finding = least_slides(zero, Limits(1_000_000, 64))
        assert (finding.status, finding.lower) == (SolveStatus.SOLVED, distances[start])
        assert replay(level, moves_of(zero, finding.slides)).pushes == 2 * distances[start]


@pytest.mark.parametrize(("type_", "grid"), [("e", (6, 8)), ("b", (8, 9))])
def test_large_boards_are_solved_without_a_proof(type_: str, grid: tuple[int, int]) -> None:
    outline, maze, goal = examples(type_, grid, range(20, 50), 1)[0]
    start = wandered(maze, goal, 40)
    level = board_of(level_between(outline, type_, start, goal))
    solution = solve(level, 200_000, Request(aim="any"))
    assert replay(level, solution.moves).pushes == solution.upper_bound >= solution.lower_bound > 0


@pytest.mark.parametrize("type_", ["b", "e"])
def test_a_level_is_recognised_by_its_walls_and_boxes_alone(type_: str) -> None:
    for outline, maze, goal in examples(type_, (4, 6), SMALL, 8):
        zero = level_between(outline, type_, maze.some_state(Random(1)), goal)
        assert zero_space_of(board_of(zero)) == zero


def wandered(maze: DoorMaze, state: State, slides: int) -> State:
    """Where so many random slides lead."""
    rng = Random(0)
    for _ in range(slides):
        state = rng.choice(sorted(maze.slides(state), key=sorted))
    return state


def pushes_to(maze: DoorMaze, goal: State) -> dict[State, int]:
    """The least pushes from every resting state, by a search that knows nothing of doors."""
    rows = maze.rows(goal)
    bits = {1 << (row * len(rows[0]) + column): (row, column) for row, column in maze.floor}
    least: dict[State, int] = {}
    for (boxes, _), pushes in Sokoban(Level(rows)).before().items():
        state = frozenset(cell for bit, cell in bits.items() if boxes & bit)
        if state <= maze.doors and maze.is_resting(state):
            least[state] = min(pushes, least.get(state, pushes))
    return least
