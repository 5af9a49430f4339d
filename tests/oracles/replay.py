"""Sokoban replayed with sets and a written history: slow, and without a trick."""

from itertools import groupby
from typing import NamedTuple

STEPS = {"l": (0, -1), "u": (-1, 0), "r": (0, 1), "d": (1, 0)}


class IllegalMoveError(Exception):
    """The 1-based number of the first bad move, or of the last move where the end is what is wrong."""

    def __init__(self, step):
        super().__init__(step)
        self.step = step


class Move(NamedTuple):
    """A move as it was played: its direction and the number of the box that it pushed, or None."""

    direction: str
    box: int | None


class Game:
    """A game in progress; boxes are known by a number that they keep."""

    def __init__(self, level):
        cells = [(r, c, x) for r, row in enumerate(level.rows) for c, x in enumerate(row)]
        self.walls = {(r, c) for r, c, x in cells if x == "#"}
        self.goals = {(r, c) for r, c, x in cells if x in ".+*"}
        self.boxes = {place: i for i, place in enumerate((r, c) for r, c, x in cells if x in "$*")}
        (self.player,) = ((r, c) for r, c, x in cells if x in "@+")
        self.history = []

    def play(self, direction):
        """Play one move and return it, or return None where the rules forbid it."""
        (row, column), (down, right) = self.player, STEPS[direction]
        target, beyond = (row + down, column + right), (row + 2 * down, column + 2 * right)
        if target in self.walls or (target in self.boxes and (beyond in self.walls or beyond in self.boxes)):
            return None
        box = self.boxes.pop(target, None)
        if box is not None:
            self.boxes[beyond] = box
        self.player = target
        self.history.append(Move(direction, box))
        return self.history[-1]

    def steps_to(self, cell):
        """The least moves to a cell without a push, or None where there is no way."""
        steps, edge = {self.player: 0}, [self.player]
        for row, column in edge:
            for down, right in STEPS.values():
                onward = row + down, column + right
                if onward not in steps and onward not in self.walls and onward not in self.boxes:
                    steps[onward] = steps[row, column] + 1
                    edge.append(onward)
        return steps.get(cell)

    def solved(self):
        return set(self.boxes) == self.goals and any(move.box is not None for move in self.history)


def replay(level, moves):
    """The six metrics of a solution."""
    game = Game(level)
    for step, letter in enumerate(moves, 1):
        move = game.play(letter.lower())
        if move is None or letter.isupper() != (move.box is not None):
            raise IllegalMoveError(step)
    if not game.solved():
        raise IllegalMoveError(len(moves))
    return count(game.history)


def recase(level, moves):
    """The moves in the right case, up to the first solved state."""
    game = Game(level)
    letters = ""
    for step, letter in enumerate(moves, 1):
        move = game.play(letter.lower())
        if move is None:
            raise IllegalMoveError(step)
        letters += letter.lower() if move.box is None else letter.upper()
        if game.solved():
            return letters
    raise IllegalMoveError(len(moves))


def count(history):
    """Moves, pushes, box lines, box changes, pushing sessions and player lines of a history."""
    pushes = [move for move in history if move.box is not None]
    return (
        len(history),
        len(pushes),
        len(list(groupby(pushes))),
        len(list(groupby(move.box for move in pushes))),
        sum(pushing for pushing, _ in groupby(move.box is not None for move in history)),
        len(list(groupby(move.direction for move in history))),
    )
