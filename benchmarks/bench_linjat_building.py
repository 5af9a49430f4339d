"""Linjat: what mending, and building pairs of dots, gain over the first way of making levels.

Levels are made one after the other from random numbers, each with the same effort, in the same processor time.
"""

import sys
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

import numpy as np

from benchmarks.report import report
from generator.errors import GenerationError
from generator.puzzles.linjat.declaration import DECLARATION
from generator.puzzles.linjat.deduction.layers import deduced
from generator.puzzles.linjat.genome import LinjatGenome
from generator.puzzles.linjat.level import Level
from generator.puzzles.linjat.limits import FIRST_VERSION, VERSION
from generator.puzzles.linjat.making.generation import generated
from generator.puzzles.linjat.modes import MODES
from generator.puzzles.linjat.mutate import random_genome
from generator.puzzles.linjat.rules import CHEATS

SECONDS = 45.0
"""Processor time of each row."""

EFFORT = 30_000
"""Candidates for each level."""


def main() -> None:
    """Make levels in both ways, in the modes whose scores are those of the harder rules."""
    rows = [_row(mode, version) for mode in ("hard", "expert") for version in (FIRST_VERSION, VERSION)]
    report("linjat_building", f"Linjat: levels made in {SECONDS:.0f} s of processor time", rows)


def _row(mode: str, version: int) -> dict[str, Any]:
    _made(mode, version, 0)
    levels, begun, seed = [], process_time(), 1
    while process_time() - begun < SECONDS:
        levels += _made(mode, version, seed)
        seed += 1
    scores = sorted(_score(mode, level) for level in levels)
    return {
        "mode": mode,
        "made": "at first" if version == FIRST_VERSION else "mended",
        "levels": len(scores),
        "median": median(scores),
        "upper tenth": scores[-max(1, len(scores) // 10)],
        "best": scores[-1],
        "with cheats": sum(any(layer.rule in CHEATS for layer in deduced(level).layers) for level in levels),
    }


def _made(mode: str, version: int, seed: int) -> list[Level]:
    space = {**DECLARATION.space({"mode": mode, "effort": EFFORT}), "version": version}
    try:
        return [generated(LinjatGenome.from_json(random_genome(space, np.random.Generator(np.random.PCG64(seed)))))]
    except GenerationError:
        return []


def _score(mode: str, level: Level) -> int:
    layers = deduced(level).layers
    weights = [*MODES[mode].weights.values()]
    return sum(weights[layer.rule] for layer in layers) + weights[-1] * max(layer.width for layer in layers)


if __name__ == "__main__":
    main()
