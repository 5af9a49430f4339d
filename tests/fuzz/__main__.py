"""`python -m tests.fuzz`: deals out some minutes over the targets, and adds up what was tried of each.

What coverage finds worth keeping grows in a folder that is not committed; `--renew` puts the shortest inputs of it that
reach as much into `tests/fuzz/corpus`, which CI replays.
"""

import argparse
import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import Any

from benchmarks.report import RESULTS, machine
from service.settings import usable_cores
from tests.fuzz.saved import known, renew
from tests.fuzz.target import AIM, Target
from tests.fuzz.targets import targets

RESULT = RESULTS / "fuzzing.json"
WORK = Path(__file__).parents[2] / ".fuzz"
MEGABYTES = 1000
"""Memory that no input may take, with what the program takes itself."""
HANGING = 120
"""Seconds after which an input hangs; slower ones than `engine` allows are found before that."""
CHECKED = ("sokoban-answers", "sokoban-levels", "sokoban-genomes", "linjat-files", "linjat-levels", "watersort-levels")
"""The targets that reach kernels, with the one that solves."""
_STATISTIC = re.compile(r"stat::(\w+): +(\d+)")


COLUMNS = ("inputs", "without coverage", "with bounds checks")
"""How the inputs of a target are counted, by the way they were made and run."""


class Results:
    """What was tried of each target so far, by all runs together."""

    def __init__(self) -> None:
        self._lock = Lock()
        found = json.loads(RESULT.read_text("utf-8"))["rows"] if RESULT.exists() else []
        self._rows: dict[str, dict[str, Any]] = {row["target"]: row for row in found}

    def inputs(self, name: str) -> int:
        """How many inputs a target was given, those with numba's bounds checks apart."""
        row = self._rows.get(name, {})
        return int(row.get("inputs", 0)) + int(row.get("without coverage", 0))

    def add(self, name: str, column: str, inputs: int, seconds: float, megabytes: int) -> None:
        """Add a run, and write all of them."""
        with self._lock:
            row = self._rows.setdefault(name, {"target": name, **dict.fromkeys(COLUMNS, 0), "seconds": 0})
            row[column] = row.get(column, 0) + inputs
            row["seconds"] = round(row["seconds"] + seconds)
            row["megabytes"] = max(row.get("megabytes", 0), megabytes)
            rows = [self._rows[each] for each in sorted(self._rows)]
            title = "inputs that each parser was given; none crashes, hangs or takes 1 GB"
            found = {"title": title, "machine": machine(), "rows": rows}
            RESULT.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")


def main() -> None:
    """Ends with code 1 where anything was found; the inputs lie in the folder `found`."""
    asked = _asked()
    chosen = [target for target in targets() if not asked.targets or target.name in asked.targets]
    if asked.renew:
        for target in chosen:
            renew(target, _folder(target))
        return
    results = Results()
    chosen = [target for target in chosen if asked.bounds or results.inputs(target.name) < _enough(target, asked)]
    if asked.bounds:
        chosen = [target for target in chosen if target.name in (*CHECKED, "watersort-explanations")]
    seconds = round(60 * asked.minutes * asked.cores / max(1, len(chosen)))
    with ThreadPoolExecutor(asked.cores) as pool:
        faults = pool.map(lambda target: _fuzzed(target, asked, seconds, results), chosen)
        sys.exit(any([*faults]))


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("targets", nargs="*", help="names of targets [all]")
    parser.add_argument("--minutes", type=float, default=30.0, help="of all targets together [30]")
    parser.add_argument("--cores", type=int, default=usable_cores(), help="targets at a time [as many as there are]")
    parser.add_argument("--runs", type=int, help=f"inputs after which a target has had enough [{AIM}, look-ups fewer]")
    parser.add_argument("--bounds", action="store_true", help="only what reaches kernels, with numba's bounds checks")
    parser.add_argument("--plain", action="store_true", help="mutations alone: far more inputs, not led by coverage")
    parser.add_argument("--renew", action="store_true", help="renew the committed corpus from what was found")
    return parser.parse_args()


def _enough(target: Target, asked: argparse.Namespace) -> int:
    return target.enough if asked.runs is None else int(asked.runs)


def _fuzzed(target: Target, asked: argparse.Namespace, seconds: int, results: Results) -> bool:
    """Run a target; whether anything was found."""
    column = "with bounds checks" if asked.bounds else "without coverage" if asked.plain else "inputs"
    runs = _enough(target, asked) - (0 if asked.bounds else results.inputs(target.name))
    options = [f"-max_total_time={seconds}", f"-runs={runs}", f"-timeout={HANGING}", "-print_final_stats=1"]
    options += [
        f"-rss_limit_mb={MEGABYTES}",
        f"-max_len={target.longest}",
        f"-artifact_prefix={WORK}/found/{target.name}-",
    ]
    began = monotonic()
    options += [f"-seed={1 + results.inputs(target.name) % 2**31}"]
    done = _engine("plain" if asked.plain else "engine", target, options, _checked_bounds() if asked.bounds else {})
    said = {name: int(number) for name, number in _STATISTIC.findall(done.stderr)}
    inputs, megabytes = said.get("number_of_executed_units", 0), said.get("peak_rss_mb", 0)
    results.add(target.name, column, inputs, monotonic() - began, megabytes)
    sys.stdout.write(f"{target.name}: {inputs:,} inputs, {megabytes} MB{', FOUND SOMETHING' * bool(done.returncode)}\n")
    sys.stdout.flush()
    if done.returncode:
        sys.stdout.write(f"{done.stdout[-4000:]}\n{'' if inputs and not asked.plain else done.stderr[-4000:]}\n")
    return bool(done.returncode)


def _engine(
    engine: str, target: Target, options: Sequence[str], more: Mapping[str, str]
) -> "subprocess.CompletedProcess[str]":
    """One target in a process of its own; libFuzzer grows its folder of inputs."""
    folder = _folder(target)
    command = [sys.executable, "-m", f"tests.fuzz.{engine}", target.name, str(folder), *options]
    environment = {**os.environ, **more}
    return subprocess.run(command, capture_output=True, text=True, errors="replace", env=environment, check=False)


def _checked_bounds() -> dict[str, str]:
    """Kernels that raise where they reach beyond an array, compiled apart from the usual ones."""
    return {"NUMBA_BOUNDSCHECK": "1", "NUMBA_CACHE_DIR": str(WORK / "kernels")}


def _folder(target: Target) -> Path:
    """The inputs of a target that were found so far, with those that are known anyway."""
    folder = WORK / target.name
    folder.mkdir(parents=True, exist_ok=True)
    (WORK / "found").mkdir(exist_ok=True)
    for number, content in enumerate(known(target)):
        (folder / f"known-{number}").write_bytes(content)
    return folder


if __name__ == "__main__":
    main()
