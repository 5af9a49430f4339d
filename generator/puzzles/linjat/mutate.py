"""Mutation operators: they make a child's numbers from its parents', and all dots are set anew, or warm a level up."""

from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np

from generator.puzzles.linjat.genome import LinjatGenome
from generator.puzzles.linjat.level import Number, parse_level
from generator.puzzles.linjat.limits import FIRST_VERSION, LARGEST_VALUE, LEAST_VALUE, MOST_SEEDS
from generator.puzzles.linjat.lines import Cell
from generator.values import SEEDS, Genome, Space, Specimen

Board = dict[tuple[int, int], int]
"""Values by cell."""

Operator = Callable[[Sequence[Board], tuple[int, int], np.random.Generator], Board]

HEATS: Mapping[str, int] = {"reheat": 100, "refine": 50, "polish": 25}
"""The operators that keep the parent's numbers and dots, for another way from there, and the heat that they give."""

FIRST_VALUES = 2, 6
"""Random numbers are from the first of these to below the second, as in the original."""

AGAIN = 1 / 3
"""How likely an operator that changes one number changes another one too, as in the original."""


def random_genome(space: Space, rng: np.random.Generator) -> Genome:
    """Random numbers on distinct random cells; where the space has seeds, one of these."""
    if space.get(SEEDS):
        return dict(space[SEEDS][rng.integers(len(space[SEEDS]))])
    shape = int(rng.choice(space["rows"])), int(rng.choice(space["cols"]))
    return _genome(_random_board(shape, int(rng.choice(space["numbers"])), rng), shape, space, rng)


def operators(space: Space) -> Mapping[str, int]:
    """Those that a space leaves something to change for."""
    steps = {} if len(space["numbers"]) == 1 else _STEPS
    return {name: 2 if name == "cross_window" else 1 for name in (*HEATS, *_OPERATORS, *steps)}


def mutate(operator: str, parents: Sequence[Specimen], space: Space, rng: np.random.Generator) -> Genome | None:
    """The child of one application of an operator, or None where it does not apply."""
    levels = [parse_level(parent.text) for parent in parents]
    shape = levels[0].height, levels[0].width
    if any((level.height, level.width) != shape for level in levels):
        return None
    boards = [{(row, column): value for row, column, value in level.numbers} for level in levels]
    before, step = dict(boards[0]), _STEPS.get(operator, 0)
    if operator in HEATS:
        return _genome(before, shape, space, rng, levels[0].dots, HEATS[operator])
    counts = [count for count in space["numbers"] if not step or (count - len(before)) * step > 0]
    if not counts:
        return None
    child = boards[0] if step else _OPERATORS[operator](boards, shape, rng)
    child = _fitted(child, counts, shape, rng)
    return None if child == before else _genome(child, shape, space, rng)


def _genome(
    board: Board,
    shape: tuple[int, int],
    space: Space,
    rng: np.random.Generator,
    dots: Iterable[Cell] = (),
    heat: int = 100,
) -> Genome:
    numbers = tuple(Number(row, column, value) for (row, column), value in sorted(board.items()))
    mode, effort, seed = space["mode"], int(space["effort"]), int(rng.integers(MOST_SEEDS))
    weights, version = tuple(space.get("weights", ())), int(space.get("version", FIRST_VERSION))
    return LinjatGenome(*shape, numbers, tuple(sorted(dots)), mode, effort, heat, seed, weights, version).to_json()


def _fitted(board: Board, counts: Sequence[int], shape: tuple[int, int], rng: np.random.Generator) -> Board:
    """The board with the nearest number of numbers that is allowed."""
    wanted = min(counts, key=lambda count: abs(count - len(board)))
    while len(board) > wanted:
        del board[_some(board, rng)]
    while len(board) < wanted:
        board[_free(board, shape, rng)] = int(rng.integers(*FIRST_VALUES))
    return board


def _random_board(shape: tuple[int, int], numbers: int, rng: np.random.Generator) -> Board:
    return _fitted({}, [numbers], shape, rng)


def _change_value(boards: Sequence[Board], shape: tuple[int, int], rng: np.random.Generator) -> Board:
    board = boards[0]
    for _ in range(_times(rng)):
        cell = _some(board, rng)
        changed = board[cell] + (1 if rng.random() < 0.5 else -1)
        board[cell] = min(max(changed, LEAST_VALUE), LARGEST_VALUE)
    return board


def _move_number(boards: Sequence[Board], shape: tuple[int, int], rng: np.random.Generator) -> Board:
    board = boards[0]
    for _ in range(_times(rng)):
        place = _free(board, shape, rng)
        board[place] = board.pop(_some(board, rng))
    return board


def _cross(boards: Sequence[Board], shape: tuple[int, int], rng: np.random.Generator) -> Board:
    """A window of the other parent, in its place."""
    (top, bottom), (left, right) = _window(shape, rng)

    def inside(cell: tuple[int, int]) -> bool:
        return top <= cell[0] < bottom and left <= cell[1] < right

    one, other = boards
    return {
        **{cell: value for cell, value in one.items() if not inside(cell)},
        **{cell: value for cell, value in other.items() if inside(cell)},
    }


def _new_numbers(boards: Sequence[Board], shape: tuple[int, int], rng: np.random.Generator) -> Board:
    return _random_board(shape, len(boards[0]), rng)


def _times(rng: np.random.Generator) -> int:
    return int(rng.geometric(1 - AGAIN))


def _some(board: Board, rng: np.random.Generator) -> tuple[int, int]:
    return list(board)[rng.integers(len(board))]


def _free(board: Board, shape: tuple[int, int], rng: np.random.Generator) -> tuple[int, int]:
    """A cell without a number; there is one."""
    cells = [(row, column) for row in range(shape[0]) for column in range(shape[1]) if (row, column) not in board]
    return cells[rng.integers(len(cells))]


def _window(shape: tuple[int, int], rng: np.random.Generator) -> tuple[tuple[int, int], tuple[int, int]]:
    top, bottom = sorted(rng.choice(shape[0] + 1, size=2, replace=False).tolist())
    left, right = sorted(rng.choice(shape[1] + 1, size=2, replace=False).tolist())
    return (top, bottom), (left, right)


_OPERATORS: Mapping[str, Operator] = {
    "change_value": _change_value,
    "move_number": _move_number,
    "cross_window": _cross,
    "new_numbers": _new_numbers,
}

_STEPS: Mapping[str, int] = {"add_number": 1, "remove_number": -1}
"""Operators that go on to the next number of numbers that is allowed, and the direction."""
