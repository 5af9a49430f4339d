"""Water sort with hidden units, from what a player can know: the arrangements that look like all that was seen so far.

A view is the tubes as they are seen, "?" for a hidden unit. A belief is a view with all tubes that may be behind it.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import permutations
from math import inf
from typing import NamedTuple

from tests.oracles.watersort import Game, Tubes, runs_of

LETTERS = "abcdefghijklmnopqrstuvwx"


def fillings(view: Tubes, capacity: int) -> set[Tubes]:
    """All tubes that a view may be of: the runs on top are as long as they are seen."""
    seen = Counter(unit for tube in view for unit in tube if unit != "?")
    count = sum(map(len, view)) // capacity
    names = [*seen, *(letter for letter in LETTERS if letter not in seen)][:count]
    left = [name for name in names for _ in range(capacity - seen[name])]
    found = set()
    for order in set(permutations(left)):
        units = iter(order)
        tubes = tuple("".join(next(units) if unit == "?" else unit for unit in tube) for tube in view)
        if revealed(view, tubes) == view:
            found.add(tubes)
    return found


def revealed(view: Tubes, tubes: Tubes) -> Tubes:
    """What is seen of tubes after the runs on top have come to light."""
    after = []
    for hidden, tube in zip(view, tubes, strict=True):
        below = len(tube) - len(runs_of(tube)[-1]) if tube else 0
        after.append(hidden[:below] + tube[below:])
    return tuple(after)


class Belief(NamedTuple):
    """What is seen, and what may be behind it."""

    view: Tubes
    tubes: frozenset[Tubes]


class HiddenGame(NamedTuple):
    """The game of a player who does not know the hidden units, as a graph of all beliefs that can be reached."""

    game: Game

    def start(self, view: Tubes) -> Belief:
        """The belief at the beginning."""
        return Belief(view, frozenset(fillings(view, self.game.capacity)))

    def pours(self, belief: Belief) -> Iterator[tuple[tuple[int, int], list[Belief]]]:
        """Every pour, with what it may lead to; what is on top is seen, so a pour is allowed for all or for none."""
        games = {tubes: {(pour.source, pour.target): pour for pour in self.game.pours(tubes)} for tubes in belief.tubes}
        for move in next(iter(games.values())):
            looks: dict[Tubes, set[Tubes]] = {}
            for pours in games.values():
                _, target, units, after = pours[move]
                view = list(belief.view)
                view[target] += view[move[0]][-units:]
                view[move[0]] = view[move[0]][:-units]
                looks.setdefault(revealed(tuple(view), after), set()).add(after)
            yield move, [Belief(view, frozenset(tubes)) for view, tubes in looks.items()]

    def graph(self, start: Belief) -> dict[Belief, list[list[Belief]]]:
        """All beliefs with what their pours may lead to; none for one at the end."""
        found: dict[Belief, list[list[Belief]]] = {}
        waiting = [start]
        while waiting:
            belief = waiting.pop()
            if belief in found:
                continue
            is_over = all(map(self.game.is_solved, belief.tubes))
            found[belief] = [] if is_over else [outcomes for _, outcomes in self.pours(belief)]
            waiting += [outcome for outcomes in found[belief] for outcome in outcomes]
        return found

    def worst(self, start: Belief) -> float:
        """The pours that are enough whatever is hidden, inf where no number is: the least fixed point."""
        graph = self.graph(start)
        values = {belief: 0 if self._is_over(belief) else inf for belief in graph}
        _settle(
            values,
            lambda belief: min((1 + max(values[o] for o in outcomes) for outcomes in graph[belief]), default=inf),
            self._is_over,
        )
        return values[start]

    def expected(self, start: Belief) -> Fraction | None:
        """The least mean of pours over all arrangements, None where no way of playing solves them all."""
        graph = self.graph(start)
        values: dict[Belief, Fraction | None] = {b: Fraction(0) if self._is_over(b) else None for b in graph}

        def mean(belief: Belief) -> Fraction | None:
            means = []
            for outcomes in graph[belief]:
                parts = [(len(outcome.tubes), values[outcome]) for outcome in outcomes]
                if all(value is not None for _, value in parts):
                    means.append(1 + sum(n * value for n, value in parts if value is not None) / len(belief.tubes))
            return min(means, default=None)

        _settle(values, mean, self._is_over)
        return values[start]

    def chance(self, start: Belief) -> int:
        """The most arrangements that a way of playing solves."""
        graph = self.graph(start)
        values = {belief: len(belief.tubes) if self._is_over(belief) else 0 for belief in graph}
        _settle(
            values,
            lambda belief: max((sum(values[o] for o in outcomes) for outcomes in graph[belief]), default=0),
            self._is_over,
        )
        return values[start]

    def _is_over(self, belief: Belief) -> bool:
        return all(map(self.game.is_solved, belief.tubes))


def _settle(values, better, is_over) -> None:  # type: ignore[no-untyped-def]
    """Replace the values of all beliefs that are not over by better ones until nothing changes."""
    is_changing = True
    while is_changing:
        is_changing = False
        for belief in values:
            value = values[belief] if is_over(belief) else better(belief)
            if value != values[belief]:
                values[belief], is_changing = value, True


def games_of(game: Game, view: Tubes) -> Mapping[Tubes, int | None]:
    """The least pours of every arrangement for somebody who knows it."""
    found = {}
    for tubes in fillings(view, game.capacity):
        found[tubes] = game.remaining(game.reached(tubes)).get(tuple(sorted(tubes)))
    return found
