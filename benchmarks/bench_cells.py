"""How often a session of rooms by cells reaches the most moves that are known (A195667), for five seeds each.

A session ends when it is there, or after EVALUATIONS. Sessions that have ended are kept in
results/cells_sessions.csv at once; the next run goes on from there. `--cells` makes it shorter.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Mapping
from multiprocessing import get_context
from pathlib import Path
from time import process_time
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

import cenote
from benchmarks.report import append, report, saved

KNOWN: Mapping[int, int] = {
    8: 14,
    9: 17,
    10: 22,
    11: 27,
    12: 35,
    13: 40,
    14: 48,
    15: 59,
    16: 77,
    17: 88,
    18: 108,
    19: 124,
    20: 146,
}
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
USUAL_EFFORT = 5_000_000
EVALUATIONS = 8_000
"""About an hour of one core where a level has the usual effort."""
SEEDS = range(1, 6)
TABLE = "cells_sessions"


def warm() -> None:
    """Compile what sessions need, in each process."""
    cenote.evolve("sokoban", {"type": "free", "cells": 8, "aim": "moves", "effort": 1000}, evaluations=4, seed=0)


def session(asked: tuple[int, int]) -> dict[str, Any]:
    """The most moves of a session with so many cells and this seed, its evaluations, and seconds of the processor."""
    cells, seed = asked
    begun = process_time()
    found = cenote.evolve(
        "sokoban",
        {"type": "free", "cells": cells, "aim": "moves", "effort": EFFORT.get(cells, USUAL_EFFORT)},
        evaluations=EVALUATIONS,
        target=f"least_moves>={KNOWN[cells]}",
        seed=seed,
        batch=4,
    )
    assert found.best
    return {
        "cells": cells,
        "seed": seed,
        "moves": found.best.metrics["least_moves"],
        "evaluations": found.evaluations,
        "processor seconds": round(process_time() - begun, 1),
        "level": found.best.board.replace("\n", "|"),
    }


def row(cells: int) -> dict[str, Any]:
    """The sessions of all seeds for a number of cells."""
    found = sorted((each for each in saved(TABLE) if each["cells"] == str(cells)), key=lambda each: each["seed"])
    reached = [each for each in found if int(each["moves"]) >= KNOWN[cells]]
    return {
        "cells": cells,
        "known": KNOWN[cells],
        "moves": " ".join(each["moves"] for each in found),
        "reached": f"{len(reached)} of {len(found)}",
        "evaluations": " ".join(each["evaluations"] for each in reached),
        "processor seconds": " ".join(each["processor seconds"] for each in reached),
    }


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--cells", nargs="*", type=int, choices=KNOWN, default=list(KNOWN))
    parser.add_argument("--processes", type=int, default=2)
    asked = parser.parse_args()
    ended = {(int(each["cells"]), int(each["seed"])) for each in saved(TABLE)}
    wanted = [(cells, seed) for cells in asked.cells for seed in SEEDS if (cells, seed) not in ended]
    with get_context("spawn").Pool(asked.processes, warm) as pool:
        for found in pool.imap_unordered(session, wanted, chunksize=1):
            append(TABLE, found)
    known = {int(each["cells"]) for each in saved(TABLE)}
    report("cells", "most moves of rooms by cells, five seeds each", [row(cells) for cells in KNOWN if cells in known])


if __name__ == "__main__":
    main()
