"""Linjat by trying everything: all ways to draw the lines, one number after the other."""

from collections.abc import Iterator

from generator.puzzles.linjat.level import Level

Cell = tuple[int, int]


def solutions(level: Level) -> Iterator[tuple[frozenset[Cell], ...]]:
    """The cells of every line, for all solutions."""
    for lines in _drawn(level, 0, frozenset()):
        if level.dots <= frozenset().union(*lines):
            yield lines


def _drawn(level: Level, number: int, taken: frozenset[Cell]) -> Iterator[tuple[frozenset[Cell], ...]]:
    if number == len(level.numbers):
        yield ()
        return
    for line in _lines(level, number):
        if not line & taken:
            for rest in _drawn(level, number + 1, taken | line):
                yield line, *rest


def _lines(level: Level, number: int) -> Iterator[frozenset[Cell]]:
    row, column, value = level.numbers[number]
    others = {other[:2] for other in level.numbers} - {(row, column)}
    for down, right in ((0, 1), (1, 0)):
        for before in range(value):
            line = [(row + down * step, column + right * step) for step in range(-before, value - before)]
            on_grid = all(0 <= r < level.height and 0 <= c < level.width for r, c in line)
            if on_grid and not others & set(line):
                yield frozenset(line)
