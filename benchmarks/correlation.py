"""Rank correlation and small linear models, judged on collections that they were not fitted to."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Groups = NDArray[np.str_]
Fit = Callable[[Floats, Floats, Groups], Callable[[Floats], Floats]]
"""Fits features (levels, features) to a target, of levels in groups, and returns what predicts it."""

FOLDS, REPEATS, RESAMPLES = 10, 20, 2000
RIDGE = 10.0


def spearman(one: Floats, other: Floats) -> float:
    """The correlation of ranks, ties at their mean rank."""
    return float(np.corrcoef(_ranks(one), _ranks(other))[0, 1])


def _ranks(values: Floats) -> Floats:
    _, place, count = np.unique(values, return_inverse=True, return_counts=True)
    ranks: Floats = (np.cumsum(count) - (count - 1) / 2)[place]
    return ranks


def interval(one: Floats, other: Floats, groups: Groups, rng: np.random.Generator) -> tuple[float, float]:
    """The 95 % bootstrap interval of their correlation, whole groups drawn at a time."""
    members = [np.flatnonzero(groups == group) for group in np.unique(groups)]
    found = []
    for _ in range(RESAMPLES):
        drawn = np.concatenate([members[group] for group in rng.integers(len(members), size=len(members))])
        found.append(spearman(one[drawn], other[drawn]))
    low, high = np.nanquantile(found, [0.025, 0.975])
    return float(low), float(high)


def ridge(features: Floats, target: Floats, _: Groups) -> Callable[[Floats], Floats]:
    """Ridge regression on standardised features."""
    intercept, weights = coefficients(features, target)
    return lambda others: intercept + others @ weights


def coefficients(features: Floats, target: Floats) -> tuple[float, Floats]:
    """The intercept and the weights of ridge regression, for features as they are."""
    mean, spread = features.mean(axis=0), features.std(axis=0) + 1e-12
    scaled = (features - mean) / spread
    gram = scaled.T @ scaled + RIDGE * np.eye(features.shape[1])
    weights = np.linalg.solve(gram, scaled.T @ (target - target.mean())) / spread
    return float(target.mean() - mean @ weights), weights


def selecting(most: int) -> Fit:
    """Ridge regression on features that are chosen one after the other, each by cross-validation inside the fit."""

    def fit(features: Floats, target: Floats, groups: Groups) -> Callable[[Floats], Floats]:
        chosen: list[int] = []
        best = -1.0
        while len(chosen) < most:
            scores = {
                column: _inner(features[:, [*chosen, column]], target, groups)
                for column in set(range(features.shape[1])) - set(chosen)
            }
            column = max(scores, key=lambda each: scores[each])
            if scores[column] <= best:
                break
            best = scores[column]
            chosen.append(column)
        predict = ridge(features[:, chosen], target, groups)
        return lambda others: predict(others[:, chosen])

    return fit


def _inner(features: Floats, target: Floats, groups: Groups) -> float:
    rng = np.random.Generator(np.random.PCG64(0))
    return spearman(out_of_fold(ridge, features, target, groups, rng), target)


def out_of_fold(fit: Fit, features: Floats, target: Floats, groups: Groups, rng: np.random.Generator) -> Floats:
    """The prediction for every level by a model that saw no level of its group."""
    names = np.unique(groups)
    fold = dict(zip(names.tolist(), (rng.permutation(len(names)) % FOLDS).tolist(), strict=True))
    at = np.array([fold[group] for group in groups.tolist()])
    predicted = np.empty(len(target))
    for number in range(FOLDS):
        inside = at != number
        predict = fit(features[inside], target[inside], groups[inside])
        predicted[~inside] = predict(features[~inside])
    return predicted


def repeated(fit: Fit, features: Floats, target: Floats, groups: Groups, repeats: int = REPEATS) -> Sequence[Floats]:
    """Out-of-fold predictions, by so many divisions into folds."""
    streams = (np.random.Generator(np.random.PCG64(seed)) for seed in range(repeats))
    return [out_of_fold(fit, features, target, groups, rng) for rng in streams]
