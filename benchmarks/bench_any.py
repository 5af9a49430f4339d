"""Levels of a public set for which any solution is found within 60 seconds of processor time each, one core and 2 GiB.

The sets are not part of the project; without them there is nothing to measure. Options: --seconds, --set to take
another one, and --levels to choose some by their numbers, whose results have files of their own.
"""

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from time import process_time
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.public_sets import texts_of
from benchmarks.report import report
from generator.puzzles.sokoban.general_solver import warm
from generator.puzzles.sokoban.notation.xsb import parse_level
from generator.puzzles.sokoban.search.floor import room_of
from generator.puzzles.sokoban.search.question import Search
from generator.puzzles.sokoban.search.quick import any_solution
from generator.puzzles.sokoban.search.walks import moves_of
from generator.puzzles.sokoban.solutions.replay import replay
from generator.values import Request

SETS = {"xsokoban90": "any", "sokhard": "any_sokhard"}
"""The sets, and what the results of each are called."""
NODES = 100_000_000


def row_of(number: int, text: str, seconds: float) -> dict[str, Any]:
    """What was found for a level, replayed, and the processor time that it took."""
    level = parse_level(text)
    begun = process_time()
    room = room_of(level)
    assert room is not None
    answer = any_solution(room, Search(NODES, seconds=seconds), clock=process_time)
    taken = process_time() - begun
    if answer.upper is not None:
        assert replay(level, moves_of(room, answer.pushes)).pushes == answer.upper
    return {
        "level": number,
        "boxes": room.boxes,
        "status": answer.status,
        "lower": answer.lower,
        "upper": answer.upper,
        "nodes": answer.nodes,
        "seconds": round(taken, 3),
    }


def summary(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """How many levels are solved, and how soon."""
    taken = sorted(row["seconds"] for row in rows if row["upper"] is not None)
    within = {f"within {limit} s": sum(seconds <= limit for seconds in taken) for limit in (1, 10, 20, 60, 600)}
    return {"levels": len(rows), "solved": len(taken), **within, "seconds": sum(row["seconds"] for row in rows)}


def asked() -> Namespace:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--set", choices=SETS, default=next(iter(SETS)))
    parser.add_argument("--levels", type=int, nargs="+", default=[])
    return parser.parse_args()


def main() -> None:
    options = asked()
    texts, name = texts_of(options.set), SETS[options.set] + ("_chosen" if options.levels else "")
    numbers = options.levels or range(1, len(texts) + 1)
    warm(Request("any"))
    rows = []
    for number in numbers:
        rows.append(row_of(number, texts[number - 1], options.seconds))
        sys.stderr.write("{level}: {upper} pushes, {seconds} s\n".format(**rows[-1]))
    title = f"any solution within {options.seconds:g} s of processor time"
    report(f"{name}_levels", title, rows)
    report(name, title, [summary(rows)])


if __name__ == "__main__":
    main()
