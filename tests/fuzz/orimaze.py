"""The parsers of orimaze: files, answers, levels that are drawn and compared, genomes."""

import json
from typing import Any

from generator import get_declaration, get_family
from service.web.sandbox import worker
from tests.fuzz.target import PART, parts, text_target

FAMILY: Any = get_family("orimaze")
MOST_LEVELS = 200

SMALL = "VH\nH."
LARGE = "VVHH\nHV.V\n----\nVVHH\nH.VV"
_PIECES = (
    *("H", "V", ".", "-", "\n", "\r", "\n\n", PART, "HV", "VVH\n", "H.V\n", "--\n", "---", "HHHHHHHHH"),
    *("#", "####", "@", "$", "*", "+", " #\n", "# #"),
    *("; a\n", "Title: a\n", "Author: b\n", "Comment: c\n", "Solution: "),
    *("l", "u", "r", "d", "lur", "lrlr", " ", "\t", "\ufeff", "\u2028", "\x85", "\u0661", SMALL, LARGE),
)
_GENOME = (
    *('{"level":', '{"deepest":', '{"farthest":', '"VH\\nH."', '"HV\\nV."', '"HVH\\nV.H"', "}", "{", "[", "]"),
    *("null", "NaN", "-1", "9" * 30, "true", ","),
)
_GENOMES = ('{"level":"VH\\nH."}', '{"deepest":"HV\\nV."}', '{"farthest":"HV\\nV."}')


def _files(text: str) -> None:
    """What is written can be read again, and stays as it is."""
    worker.listing("orimaze", text, MOST_LEVELS)
    worker.entries("orimaze", text, MOST_LEVELS)
    entries = FAMILY.parse_file(text)
    for format_ in get_declaration("orimaze").formats:
        written = "".join(FAMILY.format_file(entries, format_))
        again = FAMILY.parse_file(written)
        assert [entry.text for entry in again] == [entry.text for entry in entries]
        assert "".join(FAMILY.format_file(again, format_)) == written


def _answer(text: str) -> None:
    answer, said = parts(text, 2)
    level = said or SMALL
    verdict = worker.judge([("orimaze", level, None)], answer)[0]
    if not verdict["solution"]:
        assert "\n" not in verdict["reason"]
        return
    again = worker.judge([("orimaze", level, None)], verdict["solution"]["moves"])[0]["solution"]
    assert again == {**verdict["solution"], "cut": 0}
    assert list(FAMILY.animate(FAMILY.parse(level), again["moves"], 20))


def _drawn(text: str) -> None:
    """A level means the same after it is written; it can be drawn, named and compared."""
    first, other = parts(text, 2)
    level = FAMILY.parse(first)
    written = FAMILY.format(level)
    assert FAMILY.parse(written) == level
    for ruler in (False, True):
        assert worker.picture("orimaze", written, ruler).startswith("<svg ")
    FAMILY.describe(level)
    assert FAMILY.identity(FAMILY.parse(FAMILY.identity(level))) == FAMILY.identity(level)
    stored = [written, *([FAMILY.format(FAMILY.parse(other))] if other else [])]
    assert (0, 1.0) in worker.similar("orimaze", written, stored, 0.0)


def _genome(text: str) -> None:
    try:
        genome = json.loads(text)
    except (ValueError, RecursionError):
        return
    if isinstance(genome, dict):
        level = FAMILY.generate(genome).level
        assert FAMILY.parse(FAMILY.format(level)) == level


_SOKOBAN = str(FAMILY.run_tool("to-sokoban", [SMALL], {}).text)

TARGETS = (
    text_target("orimaze-files", _files, _PIECES, [SMALL, LARGE, _SOKOBAN, f"; a\n{SMALL}\nSolution: lur\n\n{LARGE}"]),
    text_target("orimaze-answers", _answer, _PIECES, ["lur", "l u r lu", f"lu{PART}{LARGE}"]),
    text_target("orimaze-levels", _drawn, _PIECES, [SMALL, LARGE, f"{SMALL}{PART}{LARGE}"]),
    text_target("orimaze-genomes", _genome, _GENOME, _GENOMES),
)
