"""Expansions a second of the searches for the least pushes on one core, beside A* in C++ where there is a compiler.

Twenty levels, five of each of four public sets, were drawn at random from those of which A* expands 20,000 states and
more. Each search makes at most 500,000 nodes. The searches take turns, level by level, so that other work on the
machine slows all of them down. A* from the start alone, with the matching bound and freeze deadlocks, is the same in
both languages; that from both ends, which proves far more, has all that it has. The sets are not part of the project;
without them there is nothing to measure.
"""

import json
import shutil
import subprocess
import sys
from collections.abc import Mapping
from math import exp, log
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.bench_solver import Method, solved
from benchmarks.public_sets import texts_of
from benchmarks.report import report
from generator import SolveStatus
from generator.puzzles.sokoban.notation.xsb import parse_level
from generator.puzzles.sokoban.search import bound_kernels
from generator.puzzles.sokoban.search.question import Search
from generator.puzzles.sokoban.search.solver import least_pushes

NODES = 500_000
LEVELS: Mapping[str, tuple[int, ...]] = {
    "microban1": (98, 108, 117, 138, 139),
    "boxworld100": (45, 74, 90, 93, 98),
    "sokhard": (18, 33, 37, 70, 155),
    "xsokoban90": (11, 18, 20, 30, 83),
}
SOURCE = Path(__file__).parent / "reference" / "astar.cpp"

_PLAIN = Search(NODES, prunings=bound_kernels.FREEZE | bound_kernels.MATCHING)

METHODS: Mapping[str, Method] = {
    "A*": lambda room: least_pushes(room, _PLAIN),
    "both ends": lambda room: least_pushes(room, Search(NODES, both_ends=True)),
}


def built(folder: Path) -> Path | None:
    """The program in C++, compiled for this machine; None without a compiler."""
    compiler = shutil.which("g++")
    if compiler is None:
        return None
    program = folder / "astar"
    command = [compiler, "-std=c++17", "-O3", "-march=native", "-o", str(program), str(SOURCE)]
    subprocess.run(command, check=True)
    return program


def row_of(name: str, number: int, reference: Path | None) -> dict[str, Any]:
    """The expansions a second of all searches in a level."""
    text = texts_of(name)[number - 1]
    row: dict[str, Any] = {"set": name, "level": number}
    proven = {}
    for method, search in METHODS.items():
        answer, seconds = solved(text, search)
        row[method] = int(answer.expanded / seconds)
        if answer.status is SolveStatus.SOLVED:
            proven[method] = answer.lower
    row["A*, C++"] = None
    if reference is not None:
        board = "\n".join(parse_level(text).rows).replace("-", " ") + "\n"
        run = subprocess.run([reference, str(NODES)], input=board, capture_output=True, text=True, check=True)
        found = json.loads(run.stdout)
        row["A*, C++"] = int(found["expanded"] / found["seconds"])
        if found["solved"]:
            proven["A*, C++"] = found["lower"]
    assert len(set(proven.values())) <= 1, f"{name} {number}: {proven}"
    return row


def mean(rows: list[dict[str, Any]], column: str) -> int | None:
    """The geometric mean of a column; None where it is empty."""
    found = [row[column] for row in rows if row[column] is not None]
    return int(exp(sum(map(log, found)) / len(found))) if found else None


def main() -> None:
    solved(texts_of("microban1")[0], METHODS["both ends"])
    with TemporaryDirectory() as folder:
        reference = built(Path(folder))
        rows = [row_of(name, number, reference) for name, numbers in LEVELS.items() for number in numbers]
    columns = [*METHODS, "A*, C++"]
    rows.append({"set": "geometric mean", "level": "", **{column: mean(rows, column) for column in columns}})
    report("expansions", f"expansions a second, {NODES:,} nodes at most", rows)


if __name__ == "__main__":
    main()
