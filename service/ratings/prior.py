"""What a level is taken to be worth before anybody has played it, by its predicted difficulty."""

from collections.abc import Mapping
from math import log, log2

from generator import get_declaration
from service.ratings.glicko import MEAN, SCALE
from storage.ratings import Strength

VOLATILITY = 0.06
NEWCOMER = Strength(MEAN, 350.0, VOLATILITY)
"""A player of whom nothing is known; strangers, who have no rating of their own, always play as one."""

_TAMED = 0.669
"""What the spread of the players takes off the effect of a rating: g(350) of the paper."""
_LEAST_SHARE = 0.02
_BY_DIFFICULTY = 270.0
"""The spread of 350 that remains beside a rank correlation of 0.64, which the estimate has with what players did."""
_BY_DEPTH = 316.0
"""The same beside 0.43, the correlation of the depth."""
_USUAL_DEPTH, _OF_DOUBLE_DEPTH, _MOST_OFF = 20, 150.0, 600.0
"""The depth of a level that is taken for average, what twice the depth adds, and the most that depth decides."""


def prior(family: str, depth: int, metrics: Mapping[str, int | float | None]) -> Strength:
    """A level that nobody has played: by the share of players who are expected to fail, else by its depth."""
    share = metrics.get("difficulty") if _is_share(family) else None
    if share is not None:
        share = min(max(share, _LEAST_SHARE), 1 - _LEAST_SHARE)
        return Strength(MEAN + SCALE / _TAMED * log(share / (1 - share)), _BY_DIFFICULTY, VOLATILITY)
    off = _OF_DOUBLE_DEPTH * log2(max(depth, 1) / _USUAL_DEPTH)
    return Strength(MEAN + min(max(off, -_MOST_OFF), _MOST_OFF), _BY_DEPTH, VOLATILITY)


def _is_share(family: str) -> bool:
    """Whether a family counts the difficulty as a share of players; elsewhere it may be something else."""
    metric = get_declaration(family).metrics.get("difficulty")
    return metric is not None and metric.unit == "share"
