"""Judges solutions as contests do: any notation, any case, and what counts ends where the level is solved."""

from generator.errors import IllegalMoveError
from generator.puzzles.sokoban.level import Level
from generator.puzzles.sokoban.notation.counts import COUNTS, CountError, expand
from generator.puzzles.sokoban.notation.lurd import not_a_move, parse_moves, too_many_moves, wrong_letter
from generator.puzzles.sokoban.notation.point_push import is_point_push, parse_point_push
from generator.puzzles.sokoban.one_box.replay import moves_of_pairs
from generator.puzzles.sokoban.solutions.replay import recase_moves, replay
from generator.values import CheckedSolution

MOST_MOVES = 20_000_000
"""Moves of a solution, counts multiplied out; the longest of the forum have about four million."""


def check(level: Level, text: str, most: int | None = None) -> CheckedSolution:
    """The solution that a text holds: in the right case, cut where a push has first solved the level, and counted.

    `most` bounds the moves with what is cut. The rules are those of the contests of sokoban.cn.
    Raises IllegalMoveError.
    """
    said = read_solution(level, text, MOST_MOVES if most is None else min(most, MOST_MOVES))
    moves = recase_moves(level, said)
    return CheckedSolution(moves, len(said) - len(moves), replay(level, moves)._asdict())


def read_solution(level: Level, text: str, most: int = MOST_MOVES) -> str:
    """The moves of a text in LURD, with or without counts, or in point-push/1.

    Raises IllegalMoveError, also where there are more than so many.
    """
    return moves_of_pairs(level, parse_point_push(text), most) if is_point_push(text) else read_moves(text, most)


def read_moves(text: str, most: int = MOST_MOVES) -> str:
    """The moves of a text in LURD, with or without counts, of which at most so many are written out.

    Raises IllegalMoveError.
    """
    letters = "".join(text.split())
    if COUNTS.search(letters):
        return _counted(letters, most)
    if len(letters) > most:
        raise too_many_moves(most)
    return parse_moves(letters)


def _counted(text: str, most: int) -> str:
    """The moves of a text with counts; what it makes may be a million times as long, and is not looked through."""
    try:
        moves = expand(text, most)
    except CountError as error:
        raise IllegalMoveError(error.message, error.at + 1) from error
    # no count is 0, so that the first letter that is no move is the same one in both
    wrong = wrong_letter(COUNTS.sub("", text))
    if wrong is not None:
        raise not_a_move(wrong[0], moves.index(wrong[0]) + 1)
    return moves
