"""Levels of a file, made ready for another file."""

from dataclasses import replace
from typing import Any, NamedTuple

from generator import Entry, Family
from generator.errors import IllegalMoveError
from service.levels.examination import accepted


class Converted(NamedTuple):
    """A level with its solution in the right case; `refused` says why that stays as it was."""

    entry: Entry
    refused: str = ""


def converted(family: Family[Any], entry: Entry) -> Converted:
    """Replay the solution of a level, if it has one, and correct how it is written."""
    if not entry.solution:
        return Converted(entry)
    try:
        moves = accepted(family, family.parse(entry.text), entry.solution)
    except IllegalMoveError as error:
        return Converted(entry, str(error))
    return Converted(replace(entry, solution=moves))
