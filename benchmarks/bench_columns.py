"""Columns of boxes: rooms of few cells whose least pushes grow as the numbers of Fibonacci.

The reference is the complete search backwards from the goals, which meets every start of the room. The general solver
proves the least pushes of the farthest one, and knows nothing of that search. Then it looks for the fewest moves of all
solutions with as many pushes, as far as its memory goes.
"""

import sys
from collections.abc import Mapping
from pathlib import Path
from time import process_time
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.report import report
from generator import SolveStatus
from generator.puzzles.sokoban.kinds.free.cells.search import memory_for, read_table
from generator.puzzles.sokoban.kinds.free.cells.sweep_kernels import BACKWARD, ENTRIES, PUSHES, sweep
from generator.puzzles.sokoban.kinds.free.placement import placement_of
from generator.puzzles.sokoban.level import Level
from generator.puzzles.sokoban.notation.xsb import parse_level
from generator.puzzles.sokoban.search.floor import room_of
from generator.puzzles.sokoban.search.question import Search
from generator.puzzles.sokoban.search.solver import fewest_moves, least_pushes
from generator.puzzles.sokoban.search.walks import moves_of
from generator.puzzles.sokoban.solutions.replay import replay

ROWS = range(3, 11)
NODES = 100_000_000
SETS = 8_000_000
"""Enough for the sets of boxes of the largest."""

TOP = ("#######", "##@.-##", "##$.$##")
ROW = "##-*-##"
END = ("#-.$-##", "#--*--#", "#-*---#", "###--##", "#######")


def column(rows: int) -> str:
    """The farthest start of a column of so many rows."""
    return "\n".join((*TOP, *(ROW,) * (rows - 2), *END))


def deepest(level: Level) -> tuple[int, int]:
    """The most pushes of any start with the goals of a level, and how many sets of boxes have one."""
    table, memory = read_table(placement_of(level).room), memory_for(SETS)
    goals = table.goals[0]
    _, depth = sweep(PUSHES, BACKWARD, goals, table.floor[0] & ~goals, table, memory)
    return int(depth), int(memory.facts[ENTRIES])


def measured(rows: int) -> Mapping[str, Any]:
    text = column(rows)
    level = parse_level(text)
    room = room_of(level)
    assert room is not None
    begun = process_time()
    answer = least_pushes(room, Search(NODES, both_ends=True))
    seconds = process_time() - begun
    assert answer.status is SolveStatus.SOLVED
    solution = replay(level, moves_of(room, answer.pushes))
    depth, sets = deepest(level)
    assert solution.pushes == answer.upper == depth
    polished = fewest_moves(room, depth, Search(NODES))
    return {
        "rows": rows,
        "cells": sum(text.count(cell) for cell in "-.$*@"),
        "boxes": room.boxes,
        "pushes": answer.upper,
        "moves": solution.moves,
        "fewest moves": None if polished is None else replay(level, moves_of(room, polished)).moves,
        "sets of boxes": sets,
        "expanded": answer.expanded,
        "seconds": seconds,
        "level": text,
    }


def main() -> None:
    report("columns", "The farthest starts of columns of boxes", [measured(rows) for rows in ROWS], hidden=("level",))


if __name__ == "__main__":
    main()
