"""The values that cross the border of a puzzle family.

Help lists the tools of every family, so nothing here is slow to import, not even numpy.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from math import floor
from typing import Any, Generic, NamedTuple, Self, TypeVar

from generator.errors import IllegalMoveError
from generator.messages import SILENCE, Message

Genome = Mapping[str, Any]
"""What evolution changes, as a JSON object."""

Space = Mapping[str, Any]
"""What a session may build (types, sizes, policy ...), as a JSON object that `Declaration.space` made."""

SEEDS = "seeds"
"""Where a space keeps the genomes that its session begins with, if `SeedLevels` has put any there."""

BROOD = "brood"
"""Where a space says how many children are born for each that is evaluated, see `Promise`; else it is one."""

REQUIRE = "require"
"""Where a space says which bounds on metrics every level of the session keeps, such as `branching<=3`; else none."""

AXES = "axes"
"""Where a space says along which axes the archive of the session lies, such as `depth:4`; else along the family's."""

Witness = Any
"""What a family knows of a level besides its text, because it made or solved it (a tree, a scramble, a deduction).

Only the family that gave it can read it. It spares work and changes no result; None where nothing is known.
"""

Metrics = Mapping[str, int | float | None]
"""What was counted by name. None: not known within the budget, or nothing that a level of this type has."""

PIECES = "pieces"
"""The number of pieces as an `Axis` names it; what a family calls them is in its declaration."""

Level_co = TypeVar("Level_co", covariant=True)

PICTURE_CELL = 16
"""Pictures are laid out on a grid of so many units: a whole number of pixels for it keeps their edges sharp."""


class Better(StrEnum):
    """Which values of a metric make a level better, as most people see it."""

    MORE = "more"
    LESS = "less"
    NEITHER = "neither"


@dataclass(frozen=True, slots=True)
class Metric:
    """A figure that is counted of a level; `help` is one sentence, `appraised` whether `appraise` alone counts it.

    `single` is what one of its unit is called; without it the unit is said after every number.
    """

    unit: str
    help: str
    better: Better = Better.NEITHER
    appraised: bool = False
    single: str = ""


LAST_BIN = 2**53
"""The greatest bin of an axis, up to which floats are exact."""


@dataclass(frozen=True, slots=True)
class Axis:
    """A side of a session's archive: a metric, or PIECES, in bins that are `width` wide.

    The width is an integer where the values are.
    """

    metric: str
    width: int | float = 1

    def __str__(self) -> str:
        return f"{self.metric}:{self.width}"

    def bin_of(self, value: float) -> int:
        """The number of the bin of a value; a whole number beyond all floats falls into the last bin."""
        try:
            return min(floor(value / self.width), LAST_BIN)
        except OverflowError:
            return LAST_BIN

    def span(self, number: int) -> tuple[int | float, int | float]:
        """The first and the last value of a bin; of values that are not integers, the first one of the next bin."""
        least, most = number * self.width, (number + 1) * self.width
        return least, most - 1 if isinstance(most, int) else most


class Specimen(NamedTuple):
    """A genome and the text of its level, as a parent hands them to an operator."""

    genome: Genome
    text: str


@dataclass(frozen=True, slots=True)
class Made(Generic[Level_co]):
    """A level that was made from a genome, with the witness of its making."""

    level: Level_co
    witness: Witness = None


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
    `witness` is what is known of the level now, for `measure` and `describe`; it may be large.
    """

    status: SolveStatus
    lower_bound: int
    upper_bound: int | None
    moves: str
    nodes: int
    budget: int
    reason: Message = SILENCE
    witness: Witness = field(default=None, compare=False, repr=False)

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


class SearchProgress(NamedTuple):
    """How far a search has come: its bounds so far, the depth that is still to go at least, and the states it has seen.

    The last two are None where the search does not count them, and nothing is still to go once there is a solution.
    """

    lower_bound: int
    upper_bound: int | None
    remaining: int | None = None
    states: int | None = None


def unheard(progress: SearchProgress) -> None:
    """Nobody listens."""


def never() -> bool:
    """Nobody wants a search to stop."""
    return False


MEGABYTES = 1600
"""The memory of a search, where nothing else is asked for: with the 370 that a process may need, below 2 GiB."""


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked of a solver besides its budget of nodes.

    `aim` is one of the declaration, empty for the first; `without` names techniques that are switched off. A search
    holds at most so many megabytes, and the clock only stops it: what is proven does not depend on either. Searches
    that take long may tell `listener` now and then how far they are. Where they look at the clock, they end with what
    they have as soon as `stopped` says so.
    """

    aim: str = ""
    without: frozenset[str] = frozenset()
    seconds: float | None = None
    megabytes: int = MEGABYTES
    listener: Callable[[SearchProgress], None] = field(default=unheard, compare=False)
    stopped: Callable[[], bool] = field(default=never, compare=False)


DEFAULT_REQUEST = Request()


@dataclass(frozen=True, slots=True)
class Description:
    """What a level is called by: its type, its size and how many pieces it has (boxes, numbers, tubes)."""

    type: str
    size: int
    pieces: int


@dataclass(frozen=True, slots=True)
class Entry:
    """One level of a file, as text, with what the file says about it."""

    text: str
    title: str = ""
    author: str = ""
    comment: str = ""
    solution: str = ""


@dataclass(frozen=True, slots=True)
class PictureReading:
    """A level that was read from a picture, how sure that is (0 to 1), and a PNG that shows what was found where."""

    text: str
    confidence: float
    annotated: bytes


class FileFormat(NamedTuple):
    """A format of level files: the endings of their names, and the fields of Entry that it has no place for.

    Commands that print levels offer it by its name where it `is_printed`.
    """

    endings: tuple[str, ...]
    lost: tuple[str, ...] = ()
    is_printed: bool = False


class Condition(NamedTuple):
    """Some values of another setting, with one of which alone a setting does anything."""

    option: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Option:
    """A setting of a family as the command line offers it: `--name VALUE`, repeatable where `multiple`.

    `kind` is int or str; `choices` are the allowed words, none meaning any. Of a file the value is its text.
    `only` says with what it does anything, None meaning always. `instead_of` names options that presets have and that
    it takes the place of. `of_given_levels` is true where it does something only for a session that begins with the
    levels of a file. An option of a tool that has no `default` is required.
    """

    name: str
    kind: type[int] | type[str]
    help: str | Message
    choices: tuple[str, ...] = ()
    multiple: bool = False
    is_file: bool = False
    only: Condition | None = None
    instead_of: tuple[str, ...] = ()
    of_given_levels: bool = False
    default: int | str | None = None

    def holds(self, settings: Mapping[str, Any]) -> bool:
        """Whether it does anything beside these settings."""
        if self.only is None:
            return True
        chosen = settings.get(self.only.option) or ()
        words = (chosen,) if isinstance(chosen, str) else chosen
        return any(word in self.only.values for word in words)


@dataclass(frozen=True, slots=True)
class Introduction:
    """A preset as people see it who choose one: a title, one sentence, and a level of it that is drawn beside them.

    `rate` is how many levels a second a session makes on two cores, where a committed benchmark has measured it.
    """

    title: str | Message
    help: str | Message
    level: str
    rate: float | None = None


@dataclass(frozen=True, slots=True)
class CellStyle:
    """How a letter of a level's text is drawn on a terminal: two letters, their colour, and the ground under them.

    `dot` is the colour where a cell is only half a letter; a family whose letters mean more than colours has none.
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
    """What a tool is given: the text of one level, its notes in the file, or moves in any notation of the family."""

    LEVEL = "level"
    TITLE = "title"
    AUTHOR = "author"
    COMMENT = "comment"
    MOVES = "moves"


@dataclass(frozen=True, slots=True)
class Tool:
    """A command of one family alone: `cenote NAME INPUTS... --option VALUE`.

    `help` is one sentence, `example` the inputs and options of an example.
    """

    name: str
    help: str
    example: str
    inputs: tuple[ToolInput, ...]
    options: tuple[Option, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """What a tool found, as lines to print and as the fields of a JSON object."""

    text: Message
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
            raise IllegalMoveError(
                "the solution has more than {most:,} letters; give a shorter one", most + 1, most=most
            )
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

    `text` is empty where it is not worth keeping, as where there is only one state. `invariant` is the same for all
    states: what sets components of a chapter apart that share it is not known.

    A component may be a record instead, see `RecordAtlas`: its `states` are the levels that are as deep, `aim` is the
    one of the declaration that its depth counts, and the solvers get `nodes` to check it, else as many as its states.
    """

    states: int
    invariant: str
    depth: int
    text: str
    aim: str = ""
    nodes: int | None = None


class Counts(NamedTuple):
    """How many components there are, with or without a level, and how many levels they have together."""

    components: int
    levels: int


class Exploration(NamedTuple):
    """What a chapter of an atlas has: the components that are kept, and the numbers of all where those are only some.

    Without `counts` all components are kept, or they are records.
    """

    components: Sequence[Component]
    counts: Counts | None = None
