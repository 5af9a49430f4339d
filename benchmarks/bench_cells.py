"""How often a session of rooms by cells reaches the most moves that are known (A195667), for five seeds each."""

import sys
from collections.abc import Mapping
from pathlib import Path
from time import process_time
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

import cenote
from benchmarks.report import report

KNOWN: Mapping[int, int] = {8: 14, 9: 17, 10: 22, 11: 27, 12: 35, 13: 40, 14: 48}
"""The most moves of a level, by the number of cells."""

EFFORT: Mapping[int, int] = {
    8: 100_000,
    9: 100_000,
    10: 200_000,
    11: 200_000,
    12: 500_000,
    13: 1_000_000,
    14: 1_000_000,
}
EVALUATIONS = 64
SEEDS = range(1, 6)


def session(cells: int, seed: int) -> tuple[int, int, float]:
    """The most moves of a session, its evaluations, and the seconds of the processor."""
    begun = process_time()
    found = cenote.evolve(
        "sokoban",
        {"type": "free", "cells": cells, "aim": "moves", "effort": EFFORT[cells]},
        evaluations=EVALUATIONS,
        target=f"least_moves>={KNOWN[cells]}",
        seed=seed,
        batch=4,
    )
    most = int((found.best and found.best.metrics["least_moves"]) or 0)
    return most, found.evaluations, process_time() - begun


def row(cells: int) -> dict[str, Any]:
    """The sessions of all seeds for a number of cells."""
    found = [session(cells, seed) for seed in SEEDS]
    reached = [(evaluations, seconds) for most, evaluations, seconds in found if most >= KNOWN[cells]]
    return {
        "cells": cells,
        "known": KNOWN[cells],
        "moves": " ".join(str(most) for most, _, _ in found),
        "reached": f"{len(reached)} of {len(found)}",
        "evaluations": " ".join(str(evaluations) for evaluations, _ in reached),
        "processor seconds": " ".join(f"{seconds:.1f}" for _, seconds in reached),
    }


def main() -> None:
    session(8, 0)
    report("cells", "most moves of rooms by cells, five seeds each", [row(cells) for cells in KNOWN])


if __name__ == "__main__":
    main()
