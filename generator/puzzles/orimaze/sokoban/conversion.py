"""Orimazes as levels of Sokoban whose fewest pushes are known, and levels of Sokoban recognised as orimazes."""

from dataclasses import dataclass
from itertools import pairwise

from generator.errors import LevelFormatError, SettingError
from generator.puzzles.orimaze.level import ALONG_COLUMN, ALONG_ROW, Cell, Level, Position, format_level, parse_level
from generator.puzzles.orimaze.limits import BUDGET
from generator.puzzles.orimaze.moves import positions
from generator.puzzles.orimaze.search import search
from generator.puzzles.orimaze.sokoban.board import (
    Board,
    boxes_of,
    columns_of,
    floor_of,
    mirrored,
    parse_board,
    position_in,
)
from generator.puzzles.orimaze.sokoban.gates import shortest
from generator.puzzles.orimaze.sokoban.player import is_solution, moves_of
from generator.values import DEFAULT_REQUEST

PUSHES = 2
"""Pushes of a slide."""


@dataclass(frozen=True, slots=True)
class Conversion:
    """A level of Sokoban with a solution of the fewest pushes: so many moves of the orimaze, and gates that turn."""

    board: Board
    solution: str
    moves: int
    turns: int

    @property
    def pushes(self) -> int:
        return PUSHES * (self.moves + self.turns)


def converted(level: Level) -> Conversion:
    """The conversion of an orimaze of two rows or two columns. Raises SettingError.

    Where an H is to be brought into the corner, the arrangement in which a shortest solution ends is the goal.
    """
    if level.start.height != 2 and level.start.width != 2:
        raise SettingError(
            "only orimazes of two rows or two columns become levels of Sokoban; this one has {rows} and {cols}",
            rows=level.start.height,
            cols=level.start.width,
        )
    lies = level.start.height == 2
    arrangement = _arrangement(level)
    if arrangement.goal is None:
        raise SettingError("this level has no solution, so its conversion would have none")
    way = shortest(arrangement if lies else _transposed(arrangement))
    width = way[0].position.width
    board = Board(floor_of(width), boxes_of(way[0]), boxes_of(way[-1]))
    cells = [_slide(boxes_of(before), boxes_of(after)) for before, after in pairwise(way)]
    moves = sum(before.position != after.position for before, after in pairwise(way))
    if not lies:
        board, cells = mirrored(board), [(source[::-1], target[::-1]) for source, target in cells]
    solution = moves_of(board, cells)
    assert is_solution(board, solution), "the moves of a conversion solve it"
    return Conversion(board, solution, moves, len(way) - 1 - moves)


def _slide(before: frozenset[Cell], after: frozenset[Cell]) -> tuple[Cell, Cell]:
    """From where to where the one box slides that is elsewhere afterwards."""
    (source,), (target,) = before - after, after - before
    return source, target


def recognised(text: str) -> Level:
    """The orimaze of which a level of Sokoban is the conversion. Raises LevelFormatError where it is not one."""
    board = parse_board(text)
    for mirror in (False, True):
        lying = mirrored(board) if mirror else board
        if columns := columns_of(lying.floor):
            level = Level(position_in(lying.boxes, columns), position_in(lying.goals, columns))
            level = _transposed(level) if mirror else level
            if _is_conversion(board, level):
                return level
            raise LevelFormatError("this level of Sokoban is no orimaze: its boxes or goals are elsewhere")
    raise LevelFormatError("this level of Sokoban is no orimaze: its walls are others")


def _is_conversion(board: Board, level: Level) -> bool:
    try:
        return converted(parse_level(format_level(level))).board == board
    except (LevelFormatError, SettingError):
        return False


def _arrangement(level: Level) -> Level:
    """A level with an arrangement as its goal."""
    if level.goal is not None:
        return level
    found = search(level, BUDGET, DEFAULT_REQUEST)
    *_, last = positions(level, found.moves)
    return Level(level.start, last if level.is_solved(last) else None)


def _transposed(level: Level) -> Level:
    """Rows as columns, so that H becomes V."""
    assert level.goal is not None
    return Level(_turned(level.start), _turned(level.goal))


def _turned(position: Position) -> Position:
    turned = str.maketrans(ALONG_ROW + ALONG_COLUMN, ALONG_COLUMN + ALONG_ROW)
    return Position(tuple("".join(column).translate(turned) for column in zip(*position.rows, strict=True)))
