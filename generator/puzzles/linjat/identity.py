"""Which puzzles are the same to a player, and how far apart others are."""

from collections.abc import Iterator, Sequence

from generator.puzzles.linjat.level import Level, parse_level

_Item = tuple[int, int, str]


def images(level: Level) -> Iterator[tuple[str, ...]]:
    """The rows of the eight images of a level under rotation and reflection; the first is the level itself."""
    columns = tuple(map("".join, zip(*level.rows, strict=True)))
    for rows in (level.rows, columns):
        mirrored = tuple(row[::-1] for row in rows)
        yield from (rows, rows[::-1], mirrored, mirrored[::-1])


def canonical(level: Level) -> str:
    """The least of the eight images as text."""
    return min(map("\n".join, images(level)))


def distance(one: Level, other: Level) -> float:
    """The share of numbers that only one of the levels has, whichever way they are turned; 1 for unlike grids.

    Dots do not count, since they are set anew whenever a number changes.
    """
    numbers, shape = _numbers(one.rows), _shape(one.rows)
    return 1 - max((_share(numbers, _numbers(image)) for image in images(other) if _shape(image) == shape), default=0.0)


def similar(level: Level, texts: Sequence[str], threshold: float) -> list[tuple[int, float]]:
    """The places of the levels that overlap a level so much, and how much."""
    own = [(_shape(image), _numbers(image)) for image in images(level)]
    found = []
    for place, text in enumerate(texts):
        other = parse_level(text)
        shape, numbers = _shape(other.rows), _numbers(other.rows)
        overlap = max((_share(mine, numbers) for size, mine in own if size == shape), default=0.0)
        if overlap >= threshold:
            found.append((place, overlap))
    return found


def _share(one: frozenset[_Item], other: frozenset[_Item]) -> float:
    return len(one & other) / len(one | other)


def _shape(rows: Sequence[str]) -> tuple[int, int]:
    return len(rows), len(rows[0])


def _numbers(rows: Sequence[str]) -> frozenset[_Item]:
    return frozenset(
        (row, column, letter)
        for row, letters in enumerate(rows)
        for column, letter in enumerate(letters)
        if letter.isdigit()
    )
