"""What people found hard who were given a level for five minutes, and the estimate fitted to it.

Nine of the 24 levels of study 2 of Chu, Zheng and Fan (CogSci 2025), with every attempt. With so few levels each
prediction is for a level that was left out of the fit, and the best of many measures is compared with the best of them
on levels in random order.
"""

import csv
import json
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import NormalDist, fmean, median
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

import numpy as np
from numpy.typing import NDArray

from benchmarks.bench_human import feature, read, solved
from benchmarks.correlation import Floats, spearman
from benchmarks.report import Row, report
from generator.puzzles.sokoban.family import FAMILY
from generator.puzzles.sokoban.measures import difficulty
from generator.puzzles.sokoban.measures.appraisal import appraise
from generator.puzzles.sokoban.notation.xsb import parse_level

ASSIGNED = Path(__file__).parents[2] / "shared/levels/sokoban/human2"
SHUFFLES = 10_000
LIMIT = 300.0
"""Seconds after which a level was taken away."""
ROUNDS = 300
NORMAL = NormalDist()


class Trials(NamedTuple):
    """All attempts: the index of the level, the logarithm of the seconds, and whether it was solved by then."""

    level: NDArray[np.int64]
    time: Floats
    solved: NDArray[np.bool_]


class Assigned(NamedTuple):
    """Levels with their measures, and what people did; `outcomes` are one number a level each."""

    metrics: Sequence[Mapping[str, int | float | None]]
    share: Floats
    outcomes: Mapping[str, Floats]
    trials: Trials


def read_assigned() -> Assigned:
    """The levels, each solved with proof and measured."""
    blocks = re.split(r"^; (\d+)\n", (ASSIGNED / "levels.xsb").read_text("utf-8"), flags=re.MULTILINE)[1:]
    facts = json.loads((ASSIGNED / "levels.json").read_text("utf-8"))
    with (ASSIGNED / "trials.csv").open(encoding="utf-8", newline="") as file:
        trials = list(csv.DictReader(file))
    boards = dict(zip(map(int, blocks[::2]), blocks[1::2], strict=True))
    metrics = []
    for fact in facts:
        level = parse_level(boards[fact["number"]].rstrip("\n"))
        solution = solved(level)
        metrics.append({**FAMILY.measure(level, solution), **appraise(level, solution)})
    of_level = [[row for row in trials if int(row["level"]) == fact["number"]] for fact in facts]
    outcomes = {
        "share": [fact["solved"] for fact in facts],
        "seconds": [fact["seconds_capped"] for fact in facts],
        "their seconds": [_of_solvers(rows, "seconds") for rows in of_level],
        "their steps": [_of_solvers(rows, "steps") for rows in of_level],
        "enjoyment": [fact["enjoy"] for fact in facts],
        "theirs": [_enjoyed(rows, "1") for rows in of_level],
        "of others": [_enjoyed(rows, "0") for rows in of_level],
    }
    found = {name: np.array(values, float) for name, values in outcomes.items()}
    return Assigned(metrics, found["share"], found, _trials(of_level))


def _trials(of_level: Sequence[Sequence[Mapping[str, str]]]) -> Trials:
    rows = [(level, row) for level, rows in enumerate(of_level) for row in rows]
    seconds = [float(row["seconds"]) if row["solved"] == "1" else LIMIT for _, row in rows]
    return Trials(
        np.array([level for level, _ in rows]), np.log(seconds), np.array([row["solved"] == "1" for _, row in rows])
    )


def _of_solvers(rows: Sequence[Mapping[str, str]], column: str) -> float:
    return median(float(row[column]) for row in rows if row["solved"] == "1")


def _enjoyed(rows: Sequence[Mapping[str, str]], solved: str) -> float:
    """The mean enjoyment of those who solved a level, or of the others."""
    rated = [row for row in rows if row["condition"] == "enjoyable" and row["solved"] == solved and row["rating"]]
    return fmean(float(row["rating"]) for row in rated)


def measures_of(metrics: Sequence[Mapping[str, int | float | None]]) -> Mapping[str, Floats]:
    """Every measure that all levels have and that differs between them, and some of them in relation."""
    known = [name for name in metrics[0] if all(each[name] is not None for each in metrics)]
    values = {name: np.array([float(each[name] or 0) for each in metrics]) for name in known}
    values["extra_runs"] = extra_runs(metrics)
    values["counterintuitive / box_lines"] = values["counterintuitive"] / values["box_lines"]
    values["box_lines / depth"] = values["box_lines"] / values["depth"]
    return {name: each for name, each in values.items() if np.ptp(each) > 0}


def extra_runs(metrics: Sequence[Mapping[str, int | float | None]]) -> Floats:
    """The fewest runs of one box beyond one for each box that is off the goals."""
    runs, boxes = (np.array([float(each[name] or 0) for each in metrics]) for name in ("fewest_runs", "boxes_off_goal"))
    beyond: Floats = np.maximum(runs - boxes, 0)
    return beyond


def failing(share: Floats) -> Floats:
    """The log-odds of not solving a level."""
    odds: Floats = np.log((1 - share) / share)
    return odds


def left_out(feature: Floats, share: Floats) -> Floats:
    """The share that a line in the log-odds, fitted to the other levels, predicts for each."""
    predicted = np.empty(len(share))
    for level in range(len(share)):
        others = np.arange(len(share)) != level
        line = np.polyfit(feature[others], failing(share[others]), 1)
        predicted[level] = 1 / (1 + np.exp(np.polyval(line, feature[level])))
    return predicted


def models(study: Assigned) -> Sequence[Row]:
    """How far predictions are from the shares of levels that they did not see."""
    measures = measures_of(study.metrics)
    features = {
        "extra_runs": np.log10(1 + measures["extra_runs"]),
        "fewest_runs": np.log10(measures["fewest_runs"]),
        "gap": np.log10(1 + measures["gap"]),
        "counterintuitive": np.log10(1 + measures["counterintuitive"]),
        "random_play": np.log10(1 + measures["random_play"]),
        "difficulty": np.log(measures["difficulty"] / (1 - measures["difficulty"])),
    }
    rows = [
        _row(name, spearman(each, study.share), left_out(each, study.share), study) for name, each in features.items()
    ]
    mean = np.array([np.delete(study.share, level).mean() for level in range(len(study.share))])
    return [*rows, _row("the mean of the others", None, mean, study)]


def _row(name: str, correlation: float | None, predicted: Floats, study: Assigned) -> Row:
    error = float(np.abs(predicted - study.share).mean())
    return {"model": name, "Spearman": correlation, "mean error of the share, level left out": error}


def times(study: Assigned) -> Sequence[Row]:
    """Estimates of shares and times at once: the logarithm of the time that it takes is normal, and may be cut off."""
    return [
        {
            "model": ", ".join(names),
            "mean error of the share, level left out": float(np.abs(share - study.share).mean()),
            "factor of the seconds of solvers": _factor(seconds, study.outcomes["their seconds"]),
        }
        for names in (("extra_runs",), ("extra_runs", "box_lines"), ("extra_runs", "player_lines"))
        for share, seconds in [_left_out_times(_logarithms(study, names), study.trials)]
    ]


def steps(study: Assigned) -> Sequence[Row]:
    """Estimates of the median steps of those who solve a level, by lines through the logarithms."""
    seen = study.outcomes["their steps"]
    rows = []
    for names in (("moves",), ("player_lines",), ("moves", "extra_runs"), ("player_lines", "extra_runs"), ()):
        features = _logarithms(study, names)
        predicted = np.empty(len(seen))
        for level in range(len(seen)):
            others = np.arange(len(seen)) != level
            predicted[level] = np.exp(features[level] @ _line(features[others], np.log(seen[others])))
        name = ", ".join(names) or "the mean of the others"
        rows.append({"model": name, "factor of the steps of solvers, level left out": _factor(predicted, seen)})
    return rows


def _logarithms(study: Assigned, names: Sequence[str]) -> Floats:
    """A column of ones, and the logarithms of some measures, of each level."""
    measures = measures_of(study.metrics)
    return np.column_stack([np.ones(len(study.share)), *(np.log(1 + measures[name]) for name in names)])


def _left_out_times(features: Floats, trials: Trials) -> tuple[Floats, Floats]:
    """The share of solvers and their median seconds that are predicted for each level by the trials of the others."""
    share, seconds = np.empty(len(features)), np.empty(len(features))
    for level, row in enumerate(features):
        line, spread = censored(features, Trials(*(each[trials.level != level] for each in trials)))
        mean = float(row @ line)
        share[level] = NORMAL.cdf((np.log(LIMIT) - mean) / spread)
        seconds[level] = np.exp(mean + spread * NORMAL.inv_cdf(share[level] / 2))
    return share, seconds


def censored(features: Floats, trials: Trials) -> tuple[Floats, float]:
    """The line and the spread of normal times of which some are only known to be later (expectation maximisation)."""
    rows, time, late = features[trials.level], trials.time.copy(), ~trials.solved
    line, spread = _line(rows, time), 1.0
    for _ in range(ROUNDS):
        mean = rows[late] @ line
        beyond = (trials.time[late] - mean) / spread
        hazard = np.array([NORMAL.pdf(each) / NORMAL.cdf(-each) for each in beyond])
        time[late] = mean + spread * hazard
        line = _line(rows, time)
        extra = np.zeros(len(time))
        extra[late] = spread**2 * (1 + beyond * hazard - hazard**2)
        spread = float(np.sqrt(np.mean((time - rows @ line) ** 2 + extra)))
    return line, spread


def _line(features: Floats, target: Floats) -> Floats:
    """Least squares."""
    return np.asarray(np.linalg.lstsq(features, target, rcond=None)[0], float)


def _factor(predicted: Floats, seen: Floats) -> float:
    """How many times too large or too small a prediction is, as a geometric mean."""
    return float(np.exp(np.abs(np.log(predicted / seen)).mean()))


def by_chance(study: Assigned) -> Sequence[Row]:
    """How often levels in random order agree as well with `extra_runs`, and with the best of all measures."""
    measures = measures_of(study.metrics)
    rng = np.random.Generator(np.random.PCG64(0))
    found = abs(spearman(measures["extra_runs"], study.share))
    alone = best = 0
    for _ in range(SHUFFLES):
        shuffled = rng.permutation(study.share)
        alone += abs(spearman(measures["extra_runs"], shuffled)) >= found - 1e-9
        best += max(abs(spearman(each, shuffled)) for each in measures.values()) >= found - 1e-9
    return [
        {"question": "extra_runs alone", "measures": 1, "chance": alone / SHUFFLES},
        {"question": "the best of all measures", "measures": len(measures), "chance": best / SHUFFLES},
    ]


def weights(study: Assigned) -> Sequence[Row]:
    """The weights of the shipped estimate, fitted to all levels, beside those in the program."""
    slope, intercept = np.polyfit(np.log10(1 + extra_runs(study.metrics)), -failing(study.share), 1)
    return [
        {"term": "intercept", "fitted": float(intercept), "shipped": difficulty.ASSIGNED},
        {"term": "extra runs", "fitted": float(slope), "shipped": difficulty.EXTRA_RUNS},
    ]


def elsewhere() -> Sequence[Row]:
    """The same measure on the levels of the public site, to which it was not fitted."""
    site = read()
    beyond = extra_runs(site.metrics)
    known = ~np.isnan(feature(site, "fewest_runs"))
    return [{"levels": int(known.sum()), "extra_runs, Spearman": spearman(beyond[known], site.rate[known])}]


def main() -> None:
    study = read_assigned()
    rows = [
        {"measure": name, **{outcome: spearman(each, seen) for outcome, seen in study.outcomes.items()}}
        for name, each in measures_of(study.metrics).items()
    ]
    report("assigned", "Spearman with what people did on nine assigned levels", sorted(rows, key=lambda r: r["share"]))
    report("assigned_models", "Estimates of the solved share, each level left out", models(study))
    report("assigned_times", "Estimates of shares and times at once, each level left out", times(study))
    report("assigned_steps", "Estimates of the steps of solvers", steps(study))
    report("assigned_chance", "How often random order agrees as well", by_chance(study))
    report("assigned_site", "The same measure on the public site", elsewhere())
    report("assigned_weights", "The estimate of who solves it in five minutes", weights(study))


if __name__ == "__main__":
    main()
