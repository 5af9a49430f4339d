"""What all migrations make of an empty file, as a script; run as a program, writes it where new databases find it."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from storage.connection import TIMEOUT, migrating
from storage.creation import NEWEST
from storage.revisions import APPLICATION_ID
from storage.upkeep.upgrade import migrate


def migrated(path: Path) -> Path:
    """A new database by way of all revisions."""
    with migrating(path, TIMEOUT) as connection:
        migrate(connection, path)
    return path


def script_of(path: Path) -> str:
    """The statements that make a database, and what it holds."""
    with closing(sqlite3.connect(path)) as database:
        return "\n".join(_lines(database)) + "\n"


def _lines(database: sqlite3.Connection) -> Iterator[str]:
    yield "-- Written by `make schema` from the migrations beside it."
    yield f"PRAGMA application_id = {APPLICATION_ID};"
    # iterdump() begins and ends a transaction, which whoever runs the script does himself
    yield from [*database.iterdump()][1:-1]


if __name__ == "__main__":
    with TemporaryDirectory() as folder:
        NEWEST.write_text(script_of(migrated(Path(folder) / "newest.db")), encoding="utf-8")
