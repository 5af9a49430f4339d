"""Files of levels: read whole and checked, written whole or not at all, in the formats of their family."""

import codecs
import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from errno import ENOENT, ENOSPC
from io import TextIOWrapper
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, TextIO

from generator import Entry, Family, default_family, defaults, family_names, get_declaration, get_family
from generator.errors import BrokenFamilyError, LevelFormatError, SettingError, UnclosedLevelError
from generator.messages import levels as levels_
from service.errors import LevelFileError
from storage.beside import is_database

STANDARD = Path("-")
"""The name of the standard input, or the standard output."""

UTF_8 = "utf-8"
"""The encoding of files where no other is asked for."""
ENCODINGS = (UTF_8, "gbk", "latin-1")
"""The encodings of files that are written."""

_KEPT_OF_NAMES = 50
"""Letters that the name of a file that is not complete has of the complete one's; systems limit names in bytes."""

MOST_BYTES = 512 * 2**20
"""Bytes that are read of a file at most; families draw their own, narrower limits."""

_PICTURES = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"GIF8", b"II*\0", b"MM\0*")
"""How files in PNG, JPEG, GIF and TIFF begin."""

_CONTROLS = re.compile(r"[\x00-\x06\x0e-\x19\x1b-\x1f\x7f]")
"""Letters that no text has; some old ones end with 0x1a."""
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")


class Reading(NamedTuple):
    """How a file is read: its family, None for the one that its levels show, and what becomes of wrong levels.

    With `close_edges` the edge of a level counts as a wall; with `strict` one wrong level refuses its file.
    """

    family: str | None = None
    close_edges: bool = False
    strict: bool = False


class LevelFile(NamedTuple):
    """What was read of a file: its levels by their places in it, from 1, and why others are left out."""

    family: Family[Any]
    levels: Mapping[int, Entry]
    left_out: Mapping[int, LevelFileError]


def read_levels(path: Path, asked: Reading) -> LevelFile:
    """The levels of a file, or of the standard input. Raises LevelFileError or OSError."""
    return levels_in(path, read_bytes(path), asked)


def levels_in(path: Path, content: bytes, asked: Reading) -> LevelFile:
    """The levels of a file that was read already.

    Where no family is asked for, it is the default one if that reads the file, else the only other one that reads all
    of it, or else the only one that reads some of it. Raises LevelFileError.
    """
    try:
        return _levels_of(asked.family or default_family(), path, content, asked)
    except LevelFileError as error:
        if asked.family is not None:
            raise
        read = [*_readings(path, content, asked._replace(strict=False))]
        found = [file for file in read if not file.left_out] or read
        if len(found) == 1:
            return _accepted(found[0], asked)
        names = ", ".join(file.family.name for file in found) or ", ".join(family_names())
        raise LevelFileError(
            "{error}; if the family is another one, give --family: {names}", error=error, names=names
        ) from error


def _readings(path: Path, content: bytes, asked: Reading) -> Iterator[LevelFile]:
    """What the families but the default one read in a file, as far as they do."""
    for name in family_names():
        if name != default_family():
            with suppress(LevelFileError, BrokenFamilyError, SettingError):
                yield _levels_of(name, path, content, asked)


def _levels_of(name: str, path: Path, content: bytes, asked: Reading) -> LevelFile:
    """The levels of a family in a file, of which at least one can be read."""
    if is_picture(content):
        raise LevelFileError("{file}: this is a picture; cenote import reads levels from pictures", file=shown(path))
    family = get_family(name)
    try:
        found = defaults.parse_each(family, decoded(content), asked.close_edges)
    except LevelFormatError as error:
        raise _refusal(path, error) from error
    levels = {place: one for place, one in enumerate(found, 1) if isinstance(one, Entry)}
    left_out = {place: _refusal(path, one) for place, one in enumerate(found, 1) if not isinstance(one, Entry)}
    if not levels:
        raise next(iter(left_out.values()))
    return _accepted(LevelFile(family, levels, left_out), asked)


def _accepted(file: LevelFile, asked: Reading) -> LevelFile:
    """The levels that were read, or the first one's refusal where all are asked for."""
    if asked.strict and file.left_out:
        raise next(iter(file.left_out.values()))
    return file


def _refusal(path: Path, error: LevelFormatError) -> LevelFileError:
    if isinstance(error, UnclosedLevelError):
        return LevelFileError("{path}: {error}, or read it with --close-edges", path=shown(path), error=error)
    return LevelFileError("{path}: {error}", path=shown(path), error=error)


def is_picture(content: bytes) -> bool:
    """Whether a file is a picture in pixels, by its first bytes."""
    is_webp = content.startswith(b"RIFF") and content[8:12] == b"WEBP"
    is_bmp = content.startswith(b"BM") and content[6:10] == bytes(4)
    return is_webp or is_bmp or content.startswith(_PICTURES)


def is_binary(content: bytes) -> bool:
    """Whether a file holds no text in any encoding that `decoded` knows, by letters that no text has."""
    return bool(_CONTROLS.search(decoded(content)))


def read_bytes(path: Path) -> bytes:
    """A file, or the standard input. Raises LevelFileError or OSError."""
    if path == STANDARD:
        content = b"" if sys.stdin is None else sys.stdin.buffer.read(MOST_BYTES + 1)
    else:
        _refuse_database(path)
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise LevelFileError(
            "{path} is longer than {most} MiB; split it into several files", path=shown(path), most=MOST_BYTES // 2**20
        )
    return content


def _refuse_database(path: Path) -> None:
    """Only SQLite opens a database, or else locks of this process are lost, and nothing else takes its place."""
    if is_database(path):
        raise LevelFileError("{path} is a database; give another file", path=path)


def numbered_level(path: Path, number: int, asked: Reading) -> tuple[Family[Any], Entry]:
    """One level of a file, counted from 1, whatever the others are. Raises LevelFileError or OSError."""
    file = read_levels(path, asked)
    if number in file.left_out:
        raise file.left_out[number]
    if number not in file.levels:
        raise LevelFileError(
            "{path} has {levels}, so there is no --number {number}",
            path=shown(path),
            levels=levels_(len(file.levels) + len(file.left_out)),
            number=number,
        )
    return file.family, file.levels[number]


def read_moves(said: str) -> str:
    """Moves that a user gave as a file, as the standard input or as they are. Raises LevelFileError or OSError.

    A file may hold the level as well, as `cenote solve` writes it. A dot and a slash are in the names of files, and in
    no moves.
    """
    if said == str(STANDARD) or "." in said or os.sep in said or _is_file(Path(said)):
        content = read_bytes(Path(said))
        return _solution_in(Path(said), content) or decoded(content)
    return said


def _solution_in(path: Path, content: bytes) -> str:
    """The solution in a file of levels; empty where it is another file. Raises LevelFileError where it has several."""
    if b"solution" not in content.lower():  # to look for levels among a million moves takes a second
        return ""
    try:
        levels = levels_in(path, content, Reading()).levels.values()
    except LevelFileError:
        return ""
    solutions = [entry.solution for entry in levels if entry.solution]
    if len(solutions) > 1:
        raise LevelFileError(
            "{path} has solutions of {levels}; give a file with one", path=shown(path), levels=levels_(len(solutions))
        )
    return "".join(solutions)


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # moves are longer than names of files may be
        return False


def read_text(path: Path) -> str:
    """The text of a file, or of the standard input. Raises LevelFileError or OSError."""
    return decoded(read_bytes(path))


def own_format(family: str) -> str:
    """The name of the format that a family writes where no other is asked for."""
    return next(iter(get_declaration(family).formats))


def format_of(family: str, path: Path) -> str | None:
    """The name of the format that the ending of a file's name stands for, None where it stands for none."""
    formats = get_declaration(family).formats
    return next((name for name, format_ in formats.items() if path.suffix.lower() in format_.endings), None)


@contextmanager
def new_file(path: Path, force: bool, encoding: str = UTF_8) -> Iterator[TextIO]:
    """A text file that appears when it is complete; an existing one is replaced only with `force`.

    Raises LevelFileError or OSError.
    """
    with new_binary_file(path, force) as binary, TextIOWrapper(binary, encoding=encoding) as file:
        yield file


@contextmanager
def new_binary_file(path: Path, force: bool) -> Iterator[BinaryIO]:
    """A file of bytes that appears when it is complete, as `new_file`. Errors have the name of that file."""
    if path.exists() and not force:
        raise LevelFileError("{path} exists already; choose another name, or overwrite it with --force", path=path)
    if path.exists() and not path.is_file():
        with path.open("wb") as device:
            yield device
        return
    _refuse_database(path)
    target = path.resolve()
    if not target.parent.is_dir():
        raise FileNotFoundError(ENOENT, os.strerror(ENOENT), str(path.parent))
    partial = target.with_name(f"{target.name[:_KEPT_OF_NAMES]}.{os.getpid()}.partial")
    try:
        with partial.open("wb") as file:
            yield file
        partial.replace(target)
    except BaseException as error:
        with suppress(OSError):  # there may be none, and nobody can remove it where nobody could write it
            partial.unlink()
        if isinstance(error, OSError) and (str(error.filename) == str(partial) or error.errno == ENOSPC):
            raise type(error)(error.errno, error.strerror, str(path)) from error
        raise


def write_entries(family: Family[Any], entries: Iterable[Entry], file: TextIO, format_: str | None = None) -> int:
    """Write levels in a format of the family, by default its own, and return how many.

    One level is in memory at a time where the format allows it. Raises LevelFileError where the encoding of the
    file has not all letters.
    """
    count = 0

    def counted() -> Iterator[Entry]:
        nonlocal count
        for entry in entries:
            count += 1
            yield entry

    try:
        for piece in defaults.format_file(family, counted(), format_ or own_format(family.name)):
            file.write(piece)
    except UnicodeEncodeError as error:
        letter = error.object[error.start]
        raise LevelFileError(
            "{letter!r} cannot be written in {encoding}; use --encoding {other}",
            letter=letter,
            encoding=error.encoding,
            other=UTF_8,
        ) from error
    return count


def decoded(content: bytes) -> str:
    """The text of a file; many collections are older than UTF-8, and those of Chinese programs are in GBK.

    UTF-16 shows from its byte order mark, without which nothing writes it.
    """
    marked = content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        return content.decode("utf-16" if marked else UTF_8)
    except UnicodeDecodeError:
        return _decoded_chinese(content) or content.decode("latin-1")


def _decoded_chinese(content: bytes) -> str | None:
    """The text if it is Chinese in GBK: most of its letters beyond ASCII are among the common ones of GB 2312.

    Western text is hardly ever so, for accents are followed by plain letters there.
    """
    try:
        text = content.decode("gbk")
    except UnicodeDecodeError:
        return None
    foreign = _BEYOND_ASCII.findall(text)
    common = "".join(foreign).encode("gb2312", "ignore").decode("gb2312")
    return text if 2 * len(common) > len(foreign) else None


def shown(path: Path) -> str:
    """How a file is called in messages."""
    return "standard input" if path == STANDARD else str(path)
