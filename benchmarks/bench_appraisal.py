"""How long it takes to appraise levels of three boxes in empty rooms, beside the plain search of the tests.

Such rooms have the most states where no goal is at a wall. Each is appraised in turns with a search of the same states
with sets of cells, and the best of several rounds counts, since other work on the machine can only slow a round down.
Seconds are those of the processor.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.report import report
from generator import get_family
from generator.defaults import appraise
from generator.puzzles.sokoban.level import Level
from tests.oracles.measures import Board

SIDES = (8, 9, 10)
ROUNDS = 7
BUDGET = 1_000_000


def empty_room(side: int) -> Level:
    """A room without inner walls; boxes and goals lie off its outer wall, beside which all cells are dead."""
    cells = [["-"] * side for _ in range(side)]
    for letter, places in (("@", ((0, 0),)), (".", ((1, 1), (1, 2), (2, 1))), ("$", ((3, 4), (5, 3), (side - 3, 5)))):
        for row, column in places:
            cells[row][column] = letter
    wall = "#" * (side + 2)
    return Level((wall, *(f"#{''.join(row)}#" for row in cells), wall))


def seconds(call: Callable[[], object]) -> float:
    """What a call takes of the processor."""
    begun = process_time()
    call()
    return process_time() - begun


def row(side: int) -> dict[str, Any]:
    """One line of the table."""
    family, level = get_family("sokoban"), empty_room(side)
    solution = family.solve(level, BUDGET)
    states = appraise(family, level, solution)["states"]
    assert states is not None
    reference = seconds(lambda: Board(level).graph())
    taken = min(seconds(lambda: appraise(family, level, solution)) for _ in range(ROUNDS))
    return {
        "room": f"{side} x {side}",
        "states": states,
        "appraised, s": round(taken, 3),
        "states a second": round(states / taken),
        "plain search, s": round(reference, 2),
        "plain search, states a second": round(states / reference),
    }


if __name__ == "__main__":
    family = get_family("sokoban")
    warm = empty_room(SIDES[0])
    appraise(family, warm, family.solve(warm, BUDGET))
    report("appraisal", "levels of three boxes in empty rooms, appraised", [row(side) for side in SIDES])
