"""The border of a puzzle family: all that the rest of the program knows about a puzzle.

Help lists the tools of every family, so nothing here is slow to import, not even numpy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, Self, TypeVar

from generator.errors import IllegalMoveError

if TYPE_CHECKING:
    import numpy as np

Genome = Mapping[str, Any]
"""What evolution changes, as a JSON object."""

Space = Mapping[str, Any]
"""What a session may build (types, sizes, policy ...), as a JSON object that `Declaration.space` made."""

SEEDS = "seeds"
"""Where a space keeps the genomes that its session begins with, if `Family.seeded` has put any there."""

BROOD = "brood"
"""Where a space says how many children are born for each that is evaluated, see `Family.promise`; else it is one."""

Metrics = Mapping[str, int | float | None]
"""What was counted by name. None: not known within the budget, or nothing that a level of this type has."""

PICTURE_CELL = 16
"""Pictures are laid out on a grid of so many units: a whole number of pixels for it keeps their edges sharp."""

Level = TypeVar("Level")


class Better(StrEnum):
    """Which values of a metric make a level better, as most people see it."""

    MORE = "more"
    LESS = "less"
    NEITHER = "neither"


@dataclass(frozen=True, slots=True)
class Metric:
    """A figure that is counted of a level; `help` is one sentence, `appraised` whether `appraise` alone counts it."""

    unit: str
    help: str
    better: Better = Better.NEITHER
    appraised: bool = False


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
class Aim:
    """What a solver may look for: `metric` is what the bounds of its answer count, a key of `CheckedSolution`.

    `least`: whether it looks for the least, so that solutions can be compared by it.
    """

    help: str
    metric: str
    least: bool = True


class Standing(NamedTuple):
    """How far a search has come: the depth that is still to go at least, 0 with a solution, and the bounds so far."""

    remaining: int
    lower_bound: int
    upper_bound: int | None


def _unheard(standing: Standing) -> None:
    """Nobody listens."""


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked of a solver besides its budget of nodes.

    `aim` is one of the declaration, empty for the first; `without` names techniques that are switched off. A search
    holds at most so many megabytes, and the clock only stops it: what is proven does not depend on either. Searches
    that take long may tell `listener` now and then how far they are.
    """

    aim: str = ""
    without: frozenset[str] = frozenset()
    seconds: float | None = None
    megabytes: int = 2048
    listener: Callable[[Standing], None] = field(default=_unheard, compare=False)


DEFAULT_REQUEST = Request()


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
class PictureReading:
    """A level that was read from a picture, how sure that is (0 to 1), and a PNG that shows what was found where."""

    level: str
    confidence: float
    annotated: bytes


class FileFormat(NamedTuple):
    """A format of level files: the endings of their names, and the fields of Entry that it has no place for."""

    endings: tuple[str, ...]
    lost: tuple[str, ...] = ()


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


@dataclass(frozen=True, slots=True)
class CellStyle:
    """How a letter of a level's text is drawn on a terminal: two letters, their colour, and the ground under them.

    `dot` is the colour where a cell is only half a letter.
    """

    letters: str
    ink: str
    ground: str
    dot: str


@dataclass(frozen=True, slots=True)
class Scene:
    """An SVG picture to be painted over the scenes before it, with its upper left corner at (x, y).

    Sides and corners lie on the grid of PICTURE_CELL. Where it is transparent, it changes nothing.
    """

    svg: str
    x: int
    y: int


class ToolInput(StrEnum):
    """What a tool is given: the text of one level, or moves in any notation of the family."""

    LEVEL = "level"
    MOVES = "moves"


@dataclass(frozen=True, slots=True)
class Tool:
    """A command of one family alone: `cenote NAME INPUTS... --option VALUE`, all options required.

    `help` is one sentence, `example` what stands behind the name in an example.
    """

    name: str
    help: str
    example: str
    inputs: tuple[ToolInput, ...]
    options: tuple[Option, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """What a tool found, as lines to print and as the fields of a JSON object."""

    text: str
    fields: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class CheckedSolution:
    """A solution that was accepted: its moves as they count, how many more followed, and what they are compared by."""

    moves: str
    cut: int
    metrics: Mapping[str, int]

    def within(self, most: int | None) -> Self:
        """This solution. Raises IllegalMoveError where it has more letters than that."""
        if most is not None and len(self.moves) > most:
            raise IllegalMoveError(f"the solution has more than {most:,} letters; give a shorter one", most + 1)
        return self


@dataclass(frozen=True, slots=True)
class Chapter:
    """A part of an atlas that is worked out by itself; by symmetry its states stand for `images` times as many."""

    name: str
    states: int
    images: int


@dataclass(frozen=True, slots=True)
class Component:
    """All states that can be reached from one another, and the deepest level among them, in the family's unit.

    `level` is empty where it is not worth keeping, as where there is only one state. `invariant` is the same for all
    states: what sets components of a chapter apart that share it is not known.
    """

    states: int
    invariant: str
    depth: int
    level: str


class Atlas(Protocol):
    """All levels of a small size, in chapters that do not depend on one another."""

    def settings(self, given: Mapping[str, Any]) -> Mapping[str, Any]:
        """Complete and check the settings that name an atlas. Raises SettingError, also where that is too large."""

    def chapters(self, settings: Mapping[str, Any]) -> Sequence[Chapter]:
        """All chapters of an atlas, always the same ones in the same order."""

    def explore(self, settings: Mapping[str, Any], chapter: str) -> Sequence[Component]:
        """The components of a chapter with their exact depths, always the same."""


class Declaration(Protocol):
    """What a family declares before any of its code is needed: cheap to import, no numba behind it."""

    @property
    def options(self) -> Sequence[Option]:
        """The settings of this family, in the order in which help shows them."""

    @property
    def presets(self) -> Mapping[str, Mapping[str, Any]]:
        """Named settings; the first is the default."""

    @property
    def formats(self) -> Mapping[str, FileFormat]:
        """The formats of level files by name; the first is the family's own."""

    @property
    def example(self) -> Entry:
        """A small level with its solution, by which programs see to it that all is loaded before somebody waits."""

    @property
    def pictures(self) -> Sequence[str]:
        """The endings of the pictures that levels are read from, see `Family.read_picture`; none in most families."""

    @property
    def aims(self) -> Mapping[str, Aim]:
        """What the solver may look for, by name; the first is the default, in the unit of the depth."""

    @property
    def techniques(self) -> Mapping[str, str]:
        """The techniques of the solver that can be switched off, each with a line on what it is."""

    @property
    def cells(self) -> Mapping[str, CellStyle]:
        """The look of every letter of a level where each is a cell of a board; empty where levels are other text."""

    @property
    def metrics(self) -> Mapping[str, Metric]:
        """What `measure` and `appraise` count, by name; every family has `depth` and `branching`."""

    @property
    def tools(self) -> Sequence[Tool]:
        """The commands that only this family has; their names are unlike those of all other commands."""

    @property
    def atlas(self) -> Sequence[Option]:
        """The settings that name an atlas, see `Family.atlas`; none in families that have none."""

    @property
    def player(self) -> str:
        """The file in the family's folder with which a level is played in a browser; empty where there is none.

        It is an ES module with the function `createPlayer`, as `service/web/static/player/frame.js` describes it; it
        and all that it imports lie in a folder of their own, which is served to everybody.
        """

    @property
    def objectives(self) -> Mapping[str, Mapping[str, float]]:
        """What makes a level good in this family alone: weights of metrics by a name, which no other family has."""

    def objective(self, space: Space) -> str:
        """The one of `objectives` that a session of this space has by default; empty where that is depth."""

    def space(self, settings: Mapping[str, Any]) -> Space:
        """Complete and check the settings of a session; `nodes` is the budget where the user names one.

        A session that begins with the levels of a file has the file's text as `seed-levels`, see `Family.seeded`;
        `objective` is the name of the objective that the user asks for, if any.

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
    def atlas(self) -> Atlas | None:
        """The complete enumeration of the small levels, in families that have it."""

    def operators(self, space: Space) -> Mapping[str, int]:
        """The mutation operators of a space, each with the number of parents that it takes (1 or 2)."""

    def seeded(self, space: Space, text: str) -> Space:
        """The space of a session that begins with the levels of a file: their genomes are its SEEDS.

        Raises LevelFormatError, or SettingError where the space has no place for a level.
        """

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
        """All levels of a file in any format, which the text itself shows. Raises LevelFormatError."""

    def format_file(self, entries: Iterable[Entry], format_: str) -> Iterator[str]:
        """The file that holds these levels in a format of the declaration, in pieces, so that one level is in memory.

        Raises PuzzleError for an entry whose level or solution is none.
        """

    def read_picture(self, picture: bytes) -> PictureReading:
        """The level that the file of a picture shows, such as a screenshot.

        Raises UnreadablePictureError, also in families that read no pictures, and MissingExtraError where what is
        needed for it is not installed.
        """

    def promise(self, level: Level) -> float:
        """How good a level may turn out to be, told without solving it.

        Only levels of one space are compared by it, and only where the space has a BROOD; it is 0 where none has.
        """

    def solve(self, level: Level, budget: int, request: Request = DEFAULT_REQUEST) -> Solution:
        """Solve with at most `budget` nodes in each search; deterministic but where a request's clock stops it.

        Raises UnsupportedLevelError where the level is of a kind that the solver does not know.
        """

    def shorten(self, level: Level, moves: str, budget: int, request: Request = DEFAULT_REQUEST) -> Iterator[str]:
        """Better and better solutions than the one given, by a `least` aim of a request; none where it gives no way.

        Each search has at most `budget` nodes, all of them together the request's seconds. Raises IllegalMoveError
        where the moves are no solution, and UnsupportedLevelError.
        """

    def replay(self, level: Level, moves: str) -> int:
        """Play a solution under the puzzle's own rules and return its depth.

        Raises IllegalMoveError, also where the moves do not solve the level.
        """

    def check(self, level: Level, moves: str, most: int | None = None) -> CheckedSolution:
        """Judge a solution in any notation of the family as a contest does.

        What follows the first solved state does not count. `most` bounds its letters where it is written out, and is
        looked at before counts are multiplied out. Raises IllegalMoveError with the reason of a refusal.
        """

    def measure(self, level: Level, solution: Solution) -> Metrics:
        """Count all metrics of the declaration but those that are appraised."""

    def appraise(self, level: Level, solution: Solution) -> Metrics:
        """Count the others, which take too long to be counted for every candidate of a session."""

    def describe(self, level: Level) -> Description:
        """The level's type, size and number of pieces."""

    def canonical(self, level: Level) -> str:
        """The identity of a level: equal for levels that players would call the same."""

    def distance(self, one: Level, other: Level) -> float:
        """How different two levels are, from 0 (the same) to 1."""

    def find_similar(
        self, level: Level, texts: Sequence[str], threshold: float, ignore_boxes: bool
    ) -> list[tuple[int, float]]:
        """The places of those texts whose levels are at least so similar to a level, and how similar they are.

        From 0 to 1, 1 for what players would call the same; `texts` are as `format` writes them. It is made for
        many thousands of them. `ignore_boxes` leaves the pieces out of the comparison where a level without
        them is still something.
        """

    def run_tool(self, name: str, inputs: Sequence[str], settings: Mapping[str, Any]) -> Answer:
        """Run a tool that the family declares, with the values of its options.

        Raises PuzzleError with the remedy.
        """

    def render(self, level: Level, ruler: bool = False) -> str:
        """The level as a standalone SVG picture, whose `svg` element begins with its width and height in whole units.

        The ruler names rows and columns at the edges, in families where cells have names. There are no fonts:
        letters are paths (`generator.lettering`).
        """

    def animate(self, level: Level, moves: str, most: int, ruler: bool = False) -> Iterator[Scene]:
        """Scenes to be painted one over the other: the level as `render` draws it, then at most `most` changes.

        The last change is to the solved level. Raises IllegalMoveError where the moves are no solution.
        """

    def explain(self, level: Level) -> Iterator[str]:
        """The way to the solution as a player could find it, in lines; none in families that know no such way."""

    def warm(self, space: Space) -> None:
        """Compile or load what `generate`, `solve` and `measure` need, so that clocks may start."""

    def warm_solver(self, request: Request) -> None:
        """Compile or load what `solve` and `shorten` need for levels from anywhere."""
