"""SokobanLevels, the XML format of www.sourcecode.se (its page LevelFormat.htm), which has no place for solutions.

The parser is Python's expat itself. It loads nothing that a document refers to, and entities, with which a small
document can be made huge, are refused.
"""

import re
from collections.abc import Iterable, Iterator
from html import escape
from xml.parsers import expat

from generator.errors import LevelFormatError
from generator.puzzles.sokoban.notation.board import BOARD_LETTERS, Reader, read_board, read_decoded_board
from generator.puzzles.sokoban.notation.lines import one_line, trimmed
from generator.puzzles.sokoban.notation.xsb import format_level, parse_level
from generator.values import Entry

LARGEST_XML = 64 * 2**20
"""Most characters of a document."""

DEEPEST = 16
"""Elements within elements; levels need four."""

_BEGINNING = re.compile(r"\ufeff?\s*<(\?xml|!--|!DOCTYPE|SokobanLevels)", re.IGNORECASE)
_NOT_XML = re.compile("[\ufffe\uffff\ud800-\udfff]")
_NOT_BOARD = re.compile(f"[^{re.escape(BOARD_LETTERS)}]")
_ABOUT = {"title": "Collection: ", "description": "", "email": "Email: ", "url": "Url: "}


def is_slc(text: str) -> bool:
    """Whether the text begins as XML does."""
    return _BEGINNING.match(text) is not None


def parse_each(text: str, read: Reader = read_board) -> list[Entry | LevelFormatError]:
    """All levels of a document, or why one of them is none.

    Id is the title, Copyright the author; what is said of all goes to the first comment. Raises LevelFormatError
    where the document itself cannot be read.
    """
    if len(text) > LARGEST_XML:
        raise LevelFormatError(
            "this XML is longer than {most:,} characters; split it into several files", most=LARGEST_XML
        )
    reader = _Reader(read)
    try:
        reader.parser.Parse(text.encode("utf-8", "replace"), True)
    except expat.ExpatError as error:
        raise LevelFormatError(
            "this is not well-formed XML ({error}); correct it there",
            error.lineno,
            error.offset + 1,
            error=expat.ErrorString(error.code),
        ) from error
    if not reader.entries:
        raise LevelFormatError("there is no level in this XML; levels stand in SokobanLevels as <Level><L>###</L>...")
    return reader.entries


def format_file(entries: Iterable[Entry]) -> Iterator[str]:
    """The document of these levels, in ASCII, without comments and solutions.

    Raises LevelFormatError for an entry whose level is none.
    """
    levels = [(parse_level(entry.text), entry.title, entry.author) for entry in entries]
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<SokobanLevels>\n<Title></Title>\n<Description></Description>\n'
    width = max((level.width for level, _, _ in levels), default=0)
    height = max((level.height for level, _, _ in levels), default=0)
    yield f'<LevelCollection Copyright="" MaxWidth="{width}" MaxHeight="{height}">\n'
    for level, title, author in levels:
        size = f'Width="{level.width}" Height="{level.height}"'
        copyright_ = f" Copyright={_quoted(author)}" if one_line(author) else ""
        yield f"<Level Id={_quoted(title)} {size}{copyright_}>\n"
        yield from (f"<L>{row.replace('-', ' ').rstrip()}</L>\n" for row in format_level(level).split("\n"))
        yield "</Level>\n"
    yield "</LevelCollection>\n</SokobanLevels>\n"


def _quoted(text: str) -> str:
    """An attribute's value; without letters beyond ASCII it is the same in every encoding of a file."""
    value = escape(one_line(_NOT_XML.sub(" ", text)))
    return f'"{value.encode("ascii", "xmlcharrefreplace").decode()}"'


class _Reader:
    """Takes levels from the events of a parser."""

    def __init__(self, read: Reader) -> None:
        self.entries: list[Entry | LevelFormatError] = []
        self._read = read
        self.parser = expat.ParserCreate("utf-8")
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._characters
        self.parser.EntityDeclHandler = self._refuse_entity
        self._open: list[str] = []
        self._said: list[str] = []
        self._about: list[str] = []
        self._copyright = ""
        self._level: dict[str, str] = {}
        self._rows: list[str] = []
        self._line = 0

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._open.append(name.lower())
        if self._open[0] != "sokobanlevels" or len(self._open) > DEEPEST:
            raise LevelFormatError(
                "<{name}> is not allowed here; an XML file of levels begins with <SokobanLevels>",
                self.parser.CurrentLineNumber,
                name=name[:40],
            )
        self._said = []
        if self._open[-1] == "levelcollection":
            self._copyright = attributes.get("Copyright", "")
        elif self._open[-1] == "level":
            self._level, self._rows, self._line = attributes, [], self.parser.CurrentLineNumber

    def _end(self, _: str) -> None:
        name = self._open.pop()
        text = "".join(self._said)
        if name == "l":
            self._refuse_letters(text)
            self._rows.append(text)
        elif name == "level":
            self._add_level()
        elif name in _ABOUT and len(self._open) == 1 and trimmed(text):
            self._about.append(_ABOUT[name] + trimmed(text))
        self._said = []

    def _characters(self, text: str) -> None:
        self._said.append(text)

    def _add_level(self) -> None:
        try:
            level = read_decoded_board(self._rows or [""], self._line, self._read)
        except LevelFormatError as error:
            self.entries.append(error)
            return
        title = one_line(self._level.get("Id", ""))
        author = one_line(self._level.get("Copyright", "") or self._copyright)
        self.entries.append(Entry(format_level(level), title, author, "\n".join(self._about)))
        self._about = []

    def _refuse_letters(self, text: str) -> None:
        wrong = _NOT_BOARD.search(text)
        if wrong:
            raise LevelFormatError(
                "{letter!r} is not allowed in a row of a level; <L> holds letters of XSB, with spaces for floor",
                self.parser.CurrentLineNumber,
                letter=wrong[0],
            )

    def _refuse_entity(self, name: str, *_: object) -> None:
        raise LevelFormatError(
            "this XML declares an entity ({name!r}), which no level needs; remove its declaration",
            self.parser.CurrentLineNumber,
            name=name[:40],
        )
