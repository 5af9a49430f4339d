"""Fixed walls: boxes and goals evolve for five minutes on all cores in each of five shells, beside published results.

The shells and results are those of the FI-Sokoban-Generator (hansschaa): the best of ten runs of about five minutes on
24 cores each. Its counts read one push too high, so one is taken off. They are not part of the project; without them
there is nothing to measure.
"""

import csv
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.report import report
from benchmarks.sessions import ran

SHELLS = Path(__file__).parents[2] / "shared" / "levels" / "sokoban" / "fi_shells"
BOXES = range(2, 13)
MINUTES = 5
SEED = 1


def published() -> dict[int, int]:
    """The most pushes of ten published runs, by shell."""
    with (SHELLS / "results.csv").open(encoding="utf-8") as file:
        lines = csv.DictReader(line for line in file if not line.startswith("#"))
        return {int(row["shell"]): max(map(int, row["pushes_seed42..51"].split())) - 1 for row in lines}


def session(shell: int, asked: int) -> dict[str, Any]:
    """The deepest level of one session."""
    boxes = [argument for number in BOXES for argument in ("--boxes", str(number))]
    file = str(SHELLS / f"shell_{shell}.txt")
    walls = ("--type", "free", "--walls", "fixed", "--seed-levels", file, *boxes)
    found = ran(*walls, "--minutes", str(MINUTES), "--seed", str(SEED))
    return {
        "shell": shell,
        "published": asked,
        "pushes": found.best.depth,
        "proven": found.best.proven,
        "boxes": found.best.boxes,
        "pool": " ".join(str(level.depth) for level in found.pool),
        "evaluations": found.evaluations,
        "processor minutes": round(found.processor_seconds / 60, 2),
        "level": found.best.level,
    }


def main() -> None:
    if not SHELLS.is_dir():
        sys.stderr.write(f"no shells in {SHELLS}: nothing to measure\n")
        return
    rows = [session(shell, asked) for shell, asked in published().items()]
    report("shells", f"pushes after {MINUTES} minutes with fixed walls", rows, hidden=("level",))


if __name__ == "__main__":
    main()
