"""What a session reports, generation by generation; storage fills the Recorder protocol."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol

from generator import Description, Genome, Metrics
from generator.messages import SILENCE, Message

PIECES_KEY = "boxes"
"""The number of pieces as databases, JSON, CSV, addresses and options name it; boxes once were the only pieces."""
CLUSTER_WORKERS = "cluster_workers"
"""The statistic of a generation that says how many workers a cluster had; it is measured and decides nothing."""


class Outcome(StrEnum):
    """What became of a candidate."""

    POOLED = "pooled"
    """It entered the pool of ten (and perhaps its breeding population and the archive too)."""
    KEPT = "kept"
    """It entered the breeding population or the archive, not the pool."""
    DROPPED = "dropped"
    """It was no better than its nearest neighbour."""
    DUPLICATE = "duplicate"
    """The pool or the population already has a level of the same identity."""
    REJECTED = "rejected"
    """Its genome gave no level (a threshold was not met)."""
    FAILED = "failed"
    """Its evaluation killed three workers."""


@dataclass(frozen=True, slots=True)
class LevelRecord:
    """A measured level, ready to be stored; `identity` is its own within the family."""

    identity: str
    family: str
    description: Description
    text: str
    solution: str
    lower_bound: int
    upper_bound: int | None
    proven: bool
    nodes: int
    budget: int
    metrics: Metrics
    genome: Genome

    def figures(self) -> dict[str, Any]:
        """What is known of the level, by the names under which it is stored and shown."""
        return {
            "type": self.description.type,
            "size": self.description.size,
            PIECES_KEY: self.description.pieces,
            "depth": self.lower_bound,
            "lower_bound": self.lower_bound,
            "upper_bound": self.upper_bound,
            "proven": self.proven,
            "moves": self.metrics.get("moves"),
            "branching": self.metrics.get("branching"),
            "metrics": self.metrics,
        }


@dataclass(frozen=True, slots=True)
class Parent:
    """A parent of a candidate: its level's identity and the score it had."""

    identity: str
    score: float


@dataclass(frozen=True, slots=True)
class CandidateRecord:
    """One evaluated candidate: `level` only where it is worth keeping."""

    slot: int
    operator: str
    parents: tuple[Parent, ...]
    outcome: Outcome
    score: float | None
    nodes: int
    level: LevelRecord | None = None
    note: Message = SILENCE


@dataclass(frozen=True, slots=True)
class CellRecord:
    """An archive cell that has a new best level; `cell` is its bin on each axis of the family."""

    cell: tuple[int, ...]
    identity: str
    score: float


@dataclass(frozen=True, slots=True)
class EventRecord:
    """Something worth telling: a restart of the population, a new best, a lost worker."""

    kind: str
    text: Message


@dataclass(frozen=True, slots=True)
class GenerationRecord:
    """Everything one generation changed, and the snapshot from which the session goes on.

    `statistics` has floats by name (best, mean, diversity, evaluations ...); `pool` lists the identities
    of the pool's levels, best first; `snapshot` is JSON that `Session.restore` understands.
    """

    number: int
    evaluations: int
    candidates: Sequence[CandidateRecord]
    cells: Sequence[CellRecord]
    events: Sequence[EventRecord]
    statistics: Mapping[str, float]
    pool: Sequence[str]
    snapshot: Mapping[str, Any] = field(repr=False)


class Recorder(Protocol):
    """Where a session's generations go."""

    def record(self, generation: GenerationRecord) -> None:
        """Keep the generation and its snapshot together, or nothing of them; quick ones may be gathered before."""
