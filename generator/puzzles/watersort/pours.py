"""Pours: the rules of the game, and the notation of a solution."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from generator.errors import IllegalMoveError
from generator.messages import Message
from generator.puzzles.watersort.level import TUBES, Level, Tubes
from generator.puzzles.watersort.runs import run_of
from generator.puzzles.watersort.variants import End, Pour

_PRINTED = re.compile(r"deep\s*=\s*(\d{1,4})\s+from\s+(\d{1,4})\s+to\s+(\d{1,4})", re.ASCII)
"""A pour as the program of nameofcsdn's article prints it, the last one first, with tubes counted from 0."""

_POUR = re.compile("([A-Za-z])[>-]?([A-Za-z])")


class Move(NamedTuple):
    """A pour from one tube into another one, by their places."""

    source: int
    target: int

    def __str__(self) -> str:
        return TUBES[self.source] + TUBES[self.target]


def amount(level: Level, tubes: Tubes, move: Move) -> int:
    """How many units a pour moves; 0 where it is not allowed."""
    source, target = tubes[move.source], tubes[move.target]
    if move.source == move.target or not source or (target and target[-1] != source[-1]):
        return 0
    run, space = run_of(source), level.capacity - len(target)
    if level.pour is Pour.BALL:
        return min(1, space)
    if level.pour is Pour.WHOLE:
        return run if run <= space else 0
    return min(run, space)


def moves_in(level: Level, tubes: Tubes) -> Iterator[Move]:
    """All pours that are allowed."""
    places = range(len(tubes))
    moves = (Move(source, target) for source in places for target in places)
    return (move for move in moves if amount(level, tubes, move))


def poured(level: Level, tubes: Tubes, move: Move) -> Tubes:
    """The tubes after a pour that is allowed."""
    units = amount(level, tubes, move)
    after = list(tubes)
    after[move.target] += after[move.source][-units:]
    after[move.source] = after[move.source][:-units]
    return tuple(after)


def is_solved(level: Level, tubes: Tubes) -> bool:
    """Whether these tubes end the game."""
    filled = [set(tube) for tube in tubes if tube]
    if any(len(colours) > 1 for colours in filled):
        return False
    return level.end is End.LOOSE or len(filled) == len(level.colours)


def format_moves(moves: Sequence[Move]) -> str:
    """A solution as text: for every pour the names of its two tubes."""
    return " ".join(map(str, moves))


def said_moves(text: str) -> list[str]:
    """The pours of a text one by one, as they are written there; what the article's program prints is put in order."""
    printed = sorted((int(deep), int(source), int(target)) for deep, source, target in _PRINTED.findall(text))
    if printed:
        return [_name(source) + _name(target) for _, source, target in printed]
    return text.replace(",", " ").split()


def _name(place: int) -> str:
    return TUBES[place] if place < len(TUBES) else "?"


def played(level: Level, text: str) -> tuple[list[Move], int]:
    """The pours of a solution up to the first solved position, and how many more the text has.

    Raises IllegalMoveError where the text is no solution, or where colours are not known.
    """
    if not level.is_known:
        raise IllegalMoveError("the colours of hidden units are not known, so no pours can be judged", 1)
    said, tubes, moves = said_moves(text), level.tubes, []
    for step, word in enumerate(said, 1):
        if is_solved(level, tubes):
            break
        move = move_of(level, word, step)
        if not amount(level, tubes, move):
            raise refusal(level, tubes, move, word, step)
        tubes = poured(level, tubes, move)
        moves.append(move)
    if not is_solved(level, tubes):
        raise IllegalMoveError("the pours end before the level is solved", len(said) + 1)
    return moves, len(said) - len(moves)


def move_of(level: Level, word: str, step: int) -> Move:
    """The pour of a word, which is so many words into a text. Raises IllegalMoveError."""
    names = TUBES[: len(level.tubes)]
    pair = _POUR.fullmatch(word)
    places = [names.find(name.upper()) for name in pair.groups()] if pair else [-1]
    if min(places) < 0:
        raise IllegalMoveError(
            "{said!r} is not a pour; write two tubes from A to {last}, such as AB", step, said=word[:20], last=names[-1]
        )
    return Move(*places)


def refusal(level: Level, tubes: Tubes, move: Move, word: str, step: int) -> IllegalMoveError:
    """The error for a pour that is not allowed, and why."""
    return IllegalMoveError("{move} is not allowed: {reason}", step, move=word, reason=_refusal(level, tubes, move))


def _refusal(level: Level, tubes: Tubes, move: Move) -> Message:
    source, target = tubes[move.source], tubes[move.target]
    if move.source == move.target:
        return Message("a tube cannot be poured into itself")
    if not source:
        return Message("the first tube is empty")
    if target and target[-1] != source[-1]:
        return Message("another colour is on top of the second tube")
    if len(target) == level.capacity:
        return Message("the second tube is full")
    return Message("not all units of the colour on top fit into the second tube")


def positions(level: Level, moves: Sequence[Move]) -> Iterator[Tubes]:
    """The tubes before the first of some pours and after each."""
    tubes = level.tubes
    yield tubes
    for move in moves:
        tubes = poured(level, tubes, move)
        yield tubes
