"""Puzzles for property tests."""

from hypothesis import strategies as st

from generator.puzzles.linjat.level import Level


@st.composite
def levels(draw: st.DrawFn, largest: int = 8, most: int = 8) -> Level:
    """Grids with a number at least, solvable or not."""
    height, width = draw(st.integers(2, largest)), draw(st.integers(2, largest))
    cells = st.tuples(st.integers(0, height - 1), st.integers(0, width - 1))
    numbers = draw(st.dictionaries(cells, st.integers(2, 8), min_size=1, max_size=most))
    dots = draw(st.sets(cells, max_size=10))
    rows = [["." if (row, column) in dots else " " for column in range(width)] for row in range(height)]
    for (row, column), value in numbers.items():
        rows[row][column] = str(value)
    return Level(tuple(map("".join, rows)))
