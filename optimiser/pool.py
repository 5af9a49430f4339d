"""The pool: a few good individuals that differ from each other."""

from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from itertools import combinations
from statistics import fmean

from optimiser.distance import Distances
from optimiser.individual import Individual


class AddStatus(StrEnum):
    """What became of an individual that was offered to a pool."""

    NEW = "new"
    """It took a free place."""
    IMPROVED = "improved"
    """It took the place of a member that is not better."""
    NOT_ADDED = "not_added"
    """Its rival is better."""
    DUPLICATE = "duplicate"
    """The pool has a member of the same identity."""

    @property
    def entered(self) -> bool:
        """Whether the individual is a member now."""
        return self in (AddStatus.NEW, AddStatus.IMPROVED)


class Replacement(StrEnum):
    """Which member a newcomer to a full pool competes with."""

    CROWDING = "crowding"
    """The nearest one, which it replaces if it is not worse: the members keep their distance."""
    ELITIST = "elitist"
    """The worst one, which it replaces if it is better: the best survive, in the end near copies of one."""


class Pool:
    """At most `capacity` individuals of different identity.

    Every newcomer costs at most one distance for each member: the distances among members are kept.
    """

    def __init__(self, capacity: int, replacement: Replacement, distances: Distances) -> None:
        self._capacity = capacity
        self._rival = _RIVALS[replacement]
        self._distances = distances
        self._members: list[Individual] = []
        self._apart: list[list[float]] = []

    def __len__(self) -> int:
        return len(self._members)

    @property
    def members(self) -> Sequence[Individual]:
        """The members in the order of their places."""
        return tuple(self._members)

    @property
    def full(self) -> bool:
        """Whether a newcomer must take another's place."""
        return len(self._members) >= self._capacity

    @property
    def best(self) -> Individual | None:
        """The member with the highest score, None in an empty pool."""
        return max(self._members, key=_score, default=None)

    def ranked(self) -> list[Individual]:
        """The members by score, the best first."""
        return sorted(self._members, key=_score, reverse=True)

    def add(self, child: Individual) -> AddStatus:
        """Offer an individual to the pool."""
        if any(member.identity == child.identity for member in self._members):
            return AddStatus.DUPLICATE
        if not self.full:
            self._append(child)
            return AddStatus.NEW
        if child.score < min(map(_score, self._members)):
            # No rule lets it in, and distances are dear.
            return AddStatus.NOT_ADDED
        apart = self._distances(child, self._members)
        place = self._rival(child, self._members, apart)
        if place is None:
            return AddStatus.NOT_ADDED
        self._replace(place, child, apart)
        return AddStatus.IMPROVED

    def extend(self, members: Iterable[Individual]) -> None:
        """Take over members of an earlier pool, which are different and not too many."""
        for member in members:
            self._append(member)

    def clear(self) -> None:
        """Forget all members."""
        self._members.clear()
        self._apart.clear()

    def isolations(self) -> list[float]:
        """The distance of each member to its nearest fellow; 1 where it is alone."""
        return [
            min((apart for other, apart in enumerate(row) if other != index), default=1.0)
            for index, row in enumerate(self._apart)
        ]

    def diversity(self) -> float:
        """The mean distance of two members; 0 where there are no two."""
        pairs = combinations(range(len(self._members)), 2)
        distances = [self._apart[one][other] for one, other in pairs]
        return fmean(distances) if distances else 0.0

    def _append(self, child: Individual) -> None:
        apart = self._distances(child, self._members)
        for row, distance in zip(self._apart, apart, strict=True):
            row.append(distance)
        self._apart.append([*apart, 0.0])
        self._members.append(child)

    def _replace(self, place: int, child: Individual, apart: list[float]) -> None:
        for row, distance in zip(self._apart, apart, strict=True):
            row[place] = distance
        self._apart[place] = [*apart[:place], 0.0, *apart[place + 1 :]]
        self._members[place] = child


def _score(individual: Individual) -> float:
    return individual.score


def _nearest(child: Individual, members: Sequence[Individual], apart: Sequence[float]) -> int | None:
    place = min(range(len(members)), key=lambda place: (apart[place], members[place].score))
    return place if child.score >= members[place].score else None


def _worst(child: Individual, members: Sequence[Individual], _: Sequence[float]) -> int | None:
    place = min(range(len(members)), key=lambda place: members[place].score)
    return place if child.score > members[place].score else None


_RIVALS: dict[Replacement, Callable[[Individual, Sequence[Individual], Sequence[float]], int | None]] = {
    Replacement.CROWDING: _nearest,
    Replacement.ELITIST: _worst,
}
