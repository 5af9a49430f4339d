"""Corridors of equal cells, whose least pushes grow exponentially with their length."""

from generator.errors import SettingError

MOST_CELLS = 40
"""Cells of a corridor, which is a board of 86 rows."""

PROVEN_CELLS = 5
"""Up to so many cells the solver has proven what `least_pushes` says."""

_END = ("##########", "#####-.-##")
_CELL = ("#####-*$##", "#####-.-##")
_MOUTH = ("#-----*$##", "#-###**-@#", "#-##-----#", "#----#--##", "##########")
"""Where both ends of the last cell are joined by a free way."""


def corridor(cells: int) -> str:
    """The level of a corridor with so many cells. Raises SettingError."""
    if not 1 <= cells <= MOST_CELLS:
        raise SettingError("--cells {said} is not between 1 and {most}", said=cells, most=MOST_CELLS)
    return "\n".join((*_END, *(_CELL * (cells - 1)), *_MOUTH))


def least_pushes(cells: int) -> int:
    """2 F(2n + 5) - 4n - 10, with the numbers of Fibonacci, for n cells: proven for the first few."""
    one, next_ = 1, 1
    for _ in range(2 * cells + 4):
        one, next_ = next_, one + next_
    return 2 * one - 4 * cells - 10
