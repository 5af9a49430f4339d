"""The border of a kind: one way in which levels are made."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

import numpy as np

from generator.puzzles.sokoban.level import Level
from generator.values import DEFAULT_REQUEST, Description, Genome, Request, Solution, Space, Specimen


class Kind(Protocol):
    """One way of making levels, which a genome names by its type.

    Everything is as in `generator.Family`. The first kind that describes a level solves it.
    """

    @property
    def types(self) -> Sequence[str]:
        """The types of its genomes and levels."""

    def operators(self, space: Space) -> Mapping[str, int]:
        """The mutation operators of a space."""

    def seeded(self, space: Space, text: str) -> Space:
        """The space with the levels of a file as seeds. Raises LevelFormatError or SettingError."""

    def random_genome(self, space: Space, rng: np.random.Generator) -> Genome:
        """A new genome within the space."""

    def mutate(
        self, operator: str, parents: Sequence[Specimen], space: Space, rng: np.random.Generator
    ) -> Genome | None:
        """The child of one application of an operator, or None."""

    def generate(self, genome: Genome) -> Level:
        """The level of a genome. Raises GenomeError or GenerationError."""

    def known_solution(self, genome: Genome) -> str:
        """The solution that generation leaves behind, or an empty string."""

    def describe(self, level: Level) -> Description | None:
        """What a level of this kind is called, None for all others."""

    def promise(self, level: Level) -> float:
        """How good a level of this kind may turn out to be."""

    def solve(self, level: Level, budget: int, request: Request = DEFAULT_REQUEST) -> Solution:
        """Solve a level of this kind. Raises UnsupportedLevelError."""

    def shorten(self, level: Level, moves: str, budget: int, request: Request = DEFAULT_REQUEST) -> Iterator[str]:
        """Better and better solutions than the one given. Raises IllegalMoveError, and UnsupportedLevelError."""

    def warm(self, space: Space) -> None:
        """Compile or load all kernels of this kind."""
