"""Watches every file that Python opens: a database file is for SQLite alone.

`python -m tests.openings COMMAND ...` is `cenote COMMAND ...` under this watch.
"""

import os
import sys
from pathlib import Path
from types import FrameType
from typing import Any
from urllib.parse import unquote, urlsplit

ROOT = str(Path(__file__).resolve().parents[1]) + os.sep
TESTS = str(Path(__file__).resolve().parent) + os.sep

_databases: set[str] = set()


class TrespassError(AssertionError):
    """The program has opened a database file itself, and drops the locks of SQLite when it closes it."""


def watch() -> None:
    """Raise TrespassError from now on wherever the program opens a file that SQLite has opened in this process."""
    sys.addaudithook(_seen)


def _seen(event: str, arguments: tuple[Any, ...]) -> None:
    if event == "sqlite3.connect":
        _databases.add(_file_of(os.fspath(arguments[0])))
    elif event == "open" and isinstance(arguments[0], str | bytes) and not arguments[2] & os.O_EXCL:
        path = os.path.abspath(os.fsdecode(arguments[0]))  # noqa: PTH100 - pathlib takes three times as long, for every file
        if path in _databases and _is_ours(sys._getframe(1)):
            raise TrespassError(f"{path} is a database, which only SQLite may open")


def _file_of(database: str) -> str:
    return unquote(urlsplit(database).path) if database.startswith("file:") else os.path.abspath(database)  # noqa: PTH100


def _is_ours(frame: FrameType | None) -> bool:
    """Whether the program itself, and no test, is the nearest one of both on the stack."""
    while frame is not None:
        file = frame.f_code.co_filename
        if file.startswith(ROOT):
            return not file.startswith(TESTS)
        frame = frame.f_back
    return False


if __name__ == "__main__":
    from service.cli import main

    watch()
    sys.argv[0] = "cenote"
    main()
