"""Walks of the player."""

from generator.puzzles.sokoban.one_box.position import LETTERS

_START = 5


def walk(free: bytes | bytearray, steps: tuple[int, int, int, int], start: int, goal: int, box: int) -> str | None:
    """A shortest walk from cell to cell around a box, in small letters, or None where there is none."""
    if start == goal:
        return ""
    came = bytearray(len(free))
    came[start] = came[box] = _START
    edge = [start]
    while edge and not came[goal]:
        onward = []
        for cell in edge:
            for direction, step in enumerate(steps, 1):
                if free[cell + step] and not came[cell + step]:
                    came[cell + step] = direction
                    onward.append(cell + step)
        edge = onward
    return _letters(came, steps, goal) if came[goal] else None


def _letters(came: bytearray, steps: tuple[int, int, int, int], cell: int) -> str:
    letters = []
    while came[cell] != _START:
        direction = came[cell] - 1
        letters.append(LETTERS[direction])
        cell -= steps[direction]
    return "".join(reversed(letters))
