"""The letter's comparison at every size: 20 levels of type b by each policy, and by evolution in the same time.

`last` and `farthest` are 20 levels as they come. "farthest, best" are the 20 with the greatest line bound of all that
are made in the seconds that evolution has; evolution is the pool of a session with the default settings. All are then
solved in the same way. Sizes run one beside the other, one in each process.

    python benchmarks/bench_zero_space_evolution.py [--sizes 5,7] [--levels 20] [--seconds 60] [--solving 4]
"""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import count, islice
from pathlib import Path
from statistics import fmean
from time import process_time
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

import numpy as np

from benchmarks.report import report
from benchmarks.sessions import Unrecorded
from generator import Genome, Request, Solution, Space, defaults, get_declaration, get_family
from optimiser.objective import PRESETS
from optimiser.session import Session, run
from optimiser.settings import SessionSettings
from optimiser.workers import Workers

SIZES = "5,7,10,15,20"
LEVELS, SECONDS, SOLVING = 20, 60.0, 4.0
SOLVING_NODES = 50_000_000
"""More than are searched in the seconds for one level."""
SEED = 1


@dataclass(frozen=True, slots=True)
class Task:
    """What one process does: the levels of one size by one method."""

    size: int
    method: str
    levels: int
    seconds: float
    solving: float


def first_walks(policy: str, task: Task) -> Sequence[Genome]:
    """The first genomes of random seeds."""
    return list(islice(_genomes(_space(task.size, policy=policy)), task.levels))


def best_walks(task: Task) -> Sequence[Genome]:
    """The most promising genomes of policy farthest that the seconds allow."""
    family, begun = get_family("sokoban"), process_time()
    found: list[tuple[float, int, Genome]] = []
    for number, genome in enumerate(_genomes(_space(task.size, policy="farthest"))):
        if number >= task.levels and process_time() - begun > task.seconds:
            break
        found.append((-defaults.promise(family, family.generate(genome)), number, genome))
    return [genome for _, _, genome in sorted(found, key=lambda entry: entry[:2])[: task.levels]]


def evolved(task: Task) -> Sequence[Genome]:
    """The pool of a session of so many seconds."""
    space, budget = _space(task.size), get_declaration("sokoban").budget(_space(task.size))
    settings = SessionSettings(
        family="sokoban",
        space=space,
        seed=SEED,
        objective="deep",
        weights=PRESETS["deep"].weights,
        budget=budget,
        pool_size=task.levels,
    )
    session = Session(settings)
    with Workers("sokoban", space, budget, 0) as workers:
        begun = process_time()
        run(session, workers, Unrecorded(), lambda _: process_time() - begun > task.seconds)
    return [member.genome for member in session.pool.ranked()]


METHODS: Mapping[str, Callable[[Task], Sequence[Genome]]] = {
    "last": partial(first_walks, "last"),
    "farthest": partial(first_walks, "farthest"),
    "farthest, best": best_walks,
    "evolution": evolved,
}


def row(task: Task) -> dict[str, Any]:
    """One line of the table."""
    genomes = METHODS[task.method](task)
    solutions = [_solved(genome, task.solving) for genome in genomes]
    uppers = [solution.upper_bound for solution in solutions if solution.upper_bound is not None]
    return {
        "size": task.size,
        "method": task.method,
        "levels": len(genomes),
        "solved": len(uppers),
        "proven": sum(solution.proven for solution in solutions),
        "mean lower bound": fmean(solution.lower_bound for solution in solutions),
        "greatest lower bound": max(solution.lower_bound for solution in solutions),
        "mean best known pushes": fmean(uppers) if uppers else "-",
    }


def _solved(genome: Genome, seconds: float) -> Solution:
    """The bounds of a level; a scramble is no solution here."""
    family = get_family("sokoban")
    level = family.generate(genome).level
    solution = family.solve(level, SOLVING_NODES, Request(seconds=seconds))
    if solution.upper_bound is not None:
        assert family.replay(level, solution.moves) == solution.upper_bound
    return solution


def _space(size: int, **settings: object) -> Space:
    return get_declaration("sokoban").space({"type": ["b"], "size": [size], **settings})


def _genomes(space: Space) -> Any:
    streams = (np.random.Generator(np.random.PCG64(np.random.SeedSequence([SEED, number]))) for number in count())
    return (get_family("sokoban").random_genome(space, stream) for stream in streams)


def _beside_farthest(rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The rows with how much greater their bounds are than those of the levels of policy farthest as they come."""
    letters = {row["size"]: row["mean lower bound"] for row in rows if row["method"] == "farthest"}
    return [{**row, "bound / farthest": row["mean lower bound"] / letters[row["size"]]} for row in rows]


def _arguments() -> Namespace:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", default=SIZES)
    parser.add_argument("--levels", type=int, default=LEVELS)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--solving", type=float, default=SOLVING)
    parser.add_argument("--processes", type=int, default=2)
    return parser.parse_args()


def main() -> None:
    said = _arguments()
    sizes = [int(size) for size in said.sizes.split(",")]
    tasks = [Task(size, method, said.levels, said.seconds, said.solving) for size in sizes for method in METHODS]
    defaults.warm(get_family("sokoban"), _space(sizes[0]))
    with ProcessPoolExecutor(said.processes) as processes:
        rows = list(processes.map(row, tasks))
    title = f"type b: {said.levels} levels by each method, {said.seconds:g} s to evolve, {said.solving:g} s to solve"
    report("zero_space_evolution", title, _beside_farthest(rows))


if __name__ == "__main__":
    main()
