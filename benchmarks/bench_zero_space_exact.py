"""Zero-space levels of b 6x6 and 7x7, e 5x5 and 6x6 solved with proof within 60 seconds and 4 GiB each, by slides.

The first levels of each set are given to the general Sokoban solver too, with the same limits. The levels lie in
benchmarks/levels and were made by --make: 50 random-walk and 50 farthest ones for each type and size. Two processes
work side by side. What is measured is kept in results/zero_space_exact_levels.csv, from which a run goes on; --anew
forgets it.
"""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

import numpy as np

from benchmarks.report import report, save, saved
from generator import SolveStatus, defaults, get_declaration, get_family
from generator.values import Entry, Request

LEVELS = Path(__file__).parent / "levels"
SETS = ("b6", "b7", "e5", "e6")
POLICIES = ("last", "farthest")
COUNT = 50
NODES = 200_000_000
MEGABYTES = 4096
METHODS: Mapping[str, frozenset[str]] = {"slides": frozenset(), "pushes": frozenset({"slides"})}
TABLE = "zero_space_exact_levels"


def made(name: str) -> Iterator[Entry]:
    """The levels of a set: random walks of the length that the seed's collection has, seeds 1 to 50."""
    family, declaration = get_family("sokoban"), get_declaration("sokoban")
    for policy in POLICIES:
        space = declaration.space({"type": [name[0]], "size": [int(name[1])], "policy": policy})
        for seed in range(1, COUNT + 1):
            rng = np.random.Generator(np.random.PCG64(np.random.SeedSequence([seed, POLICIES.index(policy)])))
            level = family.generate(family.random_genome(space, rng)).level
            yield Entry(family.format(level), f"{name} {policy} {seed}")


def make(names: list[str]) -> None:
    for name in names:
        lines = defaults.format_file(get_family("sokoban"), made(name), "xsb")
        (LEVELS / f"zero_space_{name}.txt").write_text("".join(lines), encoding="utf-8")


def solved(task: tuple[Entry, str, float]) -> dict[str, Any]:
    """A row for a level: what was proven, replayed, and the time that it took."""
    entry, method, seconds = task
    family = get_family("sokoban")
    level = family.parse(entry.text)
    begun = perf_counter()
    found = family.solve(level, NODES, Request(without=METHODS[method], seconds=seconds, megabytes=MEGABYTES))
    taken = perf_counter() - begun
    if found.moves:
        assert family.replay(level, found.moves) == found.upper_bound
    return {
        "level": entry.title,
        "method": method,
        "proven": found.status is SolveStatus.SOLVED,
        "lower": found.lower_bound,
        "upper": found.upper_bound,
        "nodes": found.nodes,
        "seconds": round(taken, 3),
    }


def warm() -> None:
    """Compile or load the kernels of both methods before anything is measured."""
    family = get_family("sokoban")
    defaults.warm(family, get_declaration("sokoban").space({"type": ["b"], "size": [7]}))
    defaults.warm_solver(family, Request())


def summary(group: str, method: str, rows: list[dict[str, Any]]) -> dict[str, Any]:
    """A row of the table: one set of one policy, by one method."""
    proven = [row for row in rows if row["proven"]]
    return {
        "levels of": group,
        "method": method,
        "levels": len(rows),
        "proven": len(proven),
        "share": len(proven) / len(rows),
        "median s": median(row["seconds"] for row in rows),
        "longest s to prove": max((row["seconds"] for row in proven), default=None),
        "median nodes": int(median(row["nodes"] for row in rows)),
        "median pushes": median(row["lower"] for row in rows),
    }


def known() -> list[dict[str, Any]]:
    """The rows of the runs before."""
    return [_typed(row) for row in saved(TABLE)]


def _typed(row: dict[str, str]) -> dict[str, Any]:
    numbers = {name: int(row[name]) for name in ("lower", "nodes")}
    upper = int(row["upper"]) if row["upper"] else None
    return {**row, **numbers, "upper": upper, "proven": row["proven"] == "True", "seconds": float(row["seconds"])}


def chosen(names: list[str], levels: int, general: int) -> dict[tuple[str, str], list[Entry]]:
    """The levels by group and method."""
    groups = {}
    for name in names:
        entries = defaults.parse_file(
            get_family("sokoban"), (LEVELS / f"zero_space_{name}.txt").read_text(encoding="utf-8")
        )
        for number, policy in enumerate(POLICIES):
            group = entries[number * COUNT : (number + 1) * COUNT]
            groups[f"{name} {policy}", "slides"] = group[:levels]
            groups[f"{name} {policy}", "pushes"] = group[:general]
    return groups


def asked() -> Namespace:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", nargs="+", choices=SETS, default=list(SETS))
    parser.add_argument("--levels", type=int, default=COUNT, help="how many of each group are solved by slides")
    parser.add_argument("--general", type=int, default=10, help="how many of each group the general solver is given")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--anew", action="store_true", help="measure again what is known")
    parser.add_argument("--make", action="store_true", help="make the levels and end")
    return parser.parse_args()


def main() -> None:
    options = asked()
    if options.make:
        make(options.sizes)
        return
    rows = {} if options.anew else {(row["level"], row["method"]): row for row in known()}
    groups = chosen(options.sizes, options.levels, options.general)
    with ProcessPoolExecutor(options.processes, get_context("spawn"), warm) as pool:
        for (_, method), entries in groups.items():
            tasks = [(entry, method, options.seconds) for entry in entries if (entry.title, method) not in rows]
            for row in pool.map(solved, tasks):
                rows[row["level"], row["method"]] = row
                save(TABLE, list(rows.values()))
    table = [
        summary(group, method, [rows[entry.title, method] for entry in entries])
        for (group, method), entries in groups.items()
        if entries
    ]
    report("zero_space_exact", f"least pushes proven within {options.seconds:g} s and {MEGABYTES} MiB", table)


if __name__ == "__main__":
    main()
