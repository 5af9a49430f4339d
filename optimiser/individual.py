"""An individual: a measured level as evolution sees it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from generator import Genome, Metrics


@dataclass(frozen=True, slots=True)
class Individual:
    """A level with its genome, its metrics and its score; `identity` is its own within the family."""

    identity: str
    genome: Genome
    text: str
    score: float
    metrics: Metrics

    def to_json(self) -> dict[str, Any]:
        """The individual as a JSON object that `from_json` reads."""
        return {
            "key": self.identity,
            "genome": self.genome,
            "text": self.text,
            "score": self.score,
            "metrics": self.metrics,
        }

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Self:
        """The individual that `to_json` wrote."""
        return cls(stored["key"], stored["genome"], stored["text"], stored["score"], stored["metrics"])
