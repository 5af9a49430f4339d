"""The choice among mutation operators, which follows their recent success."""

from bisect import bisect_right
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import accumulate
from math import fsum

import numpy as np

WINDOW = 50
"""How many of its last applications an operator is judged by."""
EVEN_SHARE = 0.2
"""The part of all applications that is spread evenly, so that no operator is ever forgotten."""

Order = Callable[[np.random.Generator], list[str]]
"""Operators in an order that a random stream decides."""


class OperatorChoice:
    """Probability matching with a floor.

    An operator's quality is its share of successes in a window, with one success and one failure added, so
    that an untried operator counts as middling. See D. Thierens, An adaptive pursuit strategy for allocating
    operator probabilities (2005).
    """

    def __init__(self, names: Iterable[str]) -> None:
        self._recent: dict[str, deque[bool]] = {name: deque(maxlen=WINDOW) for name in names}

    def credit(self, name: str, success: bool) -> None:
        """Note the result of one application."""
        self._recent[name].append(success)

    def probabilities(self, names: Sequence[str]) -> list[float]:
        """How likely each of these operators is tried first; they sum to 1."""
        qualities = [(sum(self._recent[name]) + 1) / (len(self._recent[name]) + 2) for name in names]
        # Python's own sum of floats is another one from 3.12 on, and what is drawn must not depend on that.
        total = fsum(qualities)
        return [EVEN_SHARE / len(names) + (1 - EVEN_SHARE) * quality / total for quality in qualities]

    def order(self, names: Sequence[str]) -> Order:
        """Draws the order in which a candidate tries these operators, by their success so far."""
        weights = self.probabilities(names) if names else []
        ends = _ends(weights)
        return lambda rng: [names[index] for index in _drawn(weights, ends, rng)]

    def to_json(self) -> dict[str, str]:
        """The windows, oldest result first, one digit each."""
        return {name: "".join("01"[success] for success in recent) for name, recent in self._recent.items()}

    def load(self, stored: Mapping[str, str]) -> None:
        """Take over the windows that `to_json` wrote."""
        for name, results in stored.items():
            self._recent[name].extend(result == "1" for result in results)


def success_shares(stored: Sequence[Mapping[str, str]]) -> dict[str, float]:
    """The share of successes of each operator in all these windows, as `to_json` writes them; 0 where it is untried."""
    windows = {name: "".join(each[name] for each in stored) for name in stored[0]}
    return {name: window.count("1") / max(len(window), 1) for name, window in windows.items()}


def _drawn(weights: list[float], ends: list[float], rng: np.random.Generator) -> list[int]:
    """All indices in an order in which those of more weight tend to come first; `ends` are those of the weights.

    They are those that `rng.choice` draws without replacement, which takes ten times as long for so few.
    """
    count = len(weights)
    drawn = dict.fromkeys([bisect_right(ends, number) for number in rng.random(count).tolist()])
    while len(drawn) < count - 1:
        ends = _ends([0.0 if index in drawn else weight for index, weight in enumerate(weights)])
        drawn.update(dict.fromkeys([bisect_right(ends, number) for number in rng.random(count - len(drawn)).tolist()]))
    if len(drawn) < count:
        # One number decides which of one it is, and what is drawn later depends on its being drawn.
        rng.random()
        drawn.update(dict.fromkeys(range(count)))
    return list(drawn)


def _ends(weights: list[float]) -> list[float]:
    """Where the parts end into which weights divide the span from 0 to 1."""
    sums = list(accumulate(weights))
    return [end / sums[-1] for end in sums]
