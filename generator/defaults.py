"""What a family does that lacks a capability: plain text in files and pictures, solutions checked by their replay."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from generator.capabilities import (
    Appraisal,
    Bounding,
    Collections,
    Files,
    Ideas,
    Importing,
    Judging,
    KnownSolution,
    Likeness,
    OpenEdges,
    PictureReader,
    Pictures,
    Promise,
    SeedLevels,
    Warming,
    Workspaces,
)
from generator.errors import LevelFormatError, SettingError, UnreadablePictureError
from generator.family import Family
from generator.lettering import text_picture
from generator.registry import get_declaration
from generator.values import (
    CheckedSolution,
    Entry,
    Genome,
    Made,
    Metrics,
    PictureReading,
    Request,
    Solution,
    Space,
)

_BETWEEN_LEVELS = re.compile(r"\n\s*\n")


def parse_file(family: Family[Any], text: str) -> list[Entry]:
    """All levels of a file, else its levels between blank lines. Raises LevelFormatError."""
    if isinstance(family, Files):
        return family.parse_file(text)
    return [Entry(family.format(family.parse(level))) for level in _BETWEEN_LEVELS.split(text.strip())]


def parse_each(family: Family[Any], text: str, close_edges: bool = False) -> Sequence[Entry | LevelFormatError]:
    """Every level of a file, or the error that says what is wrong with it.

    A family that cannot tell its levels apart before they are read raises LevelFormatError for the whole file. Raises
    SettingError where levels of the family have no open edges.
    """
    if close_edges:
        if not isinstance(family, OpenEdges):
            raise SettingError("levels of {name} have no open edges; leave --close-edges out", name=family.name)
        return family.parse_each_closed(text)
    return family.parse_each(text) if isinstance(family, Collections) else parse_file(family, text)


def format_file(family: Family[Any], entries: Iterable[Entry], format_: str) -> Iterator[str]:
    """The file of levels in a format of the declaration, else their texts, each with a blank line behind it."""
    if isinstance(family, Files):
        return family.format_file(entries, format_)
    return (f"{entry.text}\n\n" for entry in entries)


def seeded(family: Family[Any], space: Space, text: str) -> Space:
    """The space of a session that begins with the levels of a file. Raises LevelFormatError or SettingError."""
    if isinstance(family, SeedLevels):
        return family.seeded(space, text)
    raise SettingError("sessions of {name} cannot begin with given levels; leave --seed-levels out", name=family.name)


def genome_of(family: Family[Any], level: Any) -> Genome:
    """A genome that generates just this level. Raises SettingError."""
    if isinstance(family, Importing):
        return family.genome_of(level)
    raise SettingError("levels of {name} cannot be imported; cenote run makes some", name=family.name)


def promise(family: Family[Any], made: Made[Any]) -> float:
    """How good a level may turn out to be, else 0."""
    return family.promise(made) if isinstance(family, Promise) else 0.0


def least(family: Family[Any], level: Any) -> int:
    """A depth that every solution has at least, else 0."""
    return family.least(level) if isinstance(family, Bounding) else 0


def known_solution(family: Family[Any], made: Made[Any]) -> str:
    """The solution that generation leaves behind, else an empty string."""
    return family.known_solution(made) if isinstance(family, KnownSolution) else ""


def check(family: Family[Any], level: Any, moves: str, most: int | None = None) -> CheckedSolution:
    """Judge a solution as a contest does, else by its replay alone. Raises IllegalMoveError."""
    if isinstance(family, Judging):
        return family.check(level, moves, most)
    aim = next(iter(get_declaration(family.name).aims.values()))
    return CheckedSolution(moves, 0, {aim.metric: family.replay(level, moves)}).within(most)


def idea(family: Family[Any], level: Any, moves: str) -> str:
    """What all solutions share that players call the same, else the moves themselves."""
    return family.idea(level, moves) if isinstance(family, Ideas) else moves


def distances(family: Family[Any], text: str, others: Sequence[str]) -> list[float]:
    """How different a level is from each of some others, else the share of letters that differ in texts of one length.

    Texts are as `format` writes them.
    """
    if isinstance(family, Likeness):
        return family.distances(text, others)
    return [_letters_apart(family, text, other) for other in others]


def _letters_apart(family: Family[Any], one: str, other: str) -> float:
    if family.identity(family.parse(one)) == family.identity(family.parse(other)):
        return 0.0
    if len(one) != len(other):
        return 1.0
    return sum(a != b for a, b in zip(one, other, strict=True)) / len(one)


def find_similar(
    family: Family[Any], level: Any, texts: Sequence[str], threshold: float, ignore_pieces: bool
) -> list[tuple[int, float]]:
    """The places of those texts whose levels are at least so similar to a level, else by their distance."""
    if isinstance(family, Likeness):
        return family.find_similar(level, texts, threshold, ignore_pieces)
    found = ((place, 1 - apart) for place, apart in enumerate(distances(family, family.format(level), texts)))
    return [(place, similarity) for place, similarity in found if similarity >= threshold]


def render(family: Family[Any], level: Any, ruler: bool = False) -> str:
    """The level as SVG, else its text letter by letter."""
    return family.render(level, ruler) if isinstance(family, Pictures) else text_picture(family.format(level))


def read_picture(family: Family[Any], picture: bytes) -> PictureReading:
    """The level that the file of a picture shows. Raises UnreadablePictureError or MissingExtraError."""
    if isinstance(family, PictureReader):
        return family.read_picture(picture)
    raise UnreadablePictureError(
        "levels of {family} are not read from pictures; give a file of text", family=family.name
    )


def appraise(family: Family[Any], level: Any, solution: Solution) -> Metrics:
    """The metrics that the declaration calls appraised, else none."""
    return family.appraise(level, solution) if isinstance(family, Appraisal) else {}


def with_workspace(family: Family[Any]) -> Family[Any]:
    """The family with a workspace for a caller that works on one level after the other, else the family itself."""
    return family.with_workspace() if isinstance(family, Workspaces) else family


def warm(family: Family[Any], space: Space) -> None:
    """Compile or load what sessions need, where there is anything."""
    if isinstance(family, Warming):
        family.warm(space)


def warm_solver(family: Family[Any], request: Request) -> None:
    """Compile or load what solving needs, where there is anything."""
    if isinstance(family, Warming):
        family.warm_solver(request)
