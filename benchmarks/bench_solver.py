"""Levels of public sets solved with proof within 10 seconds of processor time each, one core and 2 GiB.

From both ends, and in the same run most sets by plain A* with the matching bound and freeze deadlocks, as most solvers
have them.
The sets are not part of the project; without them there is nothing to measure. Names of sets as arguments choose some.
The table has a row for each set, and results/solver_levels.csv one for each level.
"""

import csv
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from time import process_time
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.public_sets import LEVELS, texts_of
from benchmarks.report import report, save
from generator import SolveStatus
from generator.puzzles.sokoban.notation.xsb import parse_level
from generator.puzzles.sokoban.search import bound_kernels
from generator.puzzles.sokoban.search.floor import Room, room_of
from generator.puzzles.sokoban.search.proof import prove
from generator.puzzles.sokoban.search.question import Answer, Search
from generator.puzzles.sokoban.search.solver import least_pushes
from generator.puzzles.sokoban.search.walks import moves_of
from generator.puzzles.sokoban.solutions.replay import replay

SETS = (
    "microban1",
    "aymeric-picocosmos",
    "aymeric-microcosmos",
    "aymeric-cosmonotes",
    "taylor_parberry",
    "boxoban_medium_50",
)
LARGE_SETS = ("boxworld100", "sokhard")
"""Sets of which many levels take all of their seconds: by the first method alone."""

SECONDS = 10.0
NODES = 100_000_000

_PLAIN = Search(NODES, prunings=bound_kernels.FREEZE | bound_kernels.MATCHING, seconds=SECONDS)

Method = Callable[[Room], Answer]

METHODS: Mapping[str, Method] = {
    "both ends": lambda room: prove(room, Search(NODES, both_ends=True, seconds=SECONDS), process_time),
    "A*": lambda room: least_pushes(room, _PLAIN, clock=process_time),
}


def known_pushes() -> dict[tuple[str, int], int]:
    """The least pushes that others have proven, by set and number of the level."""
    with (LEVELS / "known_optimal_pushes.csv").open(encoding="utf-8") as file:
        lines = csv.DictReader(line for line in file if not line.startswith("#"))
        return {(row["set"], int(row["level"])): int(row["optimal_pushes"]) for row in lines}


def solved(text: str, method: Method) -> tuple[Answer, float]:
    """The answer for a level, replayed, and the processor time that it took."""
    level = parse_level(text)
    begun = process_time()
    room = room_of(level)
    assert room is not None
    answer = method(room)
    seconds = process_time() - begun
    if answer.upper is not None:
        assert replay(level, moves_of(room, answer.pushes)).pushes == answer.upper
    return answer, seconds


def measured(name: str, method: str, known: Mapping[tuple[str, int], int]) -> Iterator[dict[str, Any]]:
    """A row for every level of a set."""
    for number, text in enumerate(texts_of(name), 1):
        answer, seconds = solved(text, METHODS[method])
        proven = answer.status is SolveStatus.SOLVED
        expected = known.get((name, number))
        yield {
            "set": name,
            "level": number,
            "method": method,
            "proven": proven,
            "lower": answer.lower,
            "upper": answer.upper,
            "known": expected,
            "differs": proven and expected is not None and expected != answer.upper,
            "expanded": answer.expanded,
            "seconds": round(seconds, 3),
        }


def summary(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """A set's row of the table: how many are proven, and how fast."""
    expanded, seconds = sum(row["expanded"] for row in rows), sum(row["seconds"] for row in rows)
    return {
        "set": rows[0]["set"],
        "method": rows[0]["method"],
        "levels": len(rows),
        "proven": sum(row["proven"] for row in rows),
        "differ from the table": sum(row["differs"] for row in rows),
        "seconds": seconds,
        "expanded/s": int(expanded / seconds),
        "most pushes": max((row["upper"] for row in rows if row["proven"]), default=0),
    }


def main() -> None:
    names = sys.argv[1:] or (*SETS, *LARGE_SETS)
    warm = texts_of(SETS[0])[0]
    known = known_pushes()
    for method in METHODS.values():
        solved(warm, method)
    runs = [(name, method) for name in names for method in METHODS if name in SETS or method == next(iter(METHODS))]
    rows = {run: list(measured(*run, known)) for run in runs}
    report("solver", f"proven within {SECONDS:.0f} s of processor time", [summary(found) for found in rows.values()])
    save("solver_levels", [row for found in rows.values() for row in found])


if __name__ == "__main__":
    main()
