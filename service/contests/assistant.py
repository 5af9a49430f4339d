"""Which levels suit a contest: as hard as wanted, unlike each other, and unlike those of former contests."""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from storage.contests import Part

WEIGHED = 12
"""Levels nearest in difficulty that are compared with others at a time."""
MOST_WEIGHED = 5 * WEIGHED
"""Levels that are compared with others at most, which takes time, while all are near duplicates."""
POINTS_OF_LIKENESS = 1000.0
"""How many points of rating off the mark are as bad as being the same as a former level."""
_SHARES = {Part.MAIN: 0.75}
"""The share of the levels to choose from that are easier than a part wants, without former contests; else half."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A level that may be proposed; `rating` is how hard it is, or is expected to be."""

    id: int
    family: str
    text: str
    rating: float


@dataclass(frozen=True, slots=True)
class Proposal:
    """A level for a part: the rating that was wanted, and how like the most similar other level it is, if any.

    `is_alike` says that it is a near duplicate of that level, because no other one was found; `is_as_former` that
    former contests had the part, and decided what was wanted.
    """

    part: Part
    candidate: Candidate
    wanted: float
    likeness: float | None
    is_alike: bool = False
    is_as_former: bool = False


def wanted_rating(part: Part, former: Mapping[Part, Sequence[float]], candidates: Sequence[Candidate]) -> float:
    """How hard a part should be: as in former contests, where there were any."""
    if former.get(part):
        return median(former[part])
    ratings = sorted(candidate.rating for candidate in candidates)
    return ratings[int(_SHARES.get(part, 0.5) * (len(ratings) - 1))]


def nearest(candidates: Sequence[Candidate], wanted: float) -> list[list[Candidate]]:
    """The levels that are nearest in difficulty, so many at a time, the nearest first."""
    ordered = sorted(candidates, key=lambda candidate: (abs(candidate.rating - wanted), candidate.id))
    return [ordered[first : first + WEIGHED] for first in range(0, min(len(ordered), MOST_WEIGHED), WEIGHED)]


def best(
    part: Part, wanted: float, likenesses: Mapping[Candidate, float | None], alike: Container[Candidate] = ()
) -> Proposal:
    """The level that is best by both: near in difficulty, and unlike all others.

    Near duplicates, which are those `alike`, come after all others.
    """

    def cost(candidate: Candidate) -> tuple[bool, float, int]:
        likeness = likenesses[candidate] or 0.0
        distance = abs(candidate.rating - wanted) + POINTS_OF_LIKENESS * likeness
        return candidate in alike, distance, candidate.id

    chosen = min(likenesses, key=cost)
    return Proposal(part, chosen, wanted, likenesses[chosen], chosen in alike)
