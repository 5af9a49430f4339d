"""What two solutions have in common that players call the same: every box makes the same journey."""

from generator.puzzles.sokoban.level import Level
from generator.puzzles.sokoban.notation.lurd import STEPS


def idea(level: Level, moves: str) -> str:
    """The pushes of each box by where it starts, whatever the player does between them and which box goes first.

    `moves` is a solution as `check` gives it.
    """
    cells = level.cells()
    at = {(int(row), int(column)): (int(row), int(column)) for row, column in zip(*cells.boxes.nonzero(), strict=True)}
    journeys: dict[tuple[int, int], str] = {}
    row, column = map(int, cells.player)
    for letter in moves:
        down, right = STEPS[letter.lower()]
        row, column = row + down, column + right
        if letter.isupper():
            start = at.pop((row, column))
            at[row + down, column + right] = start
            journeys[start] = journeys.get(start, "") + letter.lower()
    return " ".join(f"{row},{column}:{journeys[row, column]}" for row, column in sorted(journeys))
