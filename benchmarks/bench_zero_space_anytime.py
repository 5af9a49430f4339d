"""How soon there is a solution of a large zero-space level, and how short it becomes.

Levels are random walks from random trees, of the lengths that the forum's collection has. Each is searched for as long
as its size allows, in a process of its own, and then as long from its goals: the best solution known is the better of
both. Options: --levels of each size, --sizes, --type, and --scale, by which all times are multiplied.
"""

import resource
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from statistics import mean, median
from time import perf_counter
from typing import NamedTuple

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.report import Row, report
from generator.puzzles.sokoban.replay import replay
from generator.puzzles.sokoban.zero_space.anytime.solver import stages
from generator.puzzles.sokoban.zero_space.route import moves_of
from generator.puzzles.sokoban.zero_space.scramble import end_of, random_tree, random_walk
from generator.puzzles.sokoban.zero_space.tree_kernels import Ints
from generator.puzzles.sokoban.zero_space.trees import ZeroSpace, board_of, line_bound

WALKS = ((15, 10_000), (20, 100_000), (48, 1_000_000))
"""The walk lengths of the forum's collection, by the largest size that has them."""
SECONDS = {10: 10.0, 20: 60.0, 30: 300.0, 48: 900.0}
NODES = 2**62
"""More than any search comes to: here the clock decides."""


class Task(NamedTuple):
    """One level, and how long it is searched."""

    type: str
    size: int
    seed: int
    seconds: float


class Found(NamedTuple):
    """What came of a level that was solved: bounds in pushes, seconds until the first solution, memory in MiB."""

    lower: int
    first: float
    pushes: int
    best_known: int
    memory: float


def level(task: Task) -> ZeroSpace:
    """The level of a task."""
    rng = np.random.Generator(np.random.PCG64(task.seed))
    start = random_tree(task.type, task.size, rng)
    length = next(length for largest, length in WALKS if task.size <= largest)
    steps = random_walk(task.type, task.size, start, length, rng).steps
    return ZeroSpace(task.type, task.size, start, end_of(task.type, task.size, start, steps))


def searched(task: Task) -> Found | None:
    """Search for a level, and from its goals."""
    zero = level(task)
    first, slides = _search(zero, task.seconds)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    if slides is None:
        return None
    assert replay(board_of(zero), moves_of(zero, slides)).pushes == 2 * len(slides)
    _, other = _search(replace(zero, start=zero.goal, goal=zero.start), task.seconds)
    best_known = min(len(way) for way in (slides, other) if way is not None)
    return Found(line_bound(zero), first, 2 * len(slides), 2 * best_known, memory)


def _search(zero: ZeroSpace, seconds: float) -> tuple[float, Ints | None]:
    """The seconds until there is a solution, and the best one in the end."""
    begun = perf_counter()
    first, slides = 0.0, None
    for stage in stages(zero, NODES):
        if slides is None:
            first = perf_counter() - begun
        slides = stage.slides
        if perf_counter() - begun > seconds:
            break
    return first, slides


def row(type_: str, size: int, seconds: float, found: Sequence[Found | None]) -> Row:
    """The line of the table for one size."""
    solved = [one for one in found if one is not None]
    shown: dict[str, float | int | str | None] = {
        "type, size": f"{type_} {size}",
        "levels": len(found),
        "seconds": seconds,
        "solved": len(solved),
    }
    if solved:
        shown |= {
            "first, s": median(one.first for one in solved),
            "slowest first, s": max(one.first for one in solved),
            "lower bound": mean(one.lower for one in solved),
            "pushes": mean(one.pushes for one in solved),
            "pushes / bound": mean(one.pushes / one.lower for one in solved),
            "/ best known": mean(one.pushes / one.best_known for one in solved),
            "worst": max(one.pushes / one.best_known for one in solved),
            "MiB": max(one.memory for one in solved),
        }
    return shown


def asked() -> Namespace:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--levels", type=int, default=20)
    parser.add_argument("--sizes", type=int, nargs="+", default=list(SECONDS))
    parser.add_argument("--type", default="b", choices=("b", "e"))
    parser.add_argument("--scale", type=float, default=1.0)
    return parser.parse_args()


def measure(options: Namespace) -> None:
    rows = []
    with ProcessPoolExecutor(2, mp_context=get_context("spawn"), max_tasks_per_child=1) as processes:
        for size in options.sizes:
            seconds = SECONDS[size] * options.scale
            tasks = [Task(options.type, size, seed, seconds) for seed in range(1, options.levels + 1)]
            rows.append(row(options.type, size, seconds, list(processes.map(searched, tasks))))
            report(f"zero_space_anytime_{options.type}", "Anytime solutions of zero-space levels", rows)


if __name__ == "__main__":
    measure(asked())
