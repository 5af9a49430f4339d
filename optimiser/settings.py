"""The settings of a session."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from generator import Space
from optimiser.pool import Replacement


class Keep(StrEnum):
    """What stays of a session while it goes on."""

    EVERYTHING = "everything"
    """All evaluations, and every level that was worth keeping when it was found."""
    POOL_AND_ARCHIVE = "pool+archive"
    """The pool, the archive, what curators and others need, and the lineage of these; all else as counts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionSettings:
    """What a session was asked to do: all that it needs to go on, beside its snapshot.

    `weights` are those of the objective. `budget` is in nodes for one candidate, `batch` the number of candidates in a
    generation of one island, `patience` in evaluations, and `migration` in generations. `replacement` rules the pool
    and the breeding populations alike. `stop` are the conditions that end the session, `program` is the version that
    began it, and `keep` what stays of it; none of these changes its course.
    """

    family: str
    space: Space
    seed: int
    objective: str
    weights: Mapping[str, float]
    replacement: Replacement = Replacement.CROWDING
    budget: int
    pool_size: int = 10
    batch: int = 16
    stop: Mapping[str, Any] = field(default_factory=dict)
    program: str = ""
    population: int = 10
    patience: int = 500
    islands: int = 1
    migration: int = 20
    keep: Keep = Keep.EVERYTHING
