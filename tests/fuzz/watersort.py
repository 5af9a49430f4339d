"""The parsers of water sort: files of every format, answers, levels that are drawn and compared, pictures."""

import json
from io import BytesIO
from typing import Any

from PIL import Image, ImageDraw

from generator import get_declaration, get_family
from service.web.sandbox import worker
from tests.fuzz.target import PART, Target, parts, text_target

FAMILY: Any = get_family("watersort")
MOST_LEVELS = 200
MOST_LINES = 50
"""Lines of an explanation."""

SMALL = "ab.\nba."
LARGE = "abc..\nbca..\ncab..\nabc.."
_PIECES = (
    *("; a\n", "WHOLE\n", "BALL LOOSE\n", "WATER TOGETHER\n", "Title: a\n", "Author: b\n", "Comment: c\n"),
    *("Solution: ", PART),
    *("\n", "\r", "\n\n", "a", "b", "x", ".", "aa", "ab.", "ba.", "..", "AC BA BC", "A>C", "B-A"),
    *("deep = 1 from 0 to 2\n",),
    *("deep=9999 from 99 to 0", "3\n", "2 2\n", "0 1\n", "1 0\n", "-1 -1\n", '{"tubes":[', "[0,1],", "[1,0],", "[]"),
    *("],", "}"),
    *('"capacity":2', ',"pours":"ball"', ',"ends":"loose"', ',"solution":[', "[0,2]", ',"title":"a"', "[", "]", "{"),
    *("\ufeff",),
    *("\u2028", "\x85", "\u0661", "NaN", "1e999", "-1", "9" * 30, "true", "null", '"\\ud800"', "[[[[", SMALL, LARGE),
)
_GENOME = (
    *('{"backward":{"colours":', ',"capacity":', ',"empty":', ',"pours":', ',"ends":', ',"steps":', ',"seed":', "}}"),
    *("2", "4"),
    *('"water"', '"ball"', '"whole"', '"together"', '"loose"', "Infinity", "NaN", "-1", "9" * 30, "null"),
    *('{"level":', '"ab."'),
    *('"ab.\\nba."', "}", "{", "[", "]", "12", "true"),
)


def _files(text: str) -> None:
    """What is written can be read again, and stays as it is."""
    worker.listing("watersort", text, MOST_LEVELS)
    worker.entries("watersort", text, MOST_LEVELS)
    entries = FAMILY.parse_file(text)
    for format_ in get_declaration("watersort").formats:
        written = "".join(FAMILY.format_file(entries, format_))
        again = FAMILY.parse_file(written)
        assert [entry.text for entry in again] == [entry.text for entry in entries]
        assert "".join(FAMILY.format_file(again, format_)) == written


def _answer(text: str) -> None:
    answer, said = parts(text, 2)
    level = said or SMALL
    verdict = worker.judge([("watersort", level, None)], answer)[0]
    if not verdict["solution"]:
        assert "\n" not in verdict["reason"]
        return
    again = worker.judge([("watersort", level, None)], verdict["solution"]["moves"])[0]["solution"]
    assert again == {**verdict["solution"], "cut": 0}
    assert list(FAMILY.animate(FAMILY.parse(level), again["moves"], 20))


def _drawn(text: str) -> None:
    """A level means the same after it is written; it can be drawn, named and compared."""
    first, other = parts(text, 2)
    level = FAMILY.parse(first)
    written = FAMILY.format(level)
    assert FAMILY.parse(written) == level
    for ruler in (False, True):
        assert worker.picture("watersort", written, ruler).startswith("<svg ")
    FAMILY.describe(level)
    assert FAMILY.identity(FAMILY.parse(FAMILY.identity(level))) == FAMILY.identity(level)
    stored = [written, *([FAMILY.format(FAMILY.parse(other))] if other else [])]
    assert (0, 1.0) in worker.similar("watersort", written, stored, 0.0)


def _explained(text: str) -> None:
    worker.explanation("watersort", text, MOST_LINES)


def _genome(text: str) -> None:
    try:
        genome = json.loads(text)
    except (ValueError, RecursionError):
        return
    if isinstance(genome, dict):
        level = FAMILY.generate(genome).level
        assert FAMILY.parse(FAMILY.format(level)) == level


def _picture(content: bytes) -> None:
    FAMILY.read_picture(content)


def _pictures() -> list[bytes]:
    """Of each format a picture with nothing to be read, which is soon seen, and a rack of four tubes."""
    plain, rack = Image.new("RGB", (60, 60), "#102030"), Image.new("RGB", (120, 60), "#102030")
    ImageDraw.Draw(plain).rectangle((10, 10, 26, 54), outline="#f0f0f0")
    draw = ImageDraw.Draw(rack)
    for tube, units in enumerate((("#e03030", "#3030e0"), ("#3030e0", "#e03030"), (), ())):
        left = 10 + 28 * tube
        draw.rectangle((left, 10, left + 16, 54), outline="#f0f0f0")
        for height, colour in enumerate(units):
            draw.rectangle((left + 2, 36 - 17 * height, left + 14, 52 - 17 * height), fill=colour)
    return [_file(plain, format_) for format_ in ("PNG", "JPEG", "WEBP")] + [_file(rack, "PNG")]


def _file(picture: Image.Image, format_: str) -> bytes:
    file = BytesIO()
    picture.save(file, format_, quality=20)
    return file.getvalue()


_GENOMES = (
    '{"backward":{"colours":4,"capacity":4,"empty":2,"pours":"water","ends":"together","steps":12,"seed":4}}',
    '{"level":"ab.\\nba."}',
)
_FILES = (
    *(SMALL, f"; a\nBALL LOOSE\n{SMALL}\nTitle: a\nSolution: AC BA BC\n\n{LARGE}", "3\n0 1\n1 0\n-1 -1\n"),
    *("2 2\n0 1\n1 0\n",),
    '{"tubes":[[0,1],[1,0],[]],"capacity":2,"pours":"ball","ends":"loose","solution":[[0,2]],"title":"a"}',
)

TARGETS = (
    text_target("watersort-files", _files, _PIECES, _FILES),
    text_target("watersort-answers", _answer, _PIECES, ["AC BA BC", "deep = 1 from 0 to 2\n", f"AB{PART}{LARGE}"]),
    text_target("watersort-levels", _drawn, _PIECES, [SMALL, LARGE, f"BALL LOOSE\n{SMALL}{PART}{LARGE}"]),
    text_target(
        "watersort-explanations", _explained, _PIECES, [SMALL, LARGE, f"WHOLE\n{SMALL}"], longest=40, mutations=4
    ),
    text_target("watersort-genomes", _genome, _GENOME, _GENOMES),
    Target("watersort-pictures", _picture, _pictures(), longest=5000, mutations=4),
)
