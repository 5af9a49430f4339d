"""The border of a puzzle family: what every family does. What it may do besides is in `generator.capabilities`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol, TypeVar

from generator.values import (
    DEFAULT_REQUEST,
    Description,
    Genome,
    Made,
    Metrics,
    Request,
    Solution,
    Space,
    Specimen,
    Witness,
)

if TYPE_CHECKING:
    import numpy as np

Level = TypeVar("Level")


class Family(Protocol[Level]):
    """A puzzle family: one folder of `generator.puzzles` behind these functions."""

    @property
    def name(self) -> str:
        """The name under which the registry finds the family."""

    def operators(self, space: Space) -> Mapping[str, int]:
        """The mutation operators of a space, each with the number of parents that it takes (1 or 2)."""

    def random_genome(self, space: Space, rng: np.random.Generator) -> Genome:
        """A new genome within the space."""

    def mutate(
        self, operator: str, parents: Sequence[Specimen], space: Space, rng: np.random.Generator
    ) -> Genome | None:
        """The child of one application of an operator, or None where it does not apply to these parents."""

    def generate(self, genome: Genome) -> Made[Level]:
        """The level of a genome and its witness: a pure function, the same level byte for byte in every process.

        Raises GenomeError, or GenerationError where a threshold is not met.
        """

    def parse(self, text: str) -> Level:
        """The level of a text. Raises LevelFormatError."""

    def format(self, level: Level) -> str:
        """The text of a level; parse and format are inverse."""

    def solve(self, level: Level, budget: int, request: Request = DEFAULT_REQUEST, witness: Witness = None) -> Solution:
        """Solve with at most `budget` nodes in each search; deterministic but where a request's clock stops it.

        The answer is the same with the witness of the level's making and without it.
        Raises UnsupportedLevelError where the level is of a kind that the solver does not know.
        """

    def replay(self, level: Level, moves: str) -> int:
        """Play a solution under the puzzle's own rules and return its depth.

        Raises IllegalMoveError, also where the moves do not solve the level.
        """

    def measure(self, level: Level, solution: Solution) -> Metrics:
        """Count all metrics of the declaration but those that are appraised."""

    def describe(self, level: Level, witness: Witness = None) -> Description:
        """The level's type, size and number of pieces."""

    def identity(self, level: Level) -> str:
        """The identity of a level: equal for levels that players would call the same."""
