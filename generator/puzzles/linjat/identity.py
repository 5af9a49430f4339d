"""Which puzzles are the same to a player, and how far apart others are."""

from collections.abc import Iterator, Sequence

from generator.puzzles.linjat.level import Level

_Item = tuple[int, int, str]
_Shape = tuple[int, int]


def images(level: Level) -> Iterator[tuple[str, ...]]:
    """The rows of the eight images of a level under rotation and reflection; the first is the level itself."""
    columns = tuple(map("".join, zip(*level.rows, strict=True)))
    for rows in (level.rows, columns):
        mirrored = tuple(row[::-1] for row in rows)
        yield from (rows, rows[::-1], mirrored, mirrored[::-1])


def identity_of(level: Level) -> str:
    """The least of the eight images as text."""
    return min(map("\n".join, images(level)))


def has_most_numbers_of(level: Level, start: Level) -> bool:
    """Whether two levels have the same numbers but for one in ten, rounded, whichever way they are turned.

    A line changes no clue. But whoever knows a few lines of a level can write them into it as dots, and has another
    level with the same solution; so dots do not count.
    """
    wanted = _numbers(start.rows)
    most = (len(wanted) + 5) // 10
    found = [numbers for shape, numbers in _turned(level) if shape == _shape(start.rows)]
    return any(max(len(wanted - numbers), len(numbers - wanted)) <= most for numbers in found)


def distances(text: str, others: Sequence[str]) -> list[float]:
    """The share of numbers that only one of two levels has, whichever way they are turned; 1 for unlike grids.

    Dots do not count: levels with the same numbers are variants of one, of which a pool needs the best alone.
    """
    turned = _turned(Level(tuple(text.split("\n"))))
    return [1 - _overlap(turned, other.split("\n")) for other in others]


def similar(level: Level, texts: Sequence[str], threshold: float) -> list[tuple[int, float]]:
    """The places of the levels that overlap a level so much, and how much."""
    turned = _turned(level)
    overlaps = ((place, _overlap(turned, text.split("\n"))) for place, text in enumerate(texts))
    return [(place, overlap) for place, overlap in overlaps if overlap >= threshold]


def _turned(level: Level) -> list[tuple[_Shape, frozenset[_Item]]]:
    return [(_shape(image), _numbers(image)) for image in images(level)]


def _overlap(turned: Sequence[tuple[_Shape, frozenset[_Item]]], rows: Sequence[str]) -> float:
    """The largest share of numbers that the images of a level have in common with some rows."""
    shape, numbers = _shape(rows), _numbers(rows)
    return max((_share(image, numbers) for size, image in turned if size == shape), default=0.0)


def _share(one: frozenset[_Item], other: frozenset[_Item]) -> float:
    return len(one & other) / len(one | other)


def _shape(rows: Sequence[str]) -> _Shape:
    return len(rows), len(rows[0])


def _numbers(rows: Sequence[str]) -> frozenset[_Item]:
    return frozenset(
        (row, column, letter)
        for row, letters in enumerate(rows)
        for column, letter in enumerate(letters)
        if letter.isdigit()
    )
