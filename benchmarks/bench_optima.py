"""Levels whose least pushes are proven on one core: of XSokoban within an hour each, of boxworld100 within a minute.

Each level that was tried is a row of a table of results. A run takes the levels that are neither proven nor tried with
as many seconds and megabytes, so that a few seconds for all can choose those that are worth an hour. The sets are not
part of the project; without them there is nothing to measure. Options: --set, --seconds, --memory, and --levels to
choose some by their numbers.
"""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import process_time
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.bench_solver import solved
from benchmarks.public_sets import texts_of
from benchmarks.report import append, report, saved
from generator import SolveStatus
from generator.puzzles.sokoban.general_solver import warm
from generator.puzzles.sokoban.search.proof import prove
from generator.puzzles.sokoban.search.question import Search
from generator.values import Request

SETS = ("xsokoban90", "boxworld100")
TRIED = "optima_levels"
NODES = 1_000_000_000
"""More than any memory holds: seconds and megabytes decide."""


def left(name: str, numbers: Sequence[int], seconds: float, megabytes: float) -> Iterator[int]:
    """The levels that are not proven yet, unless they were tried with as much before."""
    rows = [row for row in saved(TRIED) if row["set"] == name]
    for number in numbers:
        tried = [row for row in rows if int(row["level"]) == number]
        if not any(
            row["proven"] == "True" or (float(row["limit"]) >= seconds and float(row["megabytes"]) >= megabytes)
            for row in tried
        ):
            yield number


def row_of(name: str, number: int, text: str, seconds: float, megabytes: float) -> dict[str, Any]:
    """What is known of a level after so many seconds, the solution replayed."""
    search = Search(NODES, both_ends=True, seconds=seconds, megabytes=megabytes)
    answer, taken = solved(text, lambda room: prove(room, search, process_time))
    return {
        "set": name,
        "level": number,
        "proven": answer.status is SolveStatus.SOLVED,
        "lower": answer.lower,
        "upper": answer.upper,
        "nodes": answer.nodes,
        "expanded": answer.expanded,
        "seconds": round(taken, 1),
        "limit": seconds,
        "megabytes": megabytes,
    }


def summary(name: str) -> dict[str, Any]:
    """How many levels of a set are proven, and how soon."""
    tried = [row for row in saved(TRIED) if row["set"] == name]
    proven = [row for row in tried if row["proven"] == "True"]
    taken = [float(row["seconds"]) for row in proven]
    within = {f"within {limit:,} s": sum(seconds <= limit for seconds in taken) for limit in (10, 60, 600, 3600)}
    return {
        "set": name,
        "tried": len({row["level"] for row in tried}),
        "proven": len(proven),
        **within,
        "proven ones": " ".join(str(number) for number in sorted(int(row["level"]) for row in proven)),
    }


def asked() -> Namespace:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--set", choices=SETS, default=SETS[0])
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--memory", type=float, default=2048.0, help="megabytes")
    parser.add_argument("--levels", type=int, nargs="+", default=[])
    return parser.parse_args()


def main() -> None:
    options = asked()
    texts = texts_of(options.set)
    for aim in ("any", "pushes"):
        warm(Request(aim))
    numbers = options.levels or range(1, len(texts) + 1)
    for number in left(options.set, numbers, options.seconds, options.memory):
        row = row_of(options.set, number, texts[number - 1], options.seconds, options.memory)
        append(TRIED, row)
        sys.stderr.write("{level}: {lower} to {upper} pushes, {seconds} s\n".format(**row))
    tried = {row["set"] for row in saved(TRIED)}
    report("optima", "least pushes, proven", [summary(name) for name in SETS if name in tried])


if __name__ == "__main__":
    main()
