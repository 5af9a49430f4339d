"""A database of this program's revision, and its transactions."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Self

from sqlalchemy import Connection, Engine

from storage.connection import (
    LONG_LOG,
    TIMEOUT,
    WRITING,
    database_path,
    driver_of,
    engine_of,
    existing_path,
    is_vacant,
    log_of,
    reading,
    reading_engine,
    require_writable,
)
from storage.creation import make_database
from storage.errors import translated
from storage.revisions import is_blank, require_revision

_log = logging.getLogger(__name__)


def utc_now() -> str:
    """The time, as ISO 8601 in UTC."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


@dataclass(frozen=True, slots=True)
class Database:
    """An open database of this program's revision; use it in a `with` statement or `close` it.

    `now` gives every time that is stored.
    """

    path: Path
    engine: Engine
    now: Callable[[], str] = utc_now

    @classmethod
    def create(cls, url: str, *, timeout: float = TIMEOUT, now: Callable[[], str] = utc_now) -> Self:
        """Open a database for writing, and make it where the file is missing or empty.

        Raises StorageError where the place cannot be written or holds anything else.
        """
        path = database_path(url)
        if is_vacant(path) or _is_blank(existing_path(url)):
            make_database(path, timeout)
        return cls.open(url, timeout=timeout, now=now)

    @classmethod
    def open(cls, url: str, *, timeout: float = TIMEOUT, now: Callable[[], str] = utc_now) -> Self:
        """Open an existing database for writing.

        Raises StorageError where it is missing, read-only, not ours or of another revision.
        """
        path = _accepted_path(url)
        require_writable(path)
        return cls(path, engine_of(f"{path.as_uri()}?mode=rw", timeout, WRITING), now)._held()

    @classmethod
    def open_readonly(cls, url: str, *, timeout: float = TIMEOUT) -> Self:
        """Open an existing database for reading, also while another process writes or where nobody can write.

        Raises StorageError where it is missing, not ours or of another revision.
        """
        path = _accepted_path(url)
        return cls(path, reading_engine(path, timeout))._held()

    @contextmanager
    def begin(self, *, waits: bool = True) -> Iterator[Connection]:
        """A writing transaction: it holds the write lock, and keeps everything or nothing.

        Raises DatabaseLockedError, DiskFullError or ReadOnlyError; the first at once where it shall not wait.
        """
        with (
            translated(self.path),
            self.engine.connect().execution_options(begin="BEGIN IMMEDIATE", waits=waits) as connection,
            connection.begin(),
        ):
            yield connection

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A reading transaction: it sees one state of the database, whatever others write."""
        with translated(self.path), self.engine.begin() as connection:
            yield connection

    def shorten_log(self) -> None:
        """Write a long log back into the database and cut it, as far as readers allow, without waiting for anybody."""
        log = log_of(self.path)
        if not log.exists() or log.stat().st_size <= LONG_LOG:
            return
        with translated(self.path), self.engine.connect() as connection:
            driver = driver_of(connection)
            (patience,) = driver.execute("PRAGMA busy_timeout").fetchone()
            driver.execute("PRAGMA busy_timeout = 0")
            try:
                driver.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            finally:
                driver.execute(f"PRAGMA busy_timeout = {patience}")

    def close(self) -> None:
        """Close every connection."""
        self.engine.dispose()

    def _held(self) -> Self:
        _log.info("database %s", self.path)
        # The first connection, which the pool keeps: by its lock others see that the database is open.
        try:
            with self.read() as connection:
                connection.exec_driver_sql("PRAGMA schema_version")
        except BaseException:
            self.close()
            raise
        return self

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _accepted_path(url: str) -> Path:
    path = existing_path(url)
    # only reading, for opening a database of another application for writing would already change it
    with reading(path) as connection:
        require_revision(connection, path)
    return path


def _is_blank(path: Path) -> bool:
    with reading(path) as connection:
        return is_blank(connection)
