"""Linjat: candidates a second beside the original program's, and the best level of a session of a minute.

The original (github jsnell/linjat, C++) drops all dots of a parent, changes numbers, sets dots anew and deduces; so
does the first column. The second one is the search that sessions use. Its figures, candidates a second and the best
scores of its published levels, were measured on a machine of this kind.
"""

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import fmean, median
from time import process_time
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

import numpy as np
from numba import njit

from benchmarks.report import report
from benchmarks.sessions import Ran, ran
from generator.puzzles.linjat import kernel_constants
from generator.puzzles.linjat.declaration import DECLARATION
from generator.puzzles.linjat.deduction import layer_kernels, puzzle_kernels
from generator.puzzles.linjat.deduction.layers import notes_for, puzzle_of, trace_for
from generator.puzzles.linjat.genome import LinjatGenome
from generator.puzzles.linjat.level import Level
from generator.puzzles.linjat.making import dot_kernels, score_kernels
from generator.puzzles.linjat.making.generation import generated
from generator.puzzles.linjat.modes import MODES
from generator.puzzles.linjat.mutate import random_genome

SEEDS = range(1, 6)
POOL = 10
CANDIDATES = 10_000
OPERATOR = "operator:"
"""How the statistics of a generation name the share of an operator."""


class Original(NamedTuple):
    """Of the original: numbers on the grid, candidates a second, and the highest score of its published levels."""

    numbers: int
    speed: int
    best: int | None


ORIGINAL: Mapping[str, Original] = {
    "easy": Original(8, 14_063, 17),
    "medium": Original(17, 4_079, 71),
    "hard": Original(20, 1_566, 188),
    "expert": Original(24, 957, 533),
}


@njit
def as_the_original(
    candidates: int,
    puzzle: puzzle_kernels.Puzzle,
    notes: puzzle_kernels.Notes,
    trace: layer_kernels.Trace,
    weights: Any,
    rng: np.random.Generator,
) -> int:
    """Its optimiser: any of the ten best is changed, and the ten best stay. Return the best score."""
    n, first = len(puzzle.at), np.empty_like(notes.who)
    at, value = np.zeros((POOL + 1, n), np.int32), np.zeros((POOL + 1, n), np.int32)
    scores, filled = np.zeros(POOL + 1, np.int64), 1
    at[0], value[0] = puzzle.at, puzzle.value
    scores[:] = kernel_constants.NO_SCORE
    for _ in range(candidates):
        parent = rng.integers(0, filled)
        puzzle.at[:] = at[parent]
        puzzle.value[:] = value[parent]
        dot_kernels.change_numbers(puzzle, rng)
        for number in range(n):
            puzzle_kernels.place(number, puzzle)
        if not dot_kernels.add_dots(puzzle, notes, first, rng):
            continue
        outcome, layers = layer_kernels.deduce(kernel_constants.EVERY_RULE, puzzle, notes, trace)
        if outcome == kernel_constants.SOLVED:
            score = score_kernels.score_of(trace, layers, weights)
            if filled < POOL or score >= scores[POOL - 1]:
                place = min(filled, POOL)
                at[place], value[place], scores[place] = puzzle.at, puzzle.value, score
                order = np.argsort(-scores)
                at, value, scores = at[order], value[order], scores[order]
                filled = min(filled + 1, POOL)
    return int(scores[0])


def main() -> None:
    """Measure speed, quality, and what each operator contributes."""
    report("linjat_speed", "Linjat: candidates a second, one core", [_speed(mode) for mode in MODES])
    sessions = {mode: [_session(mode, seed) for seed in SEEDS] for mode in MODES}
    rows = [_quality(mode, found) for mode, found in sessions.items()]
    report("linjat_quality", "Linjat: best score of a session of 60 s on two cores", rows)
    report("linjat_operators", "Linjat: share of children better than their best parent", _operators(sessions))


def _speed(mode: str) -> dict[str, Any]:
    numbers, reference, _ = ORIGINAL[mode]
    space = DECLARATION.space({"mode": mode, "numbers": [numbers], "effort": CANDIDATES})
    rng = np.random.Generator(np.random.PCG64(1))
    genome = LinjatGenome.from_json(random_genome(space, rng))
    level = generated(genome)
    _as_original(mode, level, 10, rng)
    begun = process_time()
    best = _as_original(mode, level, CANDIDATES, rng)
    original = CANDIDATES / (process_time() - begun)
    begun = process_time()
    generated(genome)
    return {
        "mode": mode,
        "numbers": numbers,
        "original, C++": reference,
        "the same here": round(original),
        "and its best score": best,
        "our search": round(CANDIDATES / (process_time() - begun)),
    }


def _as_original(mode: str, level: Level, candidates: int, rng: np.random.Generator) -> int:
    puzzle, weights = puzzle_of(level), np.array([*MODES[mode].weights.values()], np.int64)
    notes = notes_for(puzzle)
    return int(as_the_original(candidates, puzzle, notes, trace_for(notes), weights, rng))


def _session(mode: str, seed: int) -> Ran:
    return ran("--family", "linjat", "--preset", mode, "--minutes", "1", "--workers", "2", "--seed", str(seed))


def _quality(mode: str, sessions: Sequence[Ran]) -> dict[str, Any]:
    scores = sorted(max(level.score or 0 for level in session.pool) for session in sessions)
    return {
        "mode": mode,
        "best of the published": ORIGINAL[mode].best,
        "least": scores[0],
        "median": median(scores),
        "greatest": scores[-1],
        "levels a session": round(median(session.evaluations for session in sessions)),
        "without cheats in the pools": f"{_fair(sessions)} of {sum(len(session.pool) for session in sessions)}",
    }


def _fair(sessions: Sequence[Ran]) -> int:
    return sum(level.metrics["cheats"] == 0 for session in sessions for level in session.pool)


def _operators(sessions: Mapping[str, Sequence[Ran]]) -> list[dict[str, Any]]:
    """The shares at the end of each session, which are those of the last 50 children of an operator, on average."""
    names = [name for name in sessions["easy"][0].generations[-1].statistics if name.startswith(OPERATOR)]
    return [
        {
            "operator": name.removeprefix(OPERATOR),
            **{
                mode: fmean(session.generations[-1].statistics[name] for session in found)
                for mode, found in sessions.items()
            },
        }
        for name in names
    ]


if __name__ == "__main__":
    main()
