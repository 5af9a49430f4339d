"""Orimazes with gates: what slides of boxes do in the level of Sokoban that an orimaze becomes.

A cell that has neighbours on both sides has a box more than its piece, its gate. A piece moves along its row into the
free cell only from the side on which that is open, and turning a gate takes a slide.
"""

from collections.abc import Iterator
from typing import NamedTuple

from generator.errors import SettingError
from generator.puzzles.orimaze.level import ALONG_ROW, FREE, Level, Position
from generator.puzzles.orimaze.moves import choices

MOST_STATES = 200_000
"""States after which a search ends."""

LEFT, RIGHT = 0, 1
"""The side on which the row of a cell is open."""


class State(NamedTuple):
    """A position, and the open side of each cell whose piece does not move along the row; row by row."""

    position: Position
    sides: tuple[int | None, ...]


def first_state(position: Position) -> State:
    """The state with which the conversion of a position begins: cells are open on the left, but in the first column."""
    sides = tuple(
        None if letter == ALONG_ROW else RIGHT if at % position.width == 0 else LEFT
        for at, letter in enumerate(position.letters)
    )
    return State(position, sides)


def following(state: State) -> Iterator[State]:
    """The states that one slide leads to: a move of the orimaze, or a gate that turns."""
    position, width = state.position, state.position.width
    free = position.letters.index(FREE)
    for letter, after in choices(position).items():
        if letter in "ud":
            yield State(after, state.sides)
        elif state.sides[free] == (LEFT if letter == "l" else RIGHT):
            left = after.letters.index(FREE)
            sides = list(state.sides)
            sides[free], sides[left] = None, RIGHT if letter == "l" else LEFT
            yield State(after, tuple(sides))
    for at, side in enumerate(state.sides):
        if side is not None and 0 < at % width < width - 1:
            yield State(position, (*state.sides[:at], LEFT + RIGHT - side, *state.sides[at + 1 :]))


def shortest(level: Level) -> list[State]:
    """The states on a way with the fewest slides, wherever the gates are at its end.

    Raises SettingError where there is none, or where there are too many states.
    """
    begin = first_state(level.start)
    came: dict[State, State | None] = {begin: None}
    layer = [begin]
    while layer and len(came) <= MOST_STATES:
        ahead = []
        for state in layer:
            if level.is_solved(state.position):
                return _way(came, state)
            for after in following(state):
                if after not in came:
                    came[after] = state
                    ahead.append(after)
        layer = ahead
    if layer:
        raise SettingError(
            "the search for the fewest pushes ended after {most:,} states; convert a smaller level", most=MOST_STATES
        )
    raise SettingError("this level has no solution, so its conversion would have none")


def _way(came: dict[State, State | None], last: State) -> list[State]:
    found = [last]
    while (before := came[found[-1]]) is not None:
        found.append(before)
    return found[::-1]
