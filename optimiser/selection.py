"""The choice of parents: good ones and lonely ones breed."""

from dataclasses import dataclass

import numpy as np
from deap import base, tools

from optimiser.individual import Individual
from optimiser.pool import Pool


class Fitness(base.Fitness):  # type: ignore[misc]  # DEAP has no types
    """Score and isolation (the distance to the nearest member), both to be maximised."""

    weights = (1.0, 1.0)


@dataclass(frozen=True, slots=True)
class _Contender:
    place: int
    fitness: Fitness


class Tournament:
    """Binary tournaments by non-dominated rank over the members of a pool as they are now."""

    def __init__(self, pool: Pool) -> None:
        self._members = pool.members
        places = zip(pool.members, pool.isolations(), strict=True)
        contenders = [
            _Contender(index, Fitness((member.score, isolation))) for index, (member, isolation) in enumerate(places)
        ]
        fronts = tools.sortNondominated(contenders, len(contenders))
        self._rank = {contender.place: rank for rank, front in enumerate(fronts) for contender in front}

    def draw(self, count: int, rng: np.random.Generator) -> list[Individual]:
        """`count` different members, each the better of two at random."""
        places = list(range(len(self._members)))
        drawn = []
        for _ in range(count):
            winner = min((places[index] for index in two_of(len(places), rng)), key=self._rank.__getitem__)
            places.remove(winner)
            drawn.append(self._members[winner])
        return drawn


def two_of(count: int, rng: np.random.Generator) -> tuple[int, ...]:
    """Two different numbers below a count, or the only one.

    They are those that `rng.choice` draws without replacement, which takes twice as long (R. Floyd's algorithm, and a
    shuffle).
    """
    if count == 1:
        return (0,)
    one, other = int(rng.integers(count - 1)), int(rng.integers(count))
    if other == one:
        other = count - 1
    return (one, other) if rng.integers(2) else (other, one)
