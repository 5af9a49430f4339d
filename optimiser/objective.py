"""Objectives: cheap weightings of metrics that were measured once."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from generator import Metrics
from optimiser.errors import ObjectiveError, UnknownMetricError

GREATEST = 1e300
"""What is further from 0 counts as so far in a score."""


@dataclass(frozen=True, slots=True)
class Objective:
    """A named weighted sum of metrics, to be maximised."""

    name: str
    weights: Mapping[str, float]

    def score(self, metrics: Metrics) -> float:
        """The weighted sum; a metric that is not known (None) adds nothing.

        The same for every order of the weights, and finite. Raises UnknownMetricError.
        """
        return math.fsum(
            _bounded(weight * _bounded(metric(metrics, name) or 0)) for name, weight in self.weights.items()
        )

    def to_json(self) -> dict[str, Any]:
        """The objective as a JSON object that `from_json` reads."""
        return {"name": self.name, "weights": dict(self.weights)}

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Self:
        """The objective that `to_json` wrote."""
        return cls(stored["name"], dict(stored["weights"]))


PRESETS: Mapping[str, Objective] = {
    objective.name: objective
    for objective in (
        Objective("deep", {"depth": 1.0}),
        Objective("deep-narrow", {"depth": 1.0, "branching": -4.0}),
        Objective("deep-wide", {"depth": 1.0, "branching": 4.0}),
        Objective("human", {"difficulty": 1.0}),
    )
}
"""The objectives that have a name of their own; the first is the default."""


def metric(metrics: Metrics, name: str) -> int | float | None:
    """The value of a metric, None where it is not known. Raises UnknownMetricError."""
    if name not in metrics:
        raise UnknownMetricError(
            "there is no metric {name!r}; the family measures: {names}", name=name, names=", ".join(sorted(metrics))
        )
    return metrics[name]


def _bounded(value: float) -> float:
    """A value whose products and sums with others are finite; a whole number may be larger than any float."""
    return max(-GREATEST, min(GREATEST, value))


def parse_weights(texts: Sequence[str]) -> dict[str, float]:
    """The weights of texts such as `depth=1` and `branching=-0.5`. Raises ObjectiveError."""
    weights: dict[str, float] = {}
    for text in texts:
        name, _, number = (part.strip() for part in text.partition("="))
        if name in weights:
            raise ObjectiveError(
                "weight {text!r}: {name} has a weight already; give one for each metric", text=text, name=name
            )
        weights[name] = _weight(text, name, number)
    return weights


def _weight(text: str, name: str, number: str) -> float:
    try:
        weight = float(number)
    except ValueError:
        weight = math.nan
    if not name or not math.isfinite(weight):
        raise ObjectiveError(
            "weight {text!r} is not METRIC=NUMBER; write for example depth=1 or branching=-0.5", text=text
        )
    return weight
