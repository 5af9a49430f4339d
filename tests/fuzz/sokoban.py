"""The parsers of Sokoban: files of every format, answers in every notation, levels that are drawn and compared."""

import json
from typing import Any

from generator import get_family
from generator.puzzles.sokoban.kinds.free.genome import FreeGenome
from generator.puzzles.sokoban.kinds.zero_space.genome import ZeroSpaceGenome
from generator.puzzles.sokoban.notation.counts import CountError, expand, shorten
from generator.puzzles.sokoban.notation.files import format_file, parse_file
from generator.puzzles.sokoban.notation.formats import FORMATS
from generator.puzzles.sokoban.notation.point_push import format_point_push, parse_point_push
from generator.puzzles.sokoban.notation.ruler import cell_name, parse_cell
from generator.puzzles.sokoban.solutions.submission import read_moves
from service.web.sandbox import worker
from tests.fuzz.target import PART, parts, text_target
from tests.generator.puzzles.sokoban.notation.fragments import BOARD, FRAGMENTS, OTHER

FAMILY: Any = get_family("sokoban")
MOST_LEVELS = 200
MOST_CHANGES = 20
"""Changes of an animation that are drawn."""
MOST_LETTERS = 10_000
"""Letters of a text that counts may make."""

ROOM = "#######\n#@----#\n#-$--.#\n#--$-.#\n#-----#\n#######"
ZERO_SPACE = (
    "#######\n#@----#\n#$#.#-#\n#--$--#\n#.#-#-#\n#-----#\n#######",
    "########\n#--#---#\n#-$-@--#\n#--#-#.#\n########",
)
BOARDS = (BOARD, OTHER, ROOM, *ZERO_SPACE)
_XML = (
    *("<SokobanLevels>", "</SokobanLevels>", "<LevelCollection Copyright='a'>", "</LevelCollection>", "<Level>", "<L>"),
    *("<Level Id='b' Copyright=\"c\">", "</Level>", "</L>", "<L/>", "<Level/>", "<L>#####</L>", "<L>#@$.#</L>"),
    *("\ud800",),
    *("<Title>", "</Title>", "<Description>", "</Description>", "<Url>", "</Url>", "<Email>", "</Email>", "<a>"),
    *("</a>",),
    *("<?xml version='1.0' encoding='UTF-16'?>", "<?xml version='1.0'?>", "<!--", "-->", "<![CDATA[", "]]>", "&#10;"),
    *("<!DOCTYPE a [", "<!ENTITY a 'b'>", "<!ENTITY % b SYSTEM 'c'>", "]>", "&a;", "&#x24;", "&lt;", "\ufeff"),
    *("\u2028",),
    *("<?b c?>", "<!ATTLIST Level Id CDATA 'd'>", "<!ELEMENT a ANY>", "xmlns='e'", "xml:space='preserve'", "<LEVEL>"),
)
_MOVES = (
    *("rR", "lL", "uU", "dD", "2(", "3(dr)R", "9999900(rl)", "99", ")", "(" * 33, "A1-B2", "B2-C2", "C3-F3,", "D3-F3,"),
    *("b2 - D2\n", "ZZZ9999-A1", "=(", "1(1(1(", "9" * 9, "\u0660", "\u2028", "\x85", "\ufeff", "\u017f", "\u212a"),
    *(PART,),
    *BOARDS,
)
_GENOME = (
    *('{"type":', '"b"', '"e"', '"g"', '"s"', '"w"', '"free"', ',"size":', ',"seed":', ',"policy":', '"apart"'),
    *('"last"',),
    *('"deepest"', '"farthest"', ',"walk":', ',"threshold":', ',"sweeps":', ',"budget":', ',"tree":', '"hull":"L"'),
    *("null",),
    *("Infinity", "NaN", "1e400", "-1", "9" * 30, "true", "[]", "{}", '"level":"#####\\n#@$.#\\n#####"', '"room":'),
    *("[", "]"),
    *('"#####"', '"#.--#"', ',"walls":', '"change"', '"fixed"', ',"effort":', '"\\ud800"', '"0x1F"', '"1f"', "3"),
    *("7", "}"),
)


def _files(text: str) -> None:
    """The levels and notes of a text are the same after a way through every format.

    The same as written, that is: a line of a comment that looks like the end of one is quoted.
    """
    worker.entries("sokoban", text, MOST_LEVELS)
    entries = parse_file(text)
    for format_ in FORMATS:
        written = "".join(format_file(entries, format_))
        again = parse_file(written)
        assert "".join(format_file(again, format_)) == written
        assert [(entry.text, entry.title) for entry in again] == [(entry.text, entry.title) for entry in entries]


def _counts(text: str) -> None:
    try:
        found = expand(text, MOST_LETTERS)
    except CountError:
        return
    assert len(found) <= MOST_LETTERS
    assert expand(shorten(found), MOST_LETTERS) == found


def _points(text: str) -> None:
    pairs = parse_point_push(text)
    assert parse_point_push(format_point_push(pairs)) == pairs
    for cell in (cell for pair in pairs for cell in pair):
        assert parse_cell(cell_name(cell)) == cell


def _answer(text: str) -> None:
    """An answer that is accepted is accepted again as what it counts, and can be shown."""
    answer, said = parts(text, 2)
    level = said or ROOM
    verdict = worker.judge([("sokoban", level, None)], answer)[0]
    if not verdict["solution"]:
        assert "\n" not in verdict["reason"]
        return
    moves = verdict["solution"]["moves"]
    assert worker.judge([("sokoban", level, None)], moves)[0]["solution"] == {**verdict["solution"], "cut": 0}
    assert list(FAMILY.animate(FAMILY.parse(level), moves, MOST_CHANGES))
    pairs = str(FAMILY.run_tool("point-push", [level, answer], {}).text)
    FAMILY.check(FAMILY.parse(level), pairs)


def _drawn(text: str) -> None:
    """A level means the same after it is written; it can be drawn, named, turned and compared."""
    first, other = parts(text, 2)
    level = FAMILY.parse(first)
    written = FAMILY.format(level)
    assert FAMILY.parse(written) == level
    for ruler in (False, True):
        assert worker.picture("sokoban", written, ruler).startswith("<svg ")
    assert FAMILY.identity(level) == FAMILY.identity(FAMILY.parse(written))
    FAMILY.describe(level)
    stored = [written, *([FAMILY.format(FAMILY.parse(other))] if other else [])]
    assert (0, 1.0) in worker.similar("sokoban", written, stored, 0.0)


def _moves(text: str) -> None:
    """Only on the command line, where who makes a longer level waits for it alone."""
    read_moves(text, MOST_LETTERS)
    FAMILY.run_tool("lurd2xsb", [text], {})


def _path(text: str) -> None:
    box, target, level = parts(text, 3)
    FAMILY.run_tool("path", [level or ROOM], {"box": box, "to": target})


def _genome(text: str) -> None:
    """Genomes are read; what is long to make is not made."""
    try:
        genome = json.loads(text)
    except (ValueError, RecursionError):
        return
    if not isinstance(genome, dict):
        return
    if "level" in genome:
        FAMILY.generate(genome)
    made = (FreeGenome if genome.get("type") == "free" else ZeroSpaceGenome).from_json(genome)
    assert type(made).from_json(json.loads(json.dumps(made.to_json()))) == made


_ANSWERS = ("rrrrdlLddrrUruL", "C3-F3,D4-F4", "b3-e3", "2(r)R", "DrUluRRRllddRR" + PART + ROOM, "R" + PART + BOARD)
_GENOMES = (
    '{"type":"b","size":3,"seed":7,"policy":"apart","walk":3,"tree":null}',
    '{"type":"g","size":3,"seed":7,"policy":"farthest","walk":3,"threshold":3,"hull":"L"}',
    '{"type":"b","size":3,"seed":7,"policy":"deepest","sweeps":3,"budget":7,"tree":"1f"}',
    '{"type":"free","room":["#####","#.--#","#####"],"walls":"fixed","budget":7,"effort":3,"seed":3}',
    '{"level":"#####\\n#@$.#\\n#####"}',
)
_DOCUMENT = (
    "<?xml version='1.0'?><SokobanLevels><Title>a</Title><LevelCollection Copyright='a'><Level Id='b' Copyright=\"c\">"
    "<L>#####</L><L>#@$.#</L><L>#####</L></Level></LevelCollection></SokobanLevels>"
)

TARGETS = (
    text_target("sokoban-files", _files, FRAGMENTS, [*BOARDS, f"{BOARD}\nTitle: a\nSolution: R\n"]),
    text_target("sokoban-slc", _files, _XML, [_DOCUMENT]),
    text_target("sokoban-counts", _counts, _MOVES, ["2(3(dr)R)", "9R"]),
    text_target("sokoban-points", _points, _MOVES, ["A1-B2,C3-F3", "b2 - D2\n"]),
    text_target("sokoban-answers", _answer, _MOVES, _ANSWERS),
    text_target("sokoban-levels", _drawn, [*FRAGMENTS, *BOARDS, PART], [*BOARDS, f"{ROOM}{PART}{BOARD}"]),
    text_target("sokoban-moves", _moves, _MOVES, ["R", "rRdDllU", "9(rR)"]),
    text_target("sokoban-paths", _path, _MOVES, [f"C3{PART}F3", f"B2{PART}C2{PART}{BOARD}"]),
    text_target("sokoban-genomes", _genome, _GENOME, _GENOMES),
)
