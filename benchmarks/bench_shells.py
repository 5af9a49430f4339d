"""Fixed walls: boxes and goals evolve in each of five shells, some minutes on two cores each.

The shells and the results beside ours are those of the FI-Sokoban-Generator (hansschaa): the best of ten runs of about
five minutes on 24 cores each. Its counts read one push too high, so one is taken off. They are not part of the
project; without them there is nothing to measure. With --prove no session runs: the levels of the last results whose
least pushes were not proven are solved anew.
"""

import csv
import json
import sys
from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.bench_solver import solved
from benchmarks.report import RESULTS, report
from benchmarks.sessions import ran
from generator import SolveStatus
from generator.puzzles.sokoban.search.proof import prove
from generator.puzzles.sokoban.search.question import Search

SHELLS = Path(__file__).parents[2] / "shared" / "levels" / "sokoban" / "fi_shells"
SEED = 1
FEW = tuple(range(2, 9))
PLENTY = 100_000_000
"""Nodes of a proof."""


class Task(NamedTuple):
    """How a shell is searched: numbers of boxes, states for each climb, and candidates."""

    boxes: Sequence[int]
    effort: int
    evaluations: int


TASKS: Mapping[int, Task] = {
    **dict.fromkeys((1, 2, 3, 4), Task(FEW, 5_000_000, 64)),
    5: Task((7,), 1_000_000, 48),
}
"""In the fifth shell seven boxes can stand in too many ways for whole searches, so that each candidate takes longer."""


def published() -> dict[int, int]:
    """The most pushes of ten published runs, by shell."""
    with (SHELLS / "results.csv").open(encoding="utf-8") as file:
        lines = csv.DictReader(line for line in file if not line.startswith("#"))
        return {int(row["shell"]): max(map(int, row["pushes_seed42..51"].split())) - 1 for row in lines}


def session(shell: int, asked: int) -> dict[str, Any]:
    """The deepest level of one session."""
    task = TASKS[shell]
    boxes = [argument for number in task.boxes for argument in ("--boxes", str(number))]
    walls = ("--walls", "fixed", "--seed-levels", str(SHELLS / f"shell_{shell}.txt"))
    budget = ("--effort", str(task.effort), "--evaluations", str(task.evaluations), "--seed", str(SEED))
    found = ran("--type", "free", *walls, *boxes, *budget)
    return {
        "shell": shell,
        "published": asked,
        "pushes, at least": found.best.lower_bound,
        "at most": found.best.upper_bound,
        "boxes": found.best.pieces,
        "pool": " ".join(str(level.depth) for level in found.pool),
        "evaluations": found.evaluations,
        "processor minutes": round(found.processor_seconds / 60, 2),
        "level": found.best.text,
    }


def proof(row: Mapping[str, Any]) -> dict[str, Any]:
    """The least pushes of a level of the results, of which only bounds were known."""
    answer, seconds = solved(row["level"], lambda room: prove(room, Search(PLENTY, both_ends=True)))
    assert answer.status is SolveStatus.SOLVED
    return {
        "shell": row["shell"],
        "known": f"{row['pushes, at least']} to {row['at most']}",
        "pushes": answer.upper,
        "nodes": answer.nodes,
        "seconds": round(seconds, 1),
        "level": row["level"],
    }


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--prove", action="store_true")
    if parser.parse_args().prove:
        rows = json.loads((RESULTS / "shells.json").read_text("utf-8"))["rows"]
        left = [row for row in rows if row["pushes, at least"] < row["at most"]]
        report("shells_proven", "least pushes, proven afterwards", [proof(row) for row in left], hidden=("level",))
        return
    if not SHELLS.is_dir():
        sys.stderr.write(f"no shells in {SHELLS}: nothing to measure\n")
        return
    rows = [session(shell, asked) for shell, asked in published().items()]
    report("shells", "deepest levels found with fixed walls", rows, hidden=("level",))


if __name__ == "__main__":
    main()
