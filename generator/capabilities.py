"""What a puzzle family may do besides its core: whoever needs it asks with `isinstance(family, Shortening)`.

`generator.defaults` says what holds for families that lack some of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol, Self, TypeVar, runtime_checkable

from generator.errors import LevelFormatError
from generator.guidance import Effort, Guidance
from generator.messages import Message
from generator.values import (
    DEFAULT_REQUEST,
    Answer,
    Chapter,
    CheckedSolution,
    Entry,
    Exploration,
    Genome,
    Made,
    Metrics,
    PictureReading,
    Request,
    Scene,
    Solution,
    Space,
)

Level = TypeVar("Level", contravariant=True)


@runtime_checkable
class Files(Protocol):
    """File formats of its own, which the declaration lists."""

    def parse_file(self, text: str) -> list[Entry]:
        """All levels of a file in any format, which the text itself shows. Raises LevelFormatError."""

    def format_file(self, entries: Iterable[Entry], format_: str) -> Iterator[str]:
        """The file that holds these levels in a format of the declaration, in pieces, so that one level is in memory.

        Raises PuzzleError for an entry whose level or solution is none.
        """


@runtime_checkable
class Collections(Protocol):
    """Files of many levels, of which one may be wrong and the others right."""

    def parse_each(self, text: str) -> list[Entry | LevelFormatError]:
        """Every level of a file as `parse_file` reads it, or the error that says what is wrong with it.

        Raises LevelFormatError where no level can be made out in the file.
        """


@runtime_checkable
class OpenEdges(Protocol):
    """Levels whose edge may count as a wall; who has this has Collections too."""

    def parse_each_closed(self, text: str) -> list[Entry | LevelFormatError]:
        """Every level of a file as `parse_each` reads it, but the edge of a level counts as a wall."""


@runtime_checkable
class SeedLevels(Protocol):
    """Sessions that begin with the levels of a file."""

    def seeded(self, space: Space, text: str) -> Space:
        """The space of a session that begins with the levels of a file: their genomes are its SEEDS.

        Raises LevelFormatError, or SettingError where the space has no place for a level.
        """


@runtime_checkable
class Importing(Protocol[Level]):
    """Levels that came from elsewhere can be stored."""

    def genome_of(self, level: Level) -> Genome:
        """A genome that generates just this level."""


@runtime_checkable
class Promise(Protocol[Level]):
    """An estimate that chooses whom of a BROOD is evaluated."""

    def promise(self, made: Made[Level]) -> float:
        """How good a level may turn out to be, told without solving it; only levels of one space are compared by it."""


@runtime_checkable
class KnownSolution(Protocol[Level]):
    """Generation leaves a solution behind."""

    def known_solution(self, made: Made[Level]) -> str:
        """The solution that generation itself leaves behind (a scramble undone), or an empty string."""


@runtime_checkable
class Bounding(Protocol[Level]):
    """Something is known of the depth of a level that nobody has searched."""

    def least(self, level: Level) -> int:
        """A depth that every solution has at least, told without a search."""


@runtime_checkable
class Shortening(Protocol[Level]):
    """Known solutions are made shorter."""

    def shorten(self, level: Level, moves: str, budget: int, request: Request = DEFAULT_REQUEST) -> Iterator[str]:
        """Better and better solutions than the one given, by a `least` aim of a request; none where it gives no way.

        Each search has at most `budget` nodes, all of them together the request's seconds. Raises IllegalMoveError
        where the moves are no solution, and UnsupportedLevelError.
        """


@runtime_checkable
class Judging(Protocol[Level]):
    """Solutions are judged in any notation of the family."""

    def check(self, level: Level, moves: str, most: int | None = None) -> CheckedSolution:
        """Judge a solution in any notation of the family as a contest does.

        What follows the first solved state does not count. `most` bounds its letters where it is written out, and is
        looked at before counts are multiplied out. Raises IllegalMoveError with the reason of a refusal.
        """


@runtime_checkable
class Likeness(Protocol[Level]):
    """Levels are compared as players compare them."""

    def distances(self, text: str, others: Sequence[str]) -> list[float]:
        """How different a level is from each of some others, from 0 (the same) to 1; texts are as `format` writes them.

        To the last bit the same from either side. Sessions compare every good child with all members of their pool.
        """

    def find_similar(
        self, level: Level, texts: Sequence[str], threshold: float, ignore_pieces: bool
    ) -> list[tuple[int, float]]:
        """The places of those texts whose levels are at least so similar to a level, and how similar they are.

        From 0 to 1, 1 for what players would call the same; `texts` are as `format` writes them. It is made for
        many thousands of them. `ignore_pieces` leaves the pieces out of the comparison where a level without
        them is still something.
        """


@runtime_checkable
class Pictures(Protocol[Level]):
    """Levels are drawn."""

    def render(self, level: Level, ruler: bool = False) -> str:
        """The level as a standalone SVG picture, whose `svg` element begins with its width and height in whole units.

        The ruler names rows and columns at the edges, in families where cells have names. There are no fonts:
        letters are paths (`generator.lettering`).
        """


@runtime_checkable
class Revealing(Protocol[Level]):
    """Pictures of levels hide something of them; who has this has Pictures too."""

    def render_revealed(self, level: Level) -> str:
        """The level as `render` draws it, of the same size, with nothing hidden that is known."""


@runtime_checkable
class Animation(Protocol[Level]):
    """Solutions are shown as moving pictures; who has this has Pictures too."""

    def animate(self, level: Level, moves: str, most: int, ruler: bool = False) -> Iterator[Scene]:
        """Scenes to be painted one over the other: the level as `render` draws it, then at most `most` changes.

        The last change is to the solved level. Raises IllegalMoveError where the moves are no solution.
        """


@runtime_checkable
class Explaining(Protocol[Level]):
    """A family that explains how a player could find the solution."""

    def explain(self, level: Level) -> Iterator[Message]:
        """The way to the solution, in lines."""


@runtime_checkable
class Guiding(Protocol[Level]):
    """Players of a level learn how the game stands, and what to do next."""

    def guide(self, level: Level, moves: str, known: str, effort: Effort) -> Guidance:
        """How a game stands after some moves, which need not solve the level; its `since` counts them.

        `known` is a solution in the family's notation, or empty. Raises IllegalMoveError for a move against the rules,
        and UnsupportedLevelError.
        """


@runtime_checkable
class Positions(Protocol[Level]):
    """A family that sees when a level is a game of another one that has gone on for a while."""

    def may_be_reached(self, level: Level, start: Level) -> bool:
        """Whether a level may be a position of a game of another one, however it is turned or its pieces are named.

        It may say yes where no way leads there, as long as few levels that were made apart are taken for one another;
        never no where one does. It may also say yes where somebody has changed a little besides, such as a wall.
        """


@runtime_checkable
class Ideas(Protocol[Level]):
    """A family that knows which solutions players call the same."""

    def idea(self, level: Level, moves: str) -> str:
        """What all solutions share that differ in nothing that matters; `moves` is as `CheckedSolution` has it."""


@runtime_checkable
class PictureReader(Protocol):
    """Levels are read from pictures such as screenshots, whose endings the declaration lists."""

    def read_picture(self, picture: bytes) -> PictureReading:
        """The level that the file of a picture shows.

        Raises UnreadablePictureError, or DoubtfulPictureError with a level that somebody has to compare first, and
        MissingExtraError where what is needed for it is not installed.
        """


class Atlas(Protocol):
    """All levels of a small size, in chapters that do not depend on one another."""

    def settings(self, given: Mapping[str, Any]) -> Mapping[str, Any]:
        """Complete and check the settings that name an atlas. Raises SettingError, also where that is too large."""

    def chapters(self, settings: Mapping[str, Any]) -> Sequence[Chapter]:
        """All chapters of an atlas, always the same ones in the same order."""

    def explore(self, settings: Mapping[str, Any], chapter: str) -> Exploration:
        """The components of a chapter with their exact depths, always the same."""


@runtime_checkable
class SelectiveAtlas(Protocol):
    """An atlas that works all components out, and keeps some of them."""

    def kept(self, settings: Mapping[str, Any]) -> Message:
        """Which components `explore` gives, such as "the deepest two of each class"."""


@runtime_checkable
class RecordAtlas(Protocol):
    """An atlas whose components are records: the deepest levels of a chapter by an aim and a number of pieces."""

    def record(self, settings: Mapping[str, Any], invariant: str) -> tuple[int, str] | None:
        """The number of pieces and the aim of a record with such an invariant; None where components are none."""

    def searched(self, settings: Mapping[str, Any]) -> Message:
        """What is searched one by one, such as "rooms"; nothing where components are no records."""


@runtime_checkable
class Enumeration(Protocol):
    """The small levels are enumerated; who has this has Importing too."""

    @property
    def atlas(self) -> Atlas:
        """The complete enumeration of the small levels."""


@runtime_checkable
class Tools(Protocol):
    """Commands of this family alone, which the declaration lists."""

    def run_tool(self, name: str, inputs: Sequence[str], settings: Mapping[str, Any]) -> Answer:
        """Run a tool that the family declares, with the values of its options.

        Raises PuzzleError with the remedy.
        """


@runtime_checkable
class Workspaces(Protocol):
    """Searches work in memory that is worth keeping from one level to the next."""

    def with_workspace(self) -> Self:
        """The same family with a workspace of its own, for a caller that works on one level after the other.

        What it finds is the same. It is for one thread at a time.
        """


@runtime_checkable
class Appraisal(Protocol[Level]):
    """Metrics that take too long to be counted for every candidate of a session."""

    def appraise(self, level: Level, solution: Solution) -> Metrics:
        """Count the metrics that the declaration calls appraised."""


@runtime_checkable
class Warming(Protocol):
    """Kernels are compiled or loaded before clocks start."""

    def warm(self, space: Space) -> None:
        """Compile or load what `generate`, `solve` and `measure` need."""

    def warm_solver(self, request: Request) -> None:
        """Compile or load what `solve` and `shorten` need for levels from anywhere."""
