"""Check a certificate of `cenote certify` that is given as standard input; this program knows the rules and no solver.

A level has no solution if every pour from each listed position leads to a listed one, and none of them is an end.
"""

import sys
from collections.abc import Iterator

Position = tuple[str, ...]


def is_end(position: Position, ends: str) -> bool:
    """Whether the game is over: each tube has one colour, and each colour one tube unless the ends are loose."""
    filled = [tube for tube in position if tube]
    colours = {unit for tube in filled for unit in tube}
    return all(len(set(tube)) == 1 for tube in filled) and (ends == "loose" or len(filled) == len(colours))


def after_pours(position: Position, capacity: int, pours: str) -> Iterator[Position]:
    """The positions one pour on; tubes are written from the bottom."""
    for source, tube in enumerate(position):
        for target, other in enumerate(position):
            if source == target or not tube or (other and other[-1] != tube[-1]):
                continue
            run, space = len(tube) - len(tube.rstrip(tube[-1])), capacity - len(other)
            if space == 0 or (pours == "whole" and run > space):
                continue
            units = 1 if pours == "ball" else min(run, space)
            after = list(position)
            after[source], after[target] = tube[:-units], other + tube[-units:]
            yield tuple(sorted(after))


heading, *lines = sys.stdin.read().splitlines()
capacity, pours, ends = (line.split()[1] for line in lines[:3])
positions = [tuple("" if tube == "-" else tube for tube in line.split()) for line in lines[3:]]
listed = {tuple(sorted(position)) for position in positions}
for position in positions:
    if is_end(position, ends):
        sys.exit(f"wrong: {position} is an end of the game")
    for after in after_pours(position, int(capacity), pours):
        if after not in listed:
            sys.exit(f"wrong: a pour from {position} leads to {after}, which is not listed")
print("right: there is no solution for", *lines[3].split(), f"(positions: {len(positions)})")  # noqa: T201
