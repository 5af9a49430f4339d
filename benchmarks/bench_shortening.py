"""XSokoban levels: any solution, made shorter within 60 seconds of processor time, beside the best that people found.

The figures of people are those of the program's score file as A. Junghanns lists them ("Pushing the Limits: New
Developments in Single-Agent Search", 1999); that of level 37 is left out, since 242 is less than any solution needs.
The set is not part of the project; without it there is nothing to measure. Options: --seconds for either part, and
--levels to choose some by their numbers. A run goes on where the last one ended, with a table of results.
"""

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from statistics import mean
from time import process_time
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.bench_any import NODES
from benchmarks.public_sets import texts_of
from benchmarks.report import append, report, saved
from generator.puzzles.sokoban.general_solver import warm
from generator.puzzles.sokoban.notation.xsb import parse_level
from generator.puzzles.sokoban.search.floor import room_of
from generator.puzzles.sokoban.search.question import Search
from generator.puzzles.sokoban.search.quick import any_solution
from generator.puzzles.sokoban.search.shorter_solutions import FEWER_PUSHES, shortened
from generator.puzzles.sokoban.search.walks import moves_of
from generator.puzzles.sokoban.solutions.replay import replay
from generator.values import Request

TRIED = "shortening_levels"
WINDOW = 100_000
"""Nodes for each window, as `cenote optimise-solution` has."""

PEOPLE = (
    *(97, 131, 134, 355, 143, 110, 88, 230, 237, 512, 241, 212, 238, 239, 122, 186, 213, 124, 302, 462, 147, 324),
    *(448, 544, 386, 195, 363, 308, 164, 465, 250, 139, 174, 168, 378, 521, None, 81, 672, 324, 237, 218, 146, 179),
    *(300, 247, 209, 200, 124, 370, 118, 423, 186, 187, 120, 203, 225, 199, 230, 152, 263, 245, 431, 385, 211, 325),
    *(401, 343, 443, 333, 308, 296, 441, 212, 295, 204, 368, 136, 174, 231, 173, 143, 194, 155, 329, 134, 233, 390),
    *(379, 460),
)


def row_of(number: int, text: str, seconds: float) -> dict[str, Any]:
    """The pushes of any solution of a level and of the shortened one, replayed; None where none was found."""
    level = parse_level(text)
    room = room_of(level)
    assert room is not None
    begun = process_time()
    found = any_solution(room, Search(NODES, seconds=seconds), clock=process_time)
    solved = process_time()
    row = {"level": number, "people": PEOPLE[number - 1], "lower": found.lower, "any": found.upper, "shortened": None}
    if found.upper is not None:
        best = found.pushes
        for better in shortened(
            room, best, Search(WINDOW, both_ends=True, seconds=seconds), FEWER_PUSHES, process_time
        ):
            best = better
        assert replay(level, moves_of(room, best)).pushes == len(best)
        row["shortened"] = len(best)
    return {**row, "solved in s": round(solved - begun, 1), "shortened in s": round(process_time() - solved, 1)}


def summary() -> dict[str, Any]:
    """How much longer the solutions are than those of people, in percent, and how many are shorter."""
    rows = [row for row in saved(TRIED) if row["shortened"] and row["people"]]
    beside = [(int(row["any"]), int(row["shortened"]), int(row["people"])) for row in rows]
    return {
        "levels": len(rows),
        "any, longer by %": 100 * mean(found / people - 1 for found, _, people in beside),
        "shortened, longer by %": 100 * mean(found / people - 1 for _, found, people in beside),
        "as short": sum(found == people for _, found, people in beside),
        "shorter": sum(found < people for _, found, people in beside),
        "longer": sum(found > people for _, found, people in beside),
    }


def asked() -> Namespace:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--levels", type=int, nargs="+", default=[])
    return parser.parse_args()


def main() -> None:
    options = asked()
    texts = texts_of("xsokoban90")
    for aim in ("any", "pushes"):
        warm(Request(aim))
    known = {int(row["level"]) for row in saved(TRIED)}
    for number in options.levels or range(1, len(texts) + 1):
        if number in known:
            continue
        row = row_of(number, texts[number - 1], options.seconds)
        append(TRIED, row)
        sys.stderr.write("{level}: {any} to {shortened} pushes, people {people}\n".format(**row))
    report("shortening", "any solution made shorter, in pushes", [summary()])


if __name__ == "__main__":
    main()
