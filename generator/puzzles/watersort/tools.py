"""The commands that only this family has."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from generator.errors import SettingError, UnsupportedLevelError
from generator.messages import Message
from generator.numerals import ways
from generator.puzzles.watersort.advice.analysis import is_lost
from generator.puzzles.watersort.certificate import certified
from generator.puzzles.watersort.files import format_boards
from generator.puzzles.watersort.level import Level, format_level, parse_level
from generator.puzzles.watersort.pours import format_moves
from generator.puzzles.watersort.relay import MOST_LOST, MOST_POSITIONS, Leg, Stop, leg
from generator.puzzles.watersort.unknown.hidden import still_hidden
from generator.puzzles.watersort.unknown.report import Report, report
from generator.settings import within
from generator.values import Answer, Entry

MOST_DEPTH = 1000
"""Pours of a relay at most."""

MOST_NODES = 100_000_000
"""Positions that are searched for a strategy at most."""

_LEG = re.compile(r"\d+ pours?[^:;]*(?:: (?P<pours>[A-Za-z ]+))?(?:; before: (?P<before>[A-Za-z ]+))?")
"""The comment that a leg leaves."""

_STOPS: Mapping[Stop, str] = {
    Stop.SOLVED: "solved",
    Stop.DEPTH: "not solved yet",
    Stop.DEAD_END: "the level has no solution",
    Stop.LIMIT: f"ended after {MOST_POSITIONS} positions or {MOST_LOST} lost ends, not solved yet",
}

_OUTLOOKS: Mapping[bool | None, str] = {
    True: "",
    None: ", and whether it can be is not known",
    False: ", and from here it cannot be",
}


def run(name: str, inputs: Sequence[str], settings: Mapping[str, Any]) -> Answer:
    """Run a tool. Raises PuzzleError."""
    if name == "relay":
        text, comment, title, author = inputs
        return _relay(Entry(text, title, author, comment), int(settings["depth"]))
    if name == "strategy":
        return _strategy(parse_level(inputs[0]), int(settings["nodes"]))
    if name == "certify":
        return _certificate(parse_level(inputs[0]), int(settings["nodes"]))
    raise SettingError("watersort has no tool {name!r}", name=name)


def _strategy(level: Level, nodes: int) -> Answer:
    """What a player can reach who does not know the hidden units."""
    found = report(level, within("nodes", nodes, 1, MOST_NODES))
    fields = {
        "hidden": len(level.hidden),
        "arrangements": found.ways,
        "sure": found.is_sure,
        "worst": found.worst,
        "least": found.least,
        "mean": None if found.mean is None else float(found.mean),
        "chance": None if found.chance is None else float(found.chance),
        "begin": found.begin,
        "nodes": found.nodes,
    }
    return Answer(Message("{lines}", lines="\n".join(map(str, _told(level, found)))), fields)


def _certificate(level: Level, nodes: int) -> Answer:
    """Why a level has no solution, as a file that other programs can check."""
    found = certified(level, within("nodes", nodes, 1, MOST_NODES))
    fields = {
        "capacity": level.capacity,
        "pours": level.pour.name.lower(),
        "ends": level.end.name.lower(),
        "positions": found.positions,
    }
    return Answer(Message("{lines}", lines="\n".join(found.lines())), fields)


def _told(level: Level, found: Report) -> Iterator[Message]:
    """A report in lines."""
    yield _hidden(level, found)
    if found.is_sure is None or (found.is_sure and found.worst is None):
        yield Message(
            "worst case: at least {least} pour; the nodes are spent before more is known"
            if found.least == 1
            else "worst case: at least {least} pours; the nodes are spent before more is known",
            least=found.least,
        )
        return
    if not found.is_sure:
        yield Message("worst case: no way of playing solves every arrangement")
        yield (
            Message("chance: the nodes are spent before it is known")
            if found.chance is None
            else Message("chance: at best {share} of the arrangements are solved", share=_exact(found.chance))
        )
        return
    yield (
        Message("worst case: one pour is always enough")
        if found.worst == 1
        else Message("worst case: {pours} pours are always enough, and fewer are not", pours=found.worst)
    )
    yield (
        Message("on average: the nodes are spent before it is known")
        if found.mean is None
        else Message(
            "on average: {mean} pour, if one plays for that"
            if found.mean == 1
            else "on average: {mean} pours, if one plays for that",
            mean=_exact(found.mean),
        )
    )
    if found.begin:
        yield Message("for the worst case begin with {pours}", pours=found.begin)


def _hidden(level: Level, found: Report) -> Message:
    count = len(level.hidden)
    if not count:
        return Message("no unit is hidden")
    units = Message("{count} hidden unit" if count == 1 else "{count} hidden units", count=count)
    if found.ways == 1:
        return Message("{units}, which can lie in one way only", units=units)
    return Message("{units}, {ways} arrangements, each equally likely", units=units, ways=ways(found.ways))


def _exact(value: Fraction) -> str:
    return f"{float(value):.4g} ({value})" if value.denominator > 1 else str(value)


def _before(comment: str) -> str:
    """The pours of all legs up to the one that has left this comment; none where no leg has."""
    leg = _LEG.fullmatch(comment.strip())
    return " ".join(pours for pours in (leg["before"], leg["pours"]) if pours) if leg else ""


def _relay(entry: Entry, depth: int) -> Answer:
    """A leg as a board that the next one can read; its comment says how it ended, and the pours up to there."""
    level, before = parse_level(entry.text), _before(entry.comment)
    within("depth", depth, 1, MOST_DEPTH)
    if not level.is_known:
        raise UnsupportedLevelError("the colours of hidden units are not known, so nothing can be poured")
    found = leg(level, depth)
    after = format_level(replace(level, tubes=found.tubes, hidden=still_hidden(level, found.tubes)))
    (board,) = format_boards([Entry(after, entry.title, entry.author, _said(level, depth, found, before))])
    fields = {
        "pours": len(found.moves),
        "solution": format_moves(found.moves),
        "before": before,
        "solved": found.stop is Stop.SOLVED,
        "stop": found.stop,
        "solvable": found.solvable,
        "level": after,
    }
    return Answer(Message("{board}", board=board.rstrip("\n")), fields)


def _said(level: Level, depth: int, found: Leg, before: str) -> str:
    """How a leg ended, its pours, and those before; in English, since it is a line of a file, which is for exchange."""
    said = "1 pour" if len(found.moves) == 1 else f"{len(found.moves)} pours"
    if found.stop in (Stop.DEAD_END, Stop.LIMIT):
        said += f" of {depth}"
    said += f", {_STOPS[found.stop]}"
    if found.stop is Stop.DEAD_END and is_lost(level, found.tubes):
        said += " and no tube can ever be emptied"
    elif found.stop in (Stop.DEPTH, Stop.LIMIT):
        said += _OUTLOOKS[found.solvable]
    pours = f": {format_moves(found.moves)}" if found.moves else ""
    return f"{said}{pours}; before: {before}" if before else said + pours
