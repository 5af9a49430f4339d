"""The border of a puzzle family: all that the rest of the program knows about a puzzle."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple, Protocol, TypeVar

import numpy as np

Genome = Mapping[str, Any]
"""What evolution changes, as a JSON object."""

Space = Mapping[str, Any]
"""What a session may build (types, sizes, policy ...), as a JSON object that `Declaration.space` made."""

Metrics = Mapping[str, int | float | None]
"""What `measure` counted; every family has `depth` and `branching`. None: not known within the budget."""

Level = TypeVar("Level")


class Specimen(NamedTuple):
    """A genome and the text of its level, as a parent hands them to an operator."""

    genome: Genome
    level: str


class SolveStatus(StrEnum):
    """The three answers of a solver; a spent budget is never "unsolvable"."""

    SOLVED = "solved"
    UNSOLVABLE = "unsolvable"
    NODE_LIMIT = "node_limit"


@dataclass(frozen=True, slots=True)
class Solution:
    """A solver's answer together with what it proves and what it cost.

    `lower_bound` and `upper_bound` enclose the least depth in the family's unit (pushes, layers, pours);
    `upper_bound` is None while no solution is known. `moves` is a solution of length `upper_bound` in the
    family's notation, or empty. `nodes` were searched in all; none of the solver's searches keeps more than `budget`.
    """

    status: SolveStatus
    lower_bound: int
    upper_bound: int | None
    moves: str
    nodes: int
    budget: int
    reason: str = ""

    @property
    def proven(self) -> bool:
        """Whether the answer is exact: a least depth, or a proof that there is no solution."""
        return self.status is SolveStatus.UNSOLVABLE or self.lower_bound == self.upper_bound


@dataclass(frozen=True, slots=True)
class Description:
    """What a level is called by: its type, its size and how many pieces it has (boxes, numbers, tubes)."""

    type: str
    size: int
    boxes: int


@dataclass(frozen=True, slots=True)
class Entry:
    """One level of a file, as text, with what the file says about it."""

    level: str
    title: str = ""
    author: str = ""
    comment: str = ""
    solution: str = ""


@dataclass(frozen=True, slots=True)
class Option:
    """A setting of a family as the command line offers it: `--name VALUE`, repeatable where `multiple`.

    `kind` is int or str; `choices` are the allowed words, none meaning any.
    """

    name: str
    kind: type[int] | type[str]
    help: str
    choices: tuple[str, ...] = ()
    multiple: bool = False


class Declaration(Protocol):
    """What a family declares before any of its code is needed: cheap to import, no numba behind it."""

    @property
    def options(self) -> Sequence[Option]:
        """The settings of this family, in the order in which help shows them."""

    @property
    def presets(self) -> Mapping[str, Mapping[str, Any]]:
        """Named settings; the first is the default."""

    def space(self, settings: Mapping[str, Any]) -> Space:
        """Complete and check the settings of a session; `nodes` is the budget where the user names one.

        Raises SettingError with the remedy.
        """

    def budget(self, space: Space) -> int:
        """The node budget for one candidate of this space."""


class Family(Protocol[Level]):
    """A puzzle family: one folder of `generator.puzzles` behind these functions."""

    @property
    def name(self) -> str:
        """The name under which the registry finds the family."""

    @property
    def operators(self) -> Mapping[str, int]:
        """Every mutation operator with the number of parents that it takes (1 or 2)."""

    def random_genome(self, space: Space, rng: np.random.Generator) -> Genome:
        """A new genome within the space."""

    def mutate(
        self, operator: str, parents: Sequence[Specimen], space: Space, rng: np.random.Generator
    ) -> Genome | None:
        """The child of one application of an operator, or None where it does not apply to these parents."""

    def genome_of(self, level: Level) -> Genome:
        """A genome that generates just this level, for levels that came from elsewhere."""

    def generate(self, genome: Genome) -> Level:
        """The level of a genome: a pure function, the same byte for byte in every process.

        Raises GenomeError, or GenerationError where a threshold is not met.
        """

    def known_solution(self, genome: Genome) -> str:
        """The solution that generation itself leaves behind (a scramble undone), or an empty string."""

    def parse(self, text: str) -> Level:
        """The level of a text. Raises LevelFormatError."""

    def format(self, level: Level) -> str:
        """The text of a level; parse and format are inverse."""

    def parse_file(self, text: str) -> list[Entry]:
        """All levels of a file. Raises LevelFormatError."""

    def format_file(self, entries: Sequence[Entry]) -> str:
        """The file that holds these levels."""

    def solve(self, level: Level, budget: int) -> Solution:
        """Solve with at most `budget` nodes in each search; deterministic.

        Raises UnsupportedLevelError where the level is of a kind that the solver does not know.
        """

    def replay(self, level: Level, moves: str) -> int:
        """Play a solution under the puzzle's own rules and return its depth.

        Raises IllegalMoveError, also where the moves do not solve the level.
        """

    def measure(self, level: Level, solution: Solution) -> Metrics:
        """Count everything that an objective may weigh."""

    def describe(self, level: Level) -> Description:
        """The level's type, size and number of pieces."""

    def canonical(self, level: Level) -> str:
        """The identity of a level: equal for levels that players would call the same."""

    def distance(self, one: Level, other: Level) -> float:
        """How different two levels are, from 0 (the same) to 1."""

    def render(self, level: Level) -> str:
        """The level as a standalone SVG picture."""

    def warm(self, space: Space) -> None:
        """Compile or load what `generate`, `solve` and `measure` need, so that clocks may start."""
