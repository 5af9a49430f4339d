"""Water sort: whether optima agree with published ones, how long random levels take, and what evolution reaches.

Three tables: optima of the instances of a file, under each variant (`--instances`, by default those beside the project,
left out where there are none); random levels from 4 to 22 colours, with the plain search beside the one with all
techniques; and the deepest levels of sessions from five seeds. Choose some by `--parts`.
"""

import json
import resource
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.report import Row, report
from generator import Request, SolveStatus, defaults, get_declaration, get_family
from generator.puzzles.watersort.colours import LETTERS
from generator.puzzles.watersort.declaration import DECLARATION
from generator.puzzles.watersort.level import Level, checked
from generator.puzzles.watersort.making.generation import filled
from generator.puzzles.watersort.variants import End, Pour
from optimiser.objective import PRESETS
from optimiser.recorder import GenerationRecord
from optimiser.session import Session, run
from optimiser.settings import SessionSettings
from optimiser.workers import Workers

INSTANCES = Path(__file__).parents[2] / "shared" / "levels" / "watersort" / "instances.json"
VARIANTS = (
    ("optimal_pours", Pour.WATER, End.TOGETHER),
    ("optimal_pours_full_only", Pour.WHOLE, End.TOGETHER),
    ("optimal_pours_loose_goal", Pour.WATER, End.LOOSE),
)
NODES = 5_000_000
RANDOM = ((4, 100), (8, 100), (10, 100), (12, 100), (14, 50), (16, 50), (18, 30), (20, 30), (22, 20))
"""Colours of random levels with tubes of four and two empty ones, and how many levels."""
PLAIN = Request(without=frozenset(DECLARATION.techniques))
GOALS = ((3, 1, 12, 10.0, 0), (4, 2, 16, 10.0, 0), (8, 2, 30, 60.0, 2), (12, 2, 46, 60.0, 2))
"""Colours, empty tubes, the pours to be reached, in how many seconds, and with how many workers (0: one process)."""
SEEDS = range(1, 6)


def agreement(path: Path) -> list[Row]:
    """A row for each variant: how many optima of the instances the solver finds, with and without its techniques."""
    instances = json.loads(path.read_text(encoding="utf-8"))["instances"]
    return [_agreement(instances, *variant) for variant in VARIANTS]


def _agreement(instances: Sequence[Mapping[str, Any]], key: str, pour: Pour, end: End) -> Row:
    levels = [_level(instance, pour, end) for instance in instances]
    wanted = [None if instance[key] == "unsolvable" else instance[key] for instance in instances]
    found = {
        name: [_proven(level, request) for level in levels] for name, request in (("", Request()), ("plain", PLAIN))
    }
    nodes = [get_family("watersort").solve(level, NODES).nodes for level in levels]
    return {
        "variant": key,
        "instances": len(levels),
        "agree": sum(one == other for one, other in zip(found[""], wanted, strict=True)),
        "agree, plain": sum(one == other for one, other in zip(found["plain"], wanted, strict=True)),
        "unsolvable": wanted.count(None),
        "median nodes": int(median(nodes)),
        "most nodes": max(nodes),
    }


def _level(instance: Mapping[str, Any], pour: Pour, end: End) -> Level:
    tubes = ["".join(LETTERS[unit - 1] for unit in tube) for tube in instance["tubes"]]
    return checked(tubes, instance["capacity"], pour, end)


def _proven(level: Level, request: Request) -> int | str | None:
    """The least pours, None where there is no solution; a word where nothing is proven."""
    solution = get_family("watersort").solve(level, NODES, request)
    return solution.upper_bound if solution.proven else "open"


def timed(colours: int, count: int) -> Row:
    """A row for random levels of so many colours."""
    family, rng = get_family("watersort"), np.random.Generator(np.random.PCG64(colours))
    defaults.warm_solver(family, Request())
    levels = [Level(filled(colours, 4, 2, rng), 4) for _ in range(count)]
    seconds, plain, solutions = [], [], []
    for level in levels:
        begun = perf_counter()
        solutions.append(family.solve(level, NODES))
        seconds.append(perf_counter() - begun)
        begun = perf_counter()
        family.solve(level, NODES, PLAIN)
        plain.append(perf_counter() - begun)
    depths = [solution.upper_bound for solution in solutions if solution.upper_bound is not None]
    return {
        "colours": f"{colours} + 2",
        "levels": count,
        "proven": sum(solution.proven for solution in solutions),
        "solvable": sum(solution.status is SolveStatus.SOLVED for solution in solutions),
        "least pours": f"{min(depths)} / {median(depths):g} / {max(depths)}",
        "median nodes": int(median(solution.nodes for solution in solutions)),
        "most nodes": max(solution.nodes for solution in solutions),
        "median ms": 1000 * median(seconds),
        "most ms": 1000 * max(seconds),
        "plain, median ms": 1000 * median(plain),
        "MiB": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
    }


@dataclass
class Climb:
    """Notes when a session came to a depth, and its best one."""

    goal: int
    begun: float = field(default_factory=perf_counter)
    reached: float | None = None
    best: int = 0

    def record(self, generation: GenerationRecord) -> None:
        for candidate in generation.candidates:
            depth = candidate.level.lower_bound if candidate.level and candidate.level.proven else 0
            self.best = max(self.best, depth)
        if self.best >= self.goal and self.reached is None:
            self.reached = perf_counter() - self.begun


def climbed(colours: int, empty: int, goal: int, seconds: float, workers: int) -> Row:
    """A row for sessions of so many seconds; only proven depths count."""
    climbs = [_climb(colours, empty, goal, seconds, workers, seed) for seed in SEEDS]
    reached = [climb.reached for climb in climbs if climb.reached is not None]
    return {
        "colours": f"{colours} x 4 + {empty}",
        "goal": goal,
        "seconds": seconds,
        "workers": max(workers, 1),
        "seeds": len(climbs),
        "reach it": len(reached),
        "median s": median(climb.reached or float("inf") for climb in climbs)
        if len(reached) > len(climbs) // 2
        else "-",
        "median best": int(median(climb.best for climb in climbs)),
        "best": max(climb.best for climb in climbs),
    }


def _climb(colours: int, empty: int, goal: int, seconds: float, workers: int, seed: int) -> Climb:
    space = get_declaration("watersort").space({"colours": [colours], "empty": [empty]})
    budget = get_declaration("watersort").budget(space)
    weights = PRESETS["deep"].weights
    session = Session(
        SessionSettings(family="watersort", space=space, seed=seed, objective="deep", weights=weights, budget=budget)
    )
    with Workers("watersort", space, budget, workers) as pool:
        climb = Climb(goal)
        run(session, pool, climb, lambda _: perf_counter() - climb.begun > seconds)
    return climb


def asked() -> Namespace:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=list(PARTS))
    parser.add_argument("--instances", type=Path, default=INSTANCES)
    return parser.parse_args()


def optima(options: Namespace) -> None:
    if options.instances.is_file():
        report("watersort_optima", "Optima of known instances, proven", agreement(options.instances))


def times(options: Namespace) -> None:
    """Each row in a process of its own, since memory is that of a process."""
    with ProcessPoolExecutor(1, get_context("spawn"), max_tasks_per_child=1) as process:
        rows = list(process.map(timed, *zip(*RANDOM, strict=True)))
    report("watersort_times", "Random levels of capacity 4", rows)


def maxima(options: Namespace) -> None:
    report("watersort_maxima", "Sessions from five seeds", [climbed(*goal) for goal in GOALS])


PARTS: Mapping[str, Callable[[Namespace], None]] = {"optima": optima, "times": times, "maxima": maxima}


if __name__ == "__main__":
    chosen = asked()
    for part in chosen.parts:
        PARTS[part](chosen)
