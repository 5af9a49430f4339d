"""How soon there is a solution of a large zero-space level, and how short it becomes.

Levels are random walks from random trees, of the lengths that the forum's collection has. Each is searched for as long
as its size allows, in a process of its own. To size 10 it is then searched as long from its goals, and the best
solution known is the better of both. What is measured is kept in results/zero_space_anytime_levels.csv, from which a
run goes on and the table is made; --anew forgets it. Options: --levels of each size, --sizes, --type, --processes, and
--scale, by which all times are multiplied; a level that has no solution by then is searched on until it has one, or the
whole time is over.
"""

import resource
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from itertools import groupby
from multiprocessing import get_context
from pathlib import Path
from statistics import mean, median
from time import perf_counter
from typing import NamedTuple

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.report import Row, report, save, saved
from generator.puzzles.sokoban.kinds.zero_space.anytime.solver import stages, warm
from generator.puzzles.sokoban.kinds.zero_space.making.scramble import end_of, random_tree, random_walk
from generator.puzzles.sokoban.kinds.zero_space.route import moves_of
from generator.puzzles.sokoban.kinds.zero_space.trees import ZeroSpace, board_of, line_bound
from generator.puzzles.sokoban.slides.tree_kernels import Ints
from generator.puzzles.sokoban.solutions.replay import replay

WALKS = ((15, 10_000), (20, 100_000), (48, 1_000_000))
"""The walk lengths of the forum's collection, by the largest size that has them."""
SECONDS = {10: 10.0, 20: 60.0, 30: 300.0, 48: 900.0}
BOTH_WAYS = 10
"""The largest size that is searched from its goals too."""
TABLE = "zero_space_anytime_levels"
NODES = 2**62
"""More than any search comes to: here the clock decides."""


class Task(NamedTuple):
    """One level, and how long it is searched."""

    type: str
    size: int
    seconds: float
    seed: int


def level(task: Task) -> ZeroSpace:
    """The level of a task."""
    rng = np.random.Generator(np.random.PCG64(task.seed))
    start = random_tree(task.type, task.size, rng)
    length = next(length for largest, length in WALKS if task.size <= largest)
    steps = random_walk(task.type, task.size, start, length, rng).steps
    return ZeroSpace(task.type, task.size, start, end_of(task.type, task.size, start, steps))


def searched(task: Task) -> Row:
    """A row for a level: bounds in pushes, seconds until the first solution, memory in MiB."""
    warm()
    zero = level(task)
    first, slides = _search(zero, task.seconds)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    if slides is not None:
        assert replay(board_of(zero), moves_of(zero, slides)).pushes == 2 * len(slides)
    best = slides
    if slides is not None and task.size <= BOTH_WAYS:
        _, other = _search(replace(zero, start=zero.goal, goal=zero.start), task.seconds)
        best = slides if other is None else min(slides, other, key=len)
    return {
        **task._asdict(),
        "lower": line_bound(zero),
        "first": round(first, 2),
        "pushes": None if slides is None else 2 * len(slides),
        "best_known": None if best is None else 2 * len(best),
        "memory": round(memory),
    }


def _search(zero: ZeroSpace, seconds: float) -> tuple[float, Ints | None]:
    """The seconds until there is a solution, and the best one in the end."""
    most = max(seconds, SECONDS[zero.frame.size])
    begun = perf_counter()
    first, slides = 0.0, None
    for stage in stages(zero, NODES):
        if slides is None:
            first = perf_counter() - begun
        slides = stage.slides
        elapsed = perf_counter() - begun
        if elapsed > (most if slides is None else seconds):
            break
    return first, slides


def summary(name: str, rows: Sequence[Row]) -> Row:
    """The line of the table for one type and size."""
    solved = [row for row in rows if row["pushes"] is not None]
    ratios = [row["pushes"] / row["best_known"] for row in solved if row["size"] <= BOTH_WAYS]
    return {
        "type, size": name,
        "levels": len(rows),
        "seconds": rows[0]["seconds"],
        "solved": len(solved),
        "in time": sum(row["first"] <= row["seconds"] for row in solved),
        "first, s": median(row["first"] for row in solved),
        "slowest first, s": max(row["first"] for row in solved),
        "lower bound": mean(row["lower"] for row in solved),
        "pushes": mean(row["pushes"] for row in solved),
        "pushes / bound": mean(row["pushes"] / row["lower"] for row in solved),
        "/ best known": mean(ratios) if ratios else "-",
        "worst": max(ratios) if ratios else "-",
        "MiB": max(row["memory"] for row in solved),
    }


def known() -> list[Row]:
    """The rows of the runs before."""
    return [_typed(row) for row in saved(TABLE)]


def _typed(row: Mapping[str, str]) -> Row:
    whole = {name: int(row[name]) for name in ("size", "seed", "lower", "memory")}
    perhaps = {name: int(row[name]) if row[name] else None for name in ("pushes", "best_known")}
    typed = {"type": row["type"], **whole, **perhaps, **{name: float(row[name]) for name in ("seconds", "first")}}
    return {name: typed[name] for name in row}


def asked() -> Namespace:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--levels", type=int, default=20)
    parser.add_argument("--sizes", type=int, nargs="+", default=list(SECONDS), choices=list(SECONDS))
    parser.add_argument("--type", default="b", choices=("b", "e"))
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--anew", action="store_true", help="measure again what is known")
    return parser.parse_args()


def measure(options: Namespace) -> None:
    warm()
    rows = {} if options.anew else {_task_of(row): row for row in known()}
    with ProcessPoolExecutor(options.processes, get_context("spawn"), max_tasks_per_child=1) as processes:
        for size in options.sizes:
            seconds = SECONDS[size] * options.scale
            tasks = [Task(options.type, size, seconds, seed) for seed in range(1, options.levels + 1)]
            for row in processes.map(
                searched, [task for task in tasks if task not in rows or rows[task]["pushes"] is None]
            ):
                rows[_task_of(row)] = row
                save(TABLE, [rows[task] for task in sorted(rows)])
    groups = [list(group) for _, group in groupby(sorted(rows), lambda task: (task.type, task.size, task.seconds))]
    table = [summary(f"{group[0].type} {group[0].size}", [rows[task] for task in group]) for group in groups]
    report("zero_space_anytime", "Anytime solutions of zero-space levels", table)


def _task_of(row: Row) -> Task:
    return Task(row["type"], row["size"], row["seconds"], row["seed"])


if __name__ == "__main__":
    measure(asked())
