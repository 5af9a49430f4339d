"""Conditions on a metric: when a session may stop, what it requires of levels, and which levels are looked for."""

import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from generator import Metrics
from optimiser.errors import TargetError
from optimiser.objective import metric

RELATIONS: Mapping[str, Callable[[float, float], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
    "=": operator.eq,
    "!=": operator.ne,
}
SCORE = "score"
"""What a target may name besides the metrics: what the objective makes of them."""

TARGET = re.compile(r"\s*([A-Za-z_][\w-]*)\s*(>=|<=|!=|=|>|<)\s*([+-]?\d+(?:\.\d+)?)\s*")


@dataclass(frozen=True, slots=True)
class Target:
    """A bound on one metric; `relation` is a key of RELATIONS."""

    metric: str
    relation: str
    number: float

    def __str__(self) -> str:
        return f"{self.metric}{self.relation}{self.number!r}".removesuffix(".0")

    def met(self, metrics: Metrics) -> bool:
        """Whether the metric is known and within the bound. Raises UnknownMetricError."""
        value = metric(metrics, self.metric)
        return value is not None and RELATIONS[self.relation](value, self.number)


def parse_target(text: str) -> Target:
    """The target of a text such as `depth>=90`. Raises TargetError."""
    match = TARGET.fullmatch(text)
    if match is None:
        raise TargetError(
            "{text!r} is not METRIC>=NUMBER (or <=, >, <, =, !=); write for example 'depth>=90'", text=text
        )
    name, relation, number = match.groups()
    return Target(name, relation, float(number))
