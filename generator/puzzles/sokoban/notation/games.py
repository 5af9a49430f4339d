"""Solutions and saved games in the text of a level file."""

import re
from typing import NamedTuple

from generator.errors import LevelFormatError
from generator.puzzles.sokoban.notation.counts import COUNTS, CountError, expand
from generator.puzzles.sokoban.notation.lines import Lines
from generator.puzzles.sokoban.notation.lurd import MOVE_LETTERS

MOST_COUNTED_MOVES = 16 * 2**20
"""Moves of a solution with counts; one that is written out may be as long as a file."""

_SOLUTION = re.compile(r"\s*(best )?solution", re.IGNORECASE)
_SAVED_GAME = re.compile(r"\s*((reverse mode )?snapshot|savegame)\b", re.IGNORECASE)
_MOVES = re.compile(rf"[ \t]*[{MOVE_LETTERS}0-9()*][{MOVE_LETTERS}0-9()* \t]*")
_GAME = re.compile(rf"[ \t]*[{MOVE_LETTERS}0-9()*\[\]{{}}<>][{MOVE_LETTERS}0-9()*\[\]{{}}<> \t]*")
_MOVE = re.compile(f"[{MOVE_LETTERS}]")
_NOTE = ": "


class Game(NamedTuple):
    """The moves of a game as letters alone, none of a saved game; the lines of notes in it; the line after it."""

    moves: str
    notes: list[str]
    after: int


def read_solution(lines: Lines, at: int) -> Game | None:
    """The moves in and after a line such as `Solution (12/3): rrDD`, None where the line is but a text.

    As the solver YASS does, this reads over notes such as `Solver: YASS` between that line and the moves.
    Raises LevelFormatError for moves whose counts are wrong.
    """
    line = lines[at]
    if not _SOLUTION.match(line):
        return None
    said = _behind_title(line)
    if said is None:
        return None
    first, notes = at + 1, list[str]()
    if not said:
        first, notes = _first_moves(lines, at + 1)
    after = first
    while after < len(lines) and _are_moves(lines[after]):
        after += 1
    if not said and after == first:
        return None
    moves = said + (lines.block(first, after) if after > first else "")
    return Game(_letters(moves, at + 1), notes, after)


def read_saved_game(lines: Lines, at: int) -> Game | None:
    """A game that was not finished or is played backwards, None where the line is but a text."""
    if not _SAVED_GAME.match(lines[at]):
        return None
    after = at + 1
    while after < len(lines) and _GAME.fullmatch(lines[after]):
        after += 1
    return Game("", [], after) if after > at + 1 else None


def _behind_title(line: str) -> str | None:
    """The text after a colon or the last bracket if it is moves or empty, else None."""
    marks = [mark for mark in (line.find(":"), line.rfind(":"), line.rfind(")")) if mark >= 0]
    rests = [line[mark + 1 :].strip() for mark in marks] or [""]
    return next((rest for rest in rests if not rest or _are_moves(rest)), None)


def _first_moves(lines: Lines, at: int) -> tuple[int, list[str]]:
    """The first line of moves behind blank lines or behind notes, and these; a line without any where there is none."""
    place = at
    while place < len(lines) and _NOTE in lines[place] and not _SOLUTION.match(lines[place]):
        place += 1
    noted = place
    while place < len(lines) and not lines[place].strip():
        place += 1
    if place < len(lines) and _are_moves(lines[place]):
        return place, [line.strip() for line in lines.between(at, noted)]
    return at, []


def _are_moves(line: str) -> bool:
    # Solutions have millions of lines, and this is several times faster than the expressions.
    if line and not line.strip(MOVE_LETTERS):
        return True
    return _MOVES.fullmatch(line) is not None and _MOVE.search(line) is not None


def _letters(text: str, number: int) -> str:
    for blank in "\n\t *":
        text = text.replace(blank, "")
    if not COUNTS.search(text):
        return text
    try:
        return expand(text, MOST_COUNTED_MOVES)
    except CountError as error:
        raise LevelFormatError(
            "in this solution, move {step}: {error}", number, step=error.at + 1, error=error
        ) from error
