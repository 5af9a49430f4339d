"""The parsers of Linjat: files as rows and as JSON, answers, levels that are drawn, explained and compared."""

import json
from dataclasses import replace
from typing import Any

from generator import get_declaration, get_family
from generator.puzzles.linjat.genome import LinjatGenome
from service.web.sandbox import worker
from tests.fuzz.target import PART, parts, text_target

FAMILY: Any = get_family("linjat")
MOST_LEVELS = 200
MOST_LINES = 200
"""Lines of an explanation."""

SMALL = "2. \n  3\n. ."
LARGE = "3 .  \n  . 2\n .  .\n4   .\n  2  "
_PIECES = (
    *("; 3 x 4 a\n", ";16x16", "; 99 x 99", "Title: a", "Author: b\n", "Comment: c\n", "Solution: A1-B1 ", "\n"),
    *("\r", PART),
    *("\n\n", "2", "3", "8", ".", " ", "-", "_", '{"puzzle":[', '{"rows":[', '"2. "', ",", "]", "}", '"  3"'),
    *('". ."', "[["),
    *(',"solution":[', "[0,0,0,1]", "[0,15,1,15]", "[[[[", "{", "\ufeff", "\u2028", "\x85", "\u0662", "NaN", "1e999"),
    *("-1",),
    *("9" * 30, "true", "null", '"\\ud800"', '{"title":"', "A1-B1", "a1-a2", "P16-P15", "A1-A99", ",", "A0-B0"),
    *(SMALL, LARGE),
)
_GENOME = (
    *('{"height":', ',"width":', ',"numbers":[', "[0,0,2]", "[1,1,3],", '],"dots":[', "[0,1]", '],"mode":', '"hard"'),
    *(',"effort":', ',"heat":', ',"seed":', "7", "3", "}", "[", "]", "Infinity", "NaN", "-1", "9" * 30, "null"),
    *('"3"', "{}"),
)


def _files(text: str) -> None:
    """What is written can be read again, and stays as it is."""
    worker.listing("linjat", text, MOST_LEVELS)
    worker.entries("linjat", text, MOST_LEVELS)
    entries = FAMILY.parse_file(text)
    for format_ in get_declaration("linjat").formats:
        known = [entry if _solves(entry.text, entry.solution) else replace(entry, solution="") for entry in entries]
        written = "".join(FAMILY.format_file(known, format_))
        again = FAMILY.parse_file(written)
        assert [entry.text for entry in again] == [entry.text for entry in entries]
        assert "".join(FAMILY.format_file(again, format_)) == written


def _solves(level: str, solution: str) -> bool:
    return worker.judge([("linjat", level, None)], solution)[0]["solution"] is not None


def _answer(text: str) -> None:
    answer, said = parts(text, 2)
    level = said or SMALL
    verdict = worker.judge([("linjat", level, None)], answer)[0]
    if not verdict["solution"]:
        assert "\n" not in verdict["reason"]
        return
    again = worker.judge([("linjat", level, None)], verdict["solution"]["moves"])[0]["solution"]
    assert again == {**verdict["solution"], "cut": 0}
    assert list(FAMILY.animate(FAMILY.parse(level), again["moves"], 20))


def _drawn(text: str) -> None:
    """A level means the same after it is written; it can be drawn, named, turned, explained and compared."""
    first, other = parts(text, 2)
    level = FAMILY.parse(first)
    written = FAMILY.format(level)
    assert FAMILY.parse(written) == level
    for ruler in (False, True):
        assert worker.picture("linjat", written, ruler).startswith("<svg ")
    FAMILY.describe(level)
    assert FAMILY.identity(FAMILY.parse(FAMILY.identity(level))) == FAMILY.identity(level)
    stored = [written, *([FAMILY.format(FAMILY.parse(other))] if other else [])]
    assert (0, 1.0) in worker.similar("linjat", written, stored, 0.0)
    worker.explanation("linjat", written, MOST_LINES)


def _genome(text: str) -> None:
    try:
        genome = json.loads(text)
    except (ValueError, RecursionError):
        return
    if isinstance(genome, dict):
        made = LinjatGenome.from_json(genome)
        assert LinjatGenome.from_json(json.loads(json.dumps(made.to_json()))) == made


_GENOMES = ['{"height":3,"width":3,"numbers":[[0,0,2]],"dots":[[0,1]],"mode":"hard","effort":7,"heat":3,"seed":3}']
_FILES = (
    *(SMALL, f"; 3 x 3 a\n{SMALL}\nTitle: a\nSolution: A1-B1 \n\n{LARGE}"),
    '{"puzzle":["2. ","  3",". ."],"solution":[[0,0,0,1]]}',
)

TARGETS = (
    text_target("linjat-files", _files, _PIECES, _FILES),
    text_target("linjat-answers", _answer, _PIECES, ["A1-B1 C1-C3", f"A1-B1{PART}2.", "a1-a2,"]),
    text_target("linjat-levels", _drawn, _PIECES, [SMALL, LARGE, f"2.{PART}{SMALL}"]),
    text_target("linjat-genomes", _genome, _GENOME, _GENOMES),
)
