"""Files of levels: read whole and checked, written whole or not at all."""

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

from generator import Entry, Family
from generator.errors import LevelFormatError
from service.errors import LevelFileError

STANDARD = Path("-")
"""The name of the standard input, or the standard output."""

MOST_BYTES = 512 * 2**20
"""Bytes that are read of a file at most; families draw their own, narrower limits."""


def read_entries(family: Family[Any], path: Path) -> list[Entry]:
    """The levels of a file, or of the standard input. Raises LevelFileError or OSError."""
    try:
        return family.parse_file(_decoded(_read(path)))
    except LevelFormatError as error:
        raise LevelFileError(f"{_shown(path)}: {error}") from error


@contextmanager
def new_file(path: Path, force: bool) -> Iterator[TextIO]:
    """A text file that appears when it is complete; an existing one is replaced only with `force`.

    Raises LevelFileError or OSError.
    """
    if path.exists() and not force:
        raise LevelFileError(f"{path} exists already; choose another name, or overwrite it with --force")
    if path.exists() and not path.is_file():
        with path.open("w", encoding="utf-8") as device:
            yield device
        return
    target = path.resolve()
    partial = target.with_name(f"{target.name[:200]}.{os.getpid()}.partial")
    try:
        with partial.open("w", encoding="utf-8") as file:
            yield file
        partial.replace(target)
    except BaseException:
        partial.unlink(missing_ok=True)
        raise


def write_entries(family: Family[Any], entries: Sequence[Entry] | Iterator[Entry], file: TextIO) -> int:
    """Write levels one at a time, so that only one solution is ever in memory, and return how many."""
    count = 0
    for count, entry in enumerate(entries, 1):
        file.write(("\n" if count > 1 else "") + family.format_file([entry]))
    return count


def _read(path: Path) -> bytes:
    if path == STANDARD:
        content = b"" if sys.stdin is None else sys.stdin.buffer.read(MOST_BYTES + 1)
    else:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise LevelFileError(f"{_shown(path)} is longer than {MOST_BYTES // 2**20} MiB; split it into several files")
    return content


def _decoded(content: bytes) -> str:
    """The text of a file; many collections are older than UTF-8."""
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return content.decode("latin-1")


def _shown(path: Path) -> str:
    return "standard input" if path == STANDARD else str(path)
