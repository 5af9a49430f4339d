"""How well ratings order levels after so many plays of each, and how many plays the prior saves.

200 levels are played by 1,000 players whose strengths are known. Players and levels meet at random, each level once a
day, and whoever is stronger solves the level more often, as Elo's formula has it. The prior knows as much of the
truth as the estimate of difficulty knows of what people did: its rank correlation is 0.64. Depth knows 0.43 of it.
"""

import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean, stdev

sys.path.insert(0, str(Path(__file__).parents[1]))

import numpy as np
from numpy.typing import NDArray

from benchmarks.correlation import spearman
from benchmarks.report import report
from service.ratings.glicko import MEAN, rated, rested
from service.ratings.prior import NEWCOMER, VOLATILITY
from storage.ratings import Bout, Strength

LEVELS, PLAYERS, DAYS, SEEDS = 200, 1000, 40, 10
SPREAD = 350.0
"""Of levels and of players; the deviation of the paper for somebody of whom nothing is known."""
SHOWN = (0, 5, 10, 20, 40)
WANTED = (0.70, 0.80, 0.90)
PRIORS = {"no prior": 0.0, "depth (0.43)": 0.43, "difficulty (0.64)": 0.64}

Floats = NDArray[np.float64]


def correlations(known: float, seed: int) -> list[float]:
    """The rank correlation of ratings and truth after each day, from the day before the first on."""
    stream = np.random.Generator(np.random.PCG64(np.random.SeedSequence([seed])))
    truth, players = stream.normal(MEAN, SPREAD, LEVELS), stream.normal(MEAN, SPREAD, PLAYERS)
    guess = MEAN + known * (truth - MEAN) * known + known * np.sqrt(1 - known**2) * stream.normal(0, SPREAD, LEVELS)
    off = SPREAD * np.sqrt(1 - known**2)
    levels = [Strength(rating, off, VOLATILITY) for rating in guess]
    found, last = [NEWCOMER] * PLAYERS, [0] * PLAYERS
    told = [spearman(truth, guess) if known else 0.0]
    for day in range(1, DAYS + 1):
        whom = stream.integers(PLAYERS, size=LEVELS)
        chance = 1 / (1 + 10 ** ((truth - players[whom]) / 400))
        levels = _after_day(levels, found, last, whom, stream.random(LEVELS) < chance, day)
        told.append(spearman(truth, np.array([level.rating for level in levels])))
    return told


def _after_day(
    levels: Sequence[Strength],
    found: list[Strength],
    last: list[int],
    whom: NDArray[np.int64],
    solved: NDArray[np.bool_],
    day: int,
) -> list[Strength]:
    """The levels after a day, on which each was played once; what is found of the players is changed."""
    before = {player: rested(found[player], day - last[player] - 1) for player in set(whom.tolist())}
    after = [
        rated(level, [Bout(before[player], float(not won))])
        for level, player, won in zip(levels, whom.tolist(), solved.tolist(), strict=True)
    ]
    for player, strength in before.items():
        met = np.flatnonzero(whom == player).tolist()
        found[player] = rated(strength, [Bout(levels[at], float(solved[at])) for at in met])
        last[player] = day
    return after


def main() -> None:
    rows = []
    for name, known in PRIORS.items():
        told = np.array([correlations(known, seed) for seed in range(1, SEEDS + 1)])
        mean: Floats = told.mean(axis=0)
        row = {"prior": name, **{f"plays for {wanted:.2f}": int(np.argmax(mean >= wanted)) for wanted in WANTED}}
        row |= {f"after {plays}": round(fmean(told[:, plays]), 3) for plays in SHOWN}
        rows.append(row | {"least of 20": round(float(told[:, 20].min()), 3), "sd of 20": round(stdev(told[:, 20]), 4)})
    title = f"{LEVELS} levels, {PLAYERS} players, mean of {SEEDS} worlds: rank correlation of ratings with the truth"
    report("ratings", title, rows)


if __name__ == "__main__":
    main()
