"""The border of a kind: one way in which levels are made."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

import numpy as np

from generator.capabilities import Atlas
from generator.puzzles.sokoban.level import Level
from generator.puzzles.sokoban.workspace import Workspace
from generator.values import Description, Genome, Made, Metrics, Request, Solution, Space, Specimen

Known = Any
"""The witness of a kind, which no other kind can read."""


class Kind(Protocol):
    """One way of making levels, which a genome names by its type.

    Everything is as in `generator.Family`, but that a kind is always told what is known of a level, and where to work.
    """

    @property
    def types(self) -> Sequence[str]:
        """The types of its genomes and levels."""

    @property
    def atlas(self) -> Atlas:
        """The atlas of its small levels."""

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

    def generate(self, genome: Genome, workspace: Workspace) -> Made[Level]:
        """The level of a genome. Raises GenomeError or GenerationError."""

    def recognise(self, level: Level) -> Known | None:
        """What a look at a level shows, None where it is of another kind."""

    def known_solution(self, known: Known, workspace: Workspace) -> str:
        """The solution that generation leaves behind, or an empty string."""

    def describe(self, level: Level, known: Known) -> Description:
        """What a level of this kind is called."""

    def promise(self, known: Known) -> float:
        """How good a level of this kind may turn out to be."""

    def answers(self, request: Request) -> bool:
        """Whether `solve` heeds all that is requested."""

    def solve(self, level: Level, known: Known, budget: int, request: Request, workspace: Workspace) -> Solution:
        """Solve a level of this kind. Raises UnsupportedLevelError."""

    def shorten(self, level: Level, known: Known, moves: str, budget: int, request: Request) -> Iterator[str]:
        """Better and better solutions than the one given. Raises IllegalMoveError, and UnsupportedLevelError."""

    def measure(self, level: Level, known: Known, solution: Solution, workspace: Workspace) -> Metrics:
        """Count the metrics that only this kind knows how to count."""

    def warm(self, space: Space) -> None:
        """Compile or load all kernels of this kind."""
