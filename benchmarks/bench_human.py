"""What players found hard: every measure beside the completion rates of 221 levels, and the estimate fitted to them.

The levels and how many players began and solved them are those of Chu, Zheng and Fan (CogSci 2025), from a public
site. Levels of one collection stay in one fold. Intervals are by bootstrap over collections.
"""

import csv
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

import numpy as np

from benchmarks.correlation import (
    Fit,
    Floats,
    Groups,
    coefficients,
    interval,
    repeated,
    ridge,
    selecting,
    spearman,
)
from benchmarks.report import Row, report
from benchmarks.scatter import scatter
from generator import Solution, SolveStatus
from generator.puzzles.sokoban.family import FAMILY
from generator.puzzles.sokoban.level import Level
from generator.puzzles.sokoban.measures import difficulty
from generator.puzzles.sokoban.measures.appraisal import appraise
from generator.puzzles.sokoban.notation.xsb import parse_level
from generator.puzzles.sokoban.search.floor import room_of
from generator.puzzles.sokoban.search.question import Search
from generator.puzzles.sokoban.search.solver import least_pushes
from generator.puzzles.sokoban.search.walks import moves_of

HUMAN = Path(__file__).parents[2] / "shared/levels/sokoban/human"
PLOT = Path(__file__).parents[1] / "docs/pictures/difficulty.svg"
NODES = 3_000_000
FITTED_STATES = 100_000
"""The most states of the levels that the shipped weights were fitted to; two of the levels have more."""

BINS = 10
"""So many groups of levels, from those with the least predicted failure on, show how far predictions are off."""

LINEAR = ("branching", "alive", "push_branching", "safe", "search_effort")
"""Measures that enter a model as they are; all others by the logarithm of 1 more than they are."""

MODELS: Sequence[tuple[str, ...]] = (
    ("random_play", "push_solutions"),
    ("random_play", "search_effort"),
    ("random_play", "gap"),
    ("random_play", "push_solutions", "fewest_runs"),
    ("random_play", "push_solutions", "search_effort", "gap"),
    ("search_effort", "gap"),
    ("search_effort", "gap", "counterintuitive", "box_changes"),
    ("random_play", "push_solutions", "search_effort", "gap", "counterintuitive", "box_changes", "depth", "boxes"),
)
"""Combinations that were fitted; the first one is shipped."""

CANDIDATES = (
    *("random_play", "push_solutions", "search_effort", "gap", "counterintuitive", "box_changes"),
    *("depth", "boxes", "decomposition", "states", "safe", "push_branching"),
)
"""What a fit may choose from by itself."""


class Study(NamedTuple):
    """Levels with their measures, and what players did; `failing` is the log-odds of not solving one."""

    metrics: Sequence[Mapping[str, int | float | None]]
    collections: Groups
    rate: Floats
    failing: Floats


def read() -> Study:
    """The levels, each solved with proof and measured."""
    blocks = re.split(r"^; (\d+)\n", (HUMAN / "levels.txt").read_text("utf-8"), flags=re.MULTILINE)[1:]
    boards = dict(zip(blocks[::2], blocks[1::2], strict=True))
    lines = (HUMAN / "human.csv").read_text("utf-8").splitlines()
    rows = list(csv.DictReader(line for line in lines if not line.startswith("#")))
    metrics = []
    for row in rows:
        level = parse_level(boards[row["level"]].rstrip("\n"))
        solution = solved(level)
        # No player has fewer moves than there are pushes at least: the boards belong to the rows.
        assert solution.lower_bound <= float(row["shortest_solution_moves"])
        metrics.append({**FAMILY.measure(level, solution), **appraise(level, solution)})
    began, ended = (np.array([float(row[name]) for row in rows]) for name in ("num_played", "num_solved"))
    collections = np.array([row["collection"] for row in rows])
    return Study(metrics, collections, ended / began, np.log((began - ended + 0.5) / (ended + 0.5)))


def solved(level: Level) -> Solution:
    """A proven solution."""
    room = room_of(level)
    assert room is not None
    answer = least_pushes(room, Search(NODES))
    assert answer.upper == answer.lower
    moves = moves_of(room, answer.pushes)
    return Solution(SolveStatus.SOLVED, answer.lower, answer.upper, moves, answer.nodes, NODES)


def feature(study: Study, name: str) -> Floats:
    """A measure of all levels as it enters a model, NaN where it is not known."""
    values = np.array([np.nan if each[name] is None else float(each[name] or 0) for each in study.metrics])
    if name == "push_solutions":
        values = np.log10(values)
    return values if name in LINEAR else np.log10(1 + values)


def judged(study: Study, names: Sequence[str], fit: Fit, repeats: int) -> tuple[Row, Floats, Floats]:
    """A row for a model; what it predicts out of fold, and the rates of those levels."""
    features = np.column_stack([feature(study, name) for name in names])
    known = ~np.isnan(features).any(axis=1)
    rate, groups = study.rate[known], study.collections[known]
    predicted = repeated(fit, features[known], study.failing[known], groups, repeats)
    low, high = interval(predicted[0], rate, groups, np.random.default_rng(0))
    row = {"levels": int(known.sum()), "Spearman": fmean(spearman(each, rate) for each in predicted)}
    return row | {"95 % from": low, "to": high}, predicted[0], rate


def single(study: Study, name: str) -> Row:
    """A row for one measure as it is."""
    values = feature(study, name)
    known = ~np.isnan(values)
    if known.sum() < len(values) / 2 or np.ptp(values[known]) == 0:
        return {}
    values, rate = values[known], study.rate[known]
    low, high = interval(values, rate, study.collections[known], np.random.default_rng(0))
    alone, _, _ = judged(study, [name], ridge, 5)
    row = {"measure": name, "levels": int(known.sum()), "Spearman": spearman(values, rate)}
    return row | {"95 % from": low, "to": high, "cross-validated": alone["Spearman"]}


def weights(study: Study) -> Sequence[Row]:
    """The weights of the shipped model, fitted to all levels but two large ones, beside those in the program."""
    names = MODELS[0]
    features = np.column_stack([feature(study, name) for name in names])
    known = feature(study, "states") <= np.log10(1 + FITTED_STATES)
    intercept, fitted = coefficients(features[known], study.failing[known])
    shipped = (difficulty.INTERCEPT, difficulty.RANDOM_PLAY, difficulty.SOLUTIONS)
    terms = zip(("intercept", *names), (intercept, *fitted.tolist()), shipped, strict=True)
    return [{"term": term, "fitted": found, "shipped": here} for term, found, here in terms]


def calibration(predicted: Floats, rate: Floats) -> Row:
    """How far predicted shares of failure are from those of their levels, and from those of levels like them."""
    expected, failed = 1 / (1 + np.exp(-predicted)), 1 - rate
    groups = np.array_split(np.argsort(expected), BINS)
    apart = [abs(expected[group].mean() - failed[group].mean()) * len(group) for group in groups]
    return {
        "levels": len(rate),
        "mean error of a share": float(np.abs(expected - failed).mean()),
        "by the median alone": float(np.abs(failed - np.median(failed)).mean()),
        f"mean error of {BINS} groups": float(sum(apart)) / len(rate),
    }


def main() -> None:
    study = read()
    rows = [row for name in study.metrics[0] if name != "difficulty" and (row := single(study, name))]
    report("human", "Measures beside completion rates", sorted(rows, key=lambda row: row["Spearman"]))
    models: list[Row] = []
    for names in MODELS:
        row, predicted, rate = judged(study, names, ridge, 20)
        models.append({"model": " + ".join(names), **row})
        if names == MODELS[0]:
            report("human_calibration", "Predicted shares, collections held out", [calibration(predicted, rate)])
            PLOT.write_text(scatter(1 / (1 + np.exp(-predicted)), 1 - rate), encoding="utf-8")
    row, _, _ = judged(study, CANDIDATES, selecting(4), 5)
    models.append({"model": "up to 4, chosen inside each fold", **row})
    report("human_models", "Fitted models beside completion rates, collections held out", models)
    report("human_weights", "The estimate of difficulty", weights(study))


if __name__ == "__main__":
    main()
