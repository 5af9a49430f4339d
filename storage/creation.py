"""Makes new databases as the newest revision has them, without going through all revisions."""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from sqlite3 import complete_statement

from storage.connection import OWNER_ONLY, TIMEOUT, migrating, require_writable
from storage.errors import translated
from storage.locks import making_lock
from storage.revisions import MIGRATIONS, is_blank

NEWEST = MIGRATIONS / "newest.sql"
"""What all migrations make of an empty file; `make schema` writes it."""


def make_database(path: Path, timeout: float = TIMEOUT) -> None:
    """Make a database with all tables; harmless where another process did so a moment ago."""
    require_writable(path)
    with making_lock(path):
        _reserve(path)
        with migrating(path, timeout) as connection, connection.begin():
            if is_blank(connection):
                for statement in statements(NEWEST.read_text(encoding="utf-8")):
                    connection.exec_driver_sql(statement)


def statements(script: str) -> Iterator[str]:
    """The statements of a script in which each begins a line."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if complete_statement(statement):
            yield statement
            statement = ""


def _reserve(path: Path) -> None:
    """Put an empty file there for its owner alone; SQLite keeps the mode of a file that it finds.

    A file that has just been made has no locks that this process could lose by closing it.
    """
    with translated(path), suppress(FileExistsError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY))
