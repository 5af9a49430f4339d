"""The process behind `service.web.sandbox.pool`: examines texts from outside within its limits of memory and time.

A message is JSON behind its length in four bytes; a request that breaks a limit ends the process.
"""

import json
import math
import os
import re
import resource
import signal
import sys
from base64 import b64decode, b64encode
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from io import BytesIO
from itertools import islice
from typing import Any, BinaryIO

from generator import (
    CheckedSolution,
    Entry,
    Family,
    PictureReading,
    PuzzleError,
    default_family,
    defaults,
    family_names,
    get_declaration,
    get_family,
)
from generator.capabilities import Animation, Explaining, Guiding, Positions
from generator.errors import BrokenFamilyError, DoubtfulPictureError, LevelFormatError, UnreadablePictureError
from generator.guidance import DEFAULT_EFFORT, Guidance, View
from generator.messages import SILENCE, Message
from generator.registry import own_families
from optimiser.garbage import collect_seldom
from service.contests.verdicts import Board, Verdict, judged
from service.errors import RefusedError
from service.levels.replays import replay_svg

HEADER = 4
"""Bytes of the length of a message."""
DELAY = 120
"""Milliseconds for which a change of an animation is seen."""

Reply = Mapping[str, Any]
LONGEST_CARRIED = 100_000
"""Letters of the longest solution that a link carries with its level."""
COMPILING = 600.0
"""Seconds for a first look at a game, which may have to compile kernels; in those of a request it would give up."""
LIKELY = 0.5
"""The part of the lines of a text that has to look like rows of a family's levels."""
STRANGE = 1e-4
"""How likely a letter is in a level of a family that does not use it."""

PastedEntry = tuple[str, dict[str, Any], dict[str, Any], str]
"""A level of a text: its family, its entry, its description, and what a link to it carries."""
Refusals = dict[str, LevelFormatError | BrokenFamilyError]
"""Why each family finds no level in a text."""


def entries(family: str, text: str, most: int) -> list[PastedEntry]:
    """The levels of a text in any format of a family, or of the first family that can read it."""
    if family:
        return _entries(family, text, most)
    refusals: Refusals = {}
    for name in _readers():
        try:
            return _entries(name, text, most)
        except (LevelFormatError, BrokenFamilyError) as error:
            refusals[name] = error
    raise _no_levels(text, refusals)


def _no_levels(text: str, refusals: Refusals) -> RefusedError:
    """Why a text holds levels of no family: what the one says that it looks like, or what each of them says."""
    likely = _likely(text)
    if likely:
        return RefusedError("this looks like {family}: {error}", family=_called(likely), error=refusals[likely])
    reasons = [Message("{family}: {error}", family=_called(name), error=error) for name, error in refusals.items()]
    return RefusedError("no puzzle has such levels; {reasons}", reasons=reasons)


def _called(family: str) -> Message:
    """What people call a puzzle."""
    return Message(get_declaration(family).title or family)


def _readers() -> list[str]:
    """All families, the default one first: others may read levels of it as what they stand for."""
    return sorted(family_names(), key=lambda name: name != default_family())


def _likely(text: str) -> str:
    """The family in whose levels the letters of a text are the likeliest, if most lines have no others; or ""."""
    rows = [row for row in re.split(r"[\r\n|]", text) if row.strip()]
    found = []
    for name in family_names():
        letters = {*map(str, get_declaration(name).cells), *get_declaration(name).example.text}
        share = sum(set(row) <= letters for row in rows) / max(1, len(rows))
        if len(rows) > 1 and share >= LIKELY:
            found.append((_likelihood("".join(rows), letters), name))
    return max(found)[1] if found else ""


def _likelihood(text: str, letters: Collection[str]) -> float:
    """The logarithm of how likely a text is where all letters of a family are equally frequent."""
    known = sum(letter in letters for letter in text)
    return (len(text) - known) * math.log(STRANGE) - known * math.log(len(letters))


def judge(boards: list[tuple[str, str, int | None]], answer: str) -> list[dict[str, Any]]:
    """A verdict for each level, up to the first that the answer solves."""
    return [
        {"solution": verdict.solution and asdict(verdict.solution), "reason": verdict.reason.to_json()}
        for verdict in judged([Board(*board) for board in boards], answer)
    ]


def picture(family: str, level: str, ruler: bool) -> str:
    """A level as SVG."""
    puzzle = get_family(family)
    return defaults.render(puzzle, puzzle.parse(level), ruler)


def similar(family: str, level: str, texts: list[str], threshold: float) -> list[tuple[int, float]]:
    """The places of those texts whose levels are at least so similar to a level, and how similar they are."""
    puzzle = get_family(family)
    return defaults.find_similar(puzzle, puzzle.parse(level), texts, threshold, False)


def explanation(family: str, level: str, most: int) -> list[Any]:
    """At most so many lines of the way to the solution as a player could find it."""
    puzzle = get_family(family)
    lines = puzzle.explain(puzzle.parse(level)) if isinstance(puzzle, Explaining) else ()
    return [line.to_json() for line in islice(lines, most)]


def guidance(
    family: str, level: str, moves: str, known: str, refused: list[str], seconds: float = DEFAULT_EFFORT.seconds
) -> Mapping[str, Any]:
    """How a game stands after some moves; refused for these levels, however they are written, and their positions."""
    puzzle = get_family(family)
    if not isinstance(puzzle, Guiding):
        raise RefusedError("games of {name} are not looked at", name=family)
    parsed = puzzle.parse(level)
    _refuse_contested(puzzle, parsed, [puzzle.parse(text) for text in refused])
    found = puzzle.guide(parsed, moves, known, replace(DEFAULT_EFFORT, seconds=seconds))
    return {
        "view": asdict(found.view) | {"why": found.view.why.to_json()},
        "since": found.since,
        "certain": found.certain,
    }


def _refuse_contested(puzzle: Family[Any], level: Any, contested: Sequence[Any]) -> None:
    """Raises RefusedError where a level is one of these, or may be a position of a game of one."""
    if puzzle.identity(level) in map(puzzle.identity, contested):
        raise RefusedError("this level is in a contest that is open; there are no hints until it closes")
    if isinstance(puzzle, Positions) and any(puzzle.may_be_reached(level, start) for start in contested):
        raise RefusedError(
            "this looks like a position of a level in a contest that is open; there are no hints until it closes"
        )


def animation(family: str, level: str, moves: str, most: int) -> str:
    """A solution as GIF with at most so many changes, in base 64."""
    # Drawing in pixels takes a while to import, and few workers ever do it.
    from service.levels.pictures import LONGEST_MOVING, fitting_cell, write_gif

    puzzle = get_family(family)
    if not isinstance(puzzle, Animation):
        raise RefusedError("solutions of {name} are not drawn", name=family)
    parsed, file = puzzle.parse(level), BytesIO()
    cell = fitting_cell(defaults.render(puzzle, parsed), LONGEST_MOVING)
    write_gif(puzzle.animate(parsed, moves, most), cell, DELAY, file)
    return b64encode(file.getvalue()).decode()


def replay(family: str, level: str, moves: str, most: int) -> str:
    """A solution as SVG that moves, with at most so many changes."""
    puzzle = get_family(family)
    if not isinstance(puzzle, Animation):
        raise RefusedError("solutions of {name} are not drawn", name=family)
    return replay_svg(puzzle.animate(puzzle.parse(level), moves, most))


def film(family: str, levels: list[str]) -> str:
    """Levels in turn as a GIF, with what changes marked, in base 64."""
    from service.levels.film import write_film

    file = BytesIO()
    write_film(get_family(family), levels, file)
    return b64encode(file.getvalue()).decode()


def listing(family: str, text: str, most: int) -> tuple[str, list[Any]]:
    """Each level of a text with its description, or why it is none.

    Where no family is named, it is the default one if that reads some of them, else the first that reads all, or else
    the first that reads some.
    """
    if family:
        return family, _each(family, text, most)
    refusals: Refusals = {}
    partly: list[tuple[str, list[Any]]] = []
    for name in _readers():
        try:
            listed = _each(name, text, most)
        except (LevelFormatError, BrokenFamilyError) as error:
            refusals[name] = error
            continue
        if name == default_family() or all(isinstance(one, tuple) for one in listed):
            return name, listed
        partly.append((name, listed))
    if partly:
        return partly[0]
    raise _no_levels(text, refusals)


def examination(family: str, entry: dict[str, Any], nodes: int | None) -> dict[str, Any]:
    """What `cenote import` finds out about a level of a file."""
    # Only this task needs what knows of levels in the database.
    from service.levels.imports import examined

    found = examined(get_family(family), Entry(**entry), nodes)
    reasons = {"refused": found.refused, "unsolvable": found.unsolvable, "unsupported": found.unsupported}
    said = {name: reason.to_json() for name, reason in reasons.items()}
    return {"record": None if found.record is None else asdict(found.record), **said}


def reading(family: str, picture: str) -> dict[str, Any]:
    """The level of a picture in base 64, what was found where, and why the level is doubtful or there is none."""
    try:
        return _read(defaults.read_picture(get_family(family), b64decode(picture)), SILENCE)
    except DoubtfulPictureError as error:
        return _read(PictureReading(error.text, error.confidence, error.drawing), error.message)
    except UnreadablePictureError as error:
        return _read(PictureReading("", 0.0, error.drawing), error.message)


def _read(found: PictureReading, doubt: Message) -> dict[str, Any]:
    drawing = b64encode(found.annotated).decode()
    return {"text": found.text, "confidence": found.confidence, "drawing": drawing, "doubt": doubt.to_json()}


TASKS: Mapping[str, Callable[..., Any]] = {
    "entries": entries,
    "judge": judge,
    "picture": picture,
    "similar": similar,
    "explanation": explanation,
    "guidance": guidance,
    "animation": animation,
    "replay": replay,
    "film": film,
    "listing": listing,
    "examination": examination,
    "reading": reading,
}


def verdict_of(said: Mapping[str, Any]) -> Verdict:
    """A verdict as `judge` wrote it."""
    return Verdict(said["solution"] and CheckedSolution(**said["solution"]), Message.from_json(said["reason"]))


def guidance_of(said: Mapping[str, Any]) -> Guidance:
    """How a game stands, as `guidance` wrote it."""
    view = View(**{**said["view"], "why": Message.from_json(said["view"]["why"])})
    return Guidance(view, said["since"], said["certain"])


def packed(message: Mapping[str, Any]) -> bytes:
    """A message behind its length."""
    content = json.dumps(message).encode()
    return len(content).to_bytes(HEADER, "big") + content


def make_ready(tasks: Collection[str]) -> None:
    """Load what tasks need by a small level of each family; what no process of this machine has needed is compiled.

    Levels that strangers import are of all kinds, so one of each preset is examined.
    """
    for family in family_names():
        example = get_declaration(family).example
        level = {"family": family, "level": example.text}
        arguments: Mapping[str, Mapping[str, Any]] = {
            "entries": {"family": family, "text": example.text, "most": 1},
            "judge": {"boards": [(family, example.text, None)], "answer": example.solution},
            "picture": {**level, "ruler": True},
            "similar": {**level, "texts": [example.text], "threshold": 0.0},
            "explanation": {**level, "most": 1000},
            "guidance": {**level, "moves": "", "known": "", "refused": [], "seconds": COMPILING},
            "replay": {**level, "moves": example.solution, "most": 1},
            "listing": {"family": family, "text": example.text, "most": 1},
            "examination": {"family": family, "entry": asdict(Entry(example.text)), "nodes": 1000},
        }
        # An installed family that does not work is refused where it is asked for; the others go on without it.
        with suppress(*(() if family in own_families() else (Exception,))):
            for task in arguments.keys() & set(tasks):
                TASKS[task](**arguments[task])
            if "examination" in tasks:
                for introduction in get_declaration(family).introductions.values():
                    examination(family, asdict(Entry(introduction.level)), 1000)


def main(megabytes: int, tasks: Collection[str]) -> None:
    """Say that all is ready for some tasks, and answer one request after the other, until there are no more."""
    resource.setrlimit(resource.RLIMIT_AS, (megabytes * 2**20,) * 2)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    requests, replies = sys.stdin.buffer, os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    # Nothing that a library prints may get between the replies.
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    make_ready(tasks)
    collect_seldom()
    _send(replies, {"done": None})
    while header := requests.read(HEADER):
        request = json.loads(requests.read(int.from_bytes(header, "big")))
        # Whoever asked gives up before, or has died and left this process behind.
        signal.alarm(request["seconds"] + 1)
        _send(replies, _reply(request))
        signal.alarm(0)


def _reply(request: Mapping[str, Any]) -> Reply:
    try:
        return {"done": TASKS[request["task"]](**request["arguments"])}
    except (PuzzleError, RefusedError) as error:
        return {"refused": error.message.to_json()}


def _send(replies: BinaryIO, reply: Reply) -> None:
    try:
        replies.write(packed(reply))
        replies.flush()
    except BrokenPipeError:  # whoever asked has died; an exception would only be told to nobody
        os._exit(0)


def _entries(family: str, text: str, most: int) -> list[PastedEntry]:
    puzzle = get_family(family)
    found = defaults.parse_file(puzzle, text)
    if len(found) > most:
        raise RefusedError("levels: {count:,}, more than {most}; give fewer at a time", count=len(found), most=most)
    return [
        (family, asdict(entry), asdict(puzzle.describe(puzzle.parse(entry.text))), _carried(puzzle, entry))
        for entry in found
    ]


def _carried(puzzle: Family[Any], entry: Entry) -> str:
    """A file of the level with its title, its author and its solution, if this is not too long; each may be missing."""
    kept = replace(entry, comment="", solution=entry.solution if len(entry.solution) <= LONGEST_CARRIED else "")
    if not (kept.title or kept.author or kept.solution):
        return entry.text
    form = next(iter(get_declaration(puzzle.name).formats))
    with suppress(PuzzleError):
        return "".join(defaults.format_file(puzzle, [kept], form))
    return entry.text


def _each(family: str, text: str, most: int) -> list[Any]:
    puzzle = get_family(family)
    found = defaults.parse_each(puzzle, text, False)
    if len(found) > most:
        raise RefusedError("levels: {count:,}, more than {most}; give fewer at a time", count=len(found), most=most)
    wrong = [one for one in found if not isinstance(one, Entry)]
    if wrong and len(wrong) == len(found):
        raise wrong[0]
    return [_described(puzzle, one) if isinstance(one, Entry) else one.message.to_json() for one in found]


def _described(puzzle: Family[Any], entry: Entry) -> tuple[dict[str, Any], dict[str, Any], str]:
    return asdict(entry), asdict(puzzle.describe(puzzle.parse(entry.text))), _carried(puzzle, entry)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
