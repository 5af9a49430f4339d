"""The player of Sokoban on a board: the moves with which boxes slide, and what moves do by the rules."""

from collections.abc import Sequence

from generator.puzzles.orimaze.level import Cell
from generator.puzzles.orimaze.moves import STEPS
from generator.puzzles.orimaze.sokoban.board import PLAYER, Board


def moves_of(board: Board, slides: Sequence[tuple[Cell, Cell]]) -> str:
    """Moves in LURD with which boxes slide from cells to cells in a straight line, with the shortest ways between."""
    player, boxes, moves = PLAYER, set(board.boxes), ""
    for source, target in slides:
        letter, length = _way(source, target)
        behind = _beside(source, letter, -1)
        moves += _walk(board.floor - boxes, player, behind) + letter.upper() * length
        boxes = boxes - {source} | {target}
        player = _beside(target, letter, -1)
    return moves


def is_solution(board: Board, moves: str) -> bool:
    """Whether moves are legal, written in the right case, and bring every box to a goal."""
    player, boxes = PLAYER, set(board.boxes)
    for move in moves:
        letter = move.lower()
        ahead = _beside(player, letter)
        if (ahead in boxes) != move.isupper():
            return False
        if ahead in boxes:
            beyond = _beside(ahead, letter)
            if beyond in boxes or beyond not in board.floor:
                return False
            boxes = boxes - {ahead} | {beyond}
        if ahead not in board.floor:
            return False
        player = ahead
    return boxes == board.goals


def _walk(free: frozenset[Cell], start: Cell, end: Cell) -> str:
    """A shortest way over free cells."""
    ways, layer = {start: ""}, [start]
    while end not in ways:
        layer = [_beside(cell, letter) for cell in layer for letter in STEPS if _step(ways, free, cell, letter)]
        assert layer, "all cells of a resting state can be reached"
    return ways[end]


def _step(ways: dict[Cell, str], free: frozenset[Cell], cell: Cell, letter: str) -> bool:
    """Whether a step leads to a cell that was not reached before, which is noted."""
    ahead = _beside(cell, letter)
    if ahead in ways or ahead not in free:
        return False
    ways[ahead] = ways[cell] + letter
    return True


def _beside(cell: Cell, letter: str, times: int = 1) -> Cell:
    down, right = STEPS[letter]
    return cell[0] + times * down, cell[1] + times * right


def _way(source: Cell, target: Cell) -> tuple[str, int]:
    """The letter of the way from a cell to another one in a straight line, and how far that is."""
    length = abs(target[0] - source[0]) + abs(target[1] - source[1])
    return next((letter, length) for letter in STEPS if _beside(source, letter, length) == target)
