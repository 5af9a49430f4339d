"""Orimazes from their rules: positions are rows of letters, and every one that can be reached is met."""

from collections.abc import Callable, Iterator, Mapping
from itertools import product

Rows = tuple[str, ...]


def moves(rows: Rows) -> Iterator[tuple[str, Rows]]:
    """The letters of all moves, which say where the free cell goes, and the position after each."""
    (free,) = [(row, column) for row, line in enumerate(rows) for column, letter in enumerate(line) if letter == "."]
    for letter, down, right, piece in (("l", 0, -1, "H"), ("u", -1, 0, "V"), ("r", 0, 1, "H"), ("d", 1, 0, "V")):
        row, column = free[0] + down, free[1] + right
        if 0 <= row < len(rows) and 0 <= column < len(rows[0]) and rows[row][column] == piece:
            grid = [[*line] for line in rows]
            grid[free[0]][free[1]], grid[row][column] = piece, "."
            yield letter, tuple("".join(line) for line in grid)


def distances(rows: Rows) -> Mapping[Rows, int]:
    """The positions that can be reached, with the least moves to each."""
    found, layer = {rows: 0}, [rows]
    while layer:
        ahead = []
        for here in layer:
            for _, there in moves(here):
                if there not in found:
                    found[there] = found[here] + 1
                    ahead.append(there)
        layer = ahead
    return found


def least_moves(rows: Rows, is_solved: Callable[[Rows], bool]) -> int | None:
    """The least moves to a solved position; None where there is no way."""
    return min((depth for there, depth in distances(rows).items() if is_solved(there)), default=None)


def shortest_ways(rows: Rows, is_solved: Callable[[Rows], bool]) -> int:
    """How many ways of least length lead to a solved position."""
    found = distances(rows)
    least = min(depth for there, depth in found.items() if is_solved(there))

    def ways(here: Rows, left: int) -> int:
        if not left:
            return int(is_solved(here))
        return sum(ways(there, left - 1) for _, there in moves(here))

    return ways(rows, least)


def in_corner(rows: Rows) -> bool:
    """Whether there is an H in the upper left corner."""
    return rows[0][0] == "H"


def all_positions(height: int, width: int) -> Iterator[Rows]:
    """All positions of a size."""
    cells = height * width
    for free in range(cells):
        for letters in product("HV", repeat=cells - 1):
            text = "".join((*letters[:free], ".", *letters[free:]))
            yield tuple(text[at : at + width] for at in range(0, cells, width))


def components(height: int, width: int) -> Iterator[frozenset[Rows]]:
    """The components of all positions of a size."""
    seen: set[Rows] = set()
    for rows in all_positions(height, width):
        if rows not in seen:
            found = frozenset(distances(rows))
            seen |= found
            yield found


def deepest(component: frozenset[Rows]) -> int | None:
    """The most of the least moves to an H in the corner; None where no position has one."""
    depths = [least_moves(rows, in_corner) for rows in component]
    return None if None in depths else max(depth for depth in depths if depth is not None)


def diameter(component: frozenset[Rows]) -> int:
    """The most of the least moves between two positions."""
    return max(max(distances(rows).values()) for rows in component)
