"""A database file: who may open it, how, and its transactions.

One recipe throughout: a write-ahead log that is synchronised at checkpoints, and writing transactions that
take the write lock at their beginning, because SQLite refuses at once to turn a read into a write.

Nothing but SQLite opens a database file. Closing any descriptor of a file drops all POSIX locks that a process holds
on it, after which another process takes itself for the last one and deletes the log that is still in use ("How To
Corrupt An SQLite Database File", section 2.2, at sqlite.org).
"""

import errno
import json
import os
import sqlite3
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Self, cast

from sqlalchemy import Connection, Engine, FromClause, QueuePool, create_engine, event
from sqlalchemy.dialects.sqlite.base import SQLiteCompiler
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from storage.errors import (
    DatabaseInUseError,
    DatabaseLockedError,
    DatabaseMissingError,
    UnsupportedUrlError,
    not_a_database,
    read_only,
    translated,
)
from storage.revisions import is_blank, missing, require_revision
from storage.sqlite_version import require_sqlite

TIMEOUT = 30.0
"""Seconds that a transaction waits for another writer."""

OWNER_ONLY = 0o600
"""The permissions of a new database."""

SHORTLY = 1.0
"""Seconds that are waited for commands that are just ending, where a database must be nobody else's."""

SMALLEST = 512
"""Bytes of the smallest page of SQLite, and so of the smallest database."""

LONG_LOG = 32 * 2**20
"""Bytes of a log that is written back and cut as soon as no reader needs it; it has four megabytes where none does."""

WRITING = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = NORMAL",
    "PRAGMA foreign_keys = ON",
    f"PRAGMA journal_size_limit = {LONG_LOG}",
)


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
        if _is_vacant(path) or _is_blank(existing_path(url)):
            # alembic costs 0.2 s to import, which only the making of a database has to pay
            from storage.upgrade import make_database

            make_database(path, timeout)
        return cls.open(url, timeout=timeout, now=now)

    @classmethod
    def open(cls, url: str, *, timeout: float = TIMEOUT, now: Callable[[], str] = utc_now) -> Self:
        """Open an existing database for writing.

        Raises StorageError where it is missing, read-only, not ours or of another revision.
        """
        path = _accepted_path(url)
        require_writable(path)
        return cls(path, _engine(f"{path.as_uri()}?mode=rw", timeout, WRITING), now)._held()

    @classmethod
    def open_readonly(cls, url: str, *, timeout: float = TIMEOUT) -> Self:
        """Open an existing database for reading, also while another process writes or where nobody can write.

        Raises StorageError where it is missing, not ours or of another revision.
        """
        path = _accepted_path(url)
        return cls(path, _reading_engine(path, timeout))._held()

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


def database_path(url: str) -> Path:
    """The file that a storage URL names. Raises UnsupportedUrlError."""
    advice = "write sqlite:///FILE (with four slashes before an absolute path)"
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError) as error:
        raise UnsupportedUrlError(f"{url!r} is not a storage URL; {advice}") from error
    if parsed.drivername not in ("sqlite", "sqlite+pysqlite"):
        raise UnsupportedUrlError(f"{parsed.drivername} databases are not supported; {advice}")
    file = parsed.database or ":memory:"
    if parsed.host or parsed.query or file.startswith((":memory:", "file:")):
        raise UnsupportedUrlError(f"{url!r} does not name a file to keep levels in; {advice}")
    return Path(file).resolve()


def log_of(path: Path) -> Path:
    """The write-ahead log of a database."""
    return Path(f"{path}-wal")


def driver_of(connection: Connection) -> sqlite3.Connection:
    """The connection of the standard library that SQLAlchemy uses."""
    return cast(sqlite3.Connection, connection.connection.driver_connection)


def mode_of(path: Path) -> int:
    """The permissions of a database, which the files beside it are made with, as SQLite makes its own."""
    return stat.S_IMODE(path.stat().st_mode) if path.exists() else OWNER_ONLY


def existing_path(url: str) -> Path:
    """The file that a storage URL names, where it is a SQLite database. Raises StorageError."""
    path = database_path(url)
    if _is_vacant(path):
        raise missing(path)
    with translated(path):
        # SQLite itself would take a file of a single byte for an empty database. Only SQLite may open the file:
        # whoever closes it by himself drops all locks that this process has on it.
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if not path.is_file() or path.stat().st_size < SMALLEST:
            raise not_a_database(path)
    return path


def require_writable(path: Path) -> None:
    """Refuse a place where SQLite could not keep its log. Raises ReadOnlyError or DatabaseMissingError."""
    if not path.parent.is_dir():
        raise DatabaseMissingError(f"there is no folder {path.parent}; make it, or give another --storage")
    if not os.access(path.parent, os.W_OK) or (path.exists() and not os.access(path, os.W_OK)):
        raise read_only(path)


@contextmanager
def migrating(path: Path, timeout: float) -> Iterator[Connection]:
    """A connection that is in no transaction, to a database of any revision or one that is not there yet."""
    engine = _engine(f"{path.as_uri()}?mode=rwc", timeout, WRITING)
    try:
        with translated(path), engine.connect().execution_options(begin="BEGIN IMMEDIATE") as connection:
            yield connection
    finally:
        engine.dispose()


@contextmanager
def alone(path: Path) -> Iterator[Connection]:
    """A connection that is in no transaction, to a database that no other process can use meanwhile.

    Raises DatabaseInUseError where another process has it open.
    """
    engine = _engine(f"{path.as_uri()}?mode=rw", SHORTLY, ("PRAGMA locking_mode = EXCLUSIVE", *WRITING))
    try:
        with translated(path), engine.connect().execution_options(begin="BEGIN IMMEDIATE") as connection:
            yield connection
    except DatabaseLockedError as error:
        raise DatabaseInUseError(
            f"{path} is in use by another process (a service, a session or a command); stop it first"
        ) from error
    finally:
        engine.dispose()


@contextmanager
def reading(path: Path) -> Iterator[Connection]:
    """A reading transaction on a database that may be of any revision, or not ours."""
    engine = _reading_engine(path, TIMEOUT)
    try:
        with translated(path), engine.begin() as connection:
            yield connection
    finally:
        engine.dispose()


def _accepted_path(url: str) -> Path:
    path = existing_path(url)
    # only reading, for opening a database of another application for writing would already change it
    with reading(path) as connection:
        require_revision(connection, path)
    return path


def _is_vacant(path: Path) -> bool:
    with translated(path):
        return not path.exists() or (path.is_file() and path.stat().st_size == 0)


def _is_blank(path: Path) -> bool:
    with reading(path) as connection:
        return is_blank(connection)


def _reading_engine(path: Path, timeout: float) -> Engine:
    """An engine that only reads.

    A reader shares the index of the log with the writer and makes it where it is missing. Where nobody can
    make it and the log is empty, nobody writes either, and SQLite is told so.
    """
    log, index = log_of(path), Path(f"{path}-shm")
    unlogged = not index.exists() and not (log.exists() and log.stat().st_size)
    mode = "mode=ro&immutable=1" if unlogged and not os.access(path.parent, os.W_OK) else "mode=ro"
    return _engine(f"{path.as_uri()}?{mode}", timeout, ())


def _engine(uri: str, timeout: float, pragmas: tuple[str, ...]) -> Engine:
    require_sqlite()
    engine = create_engine(
        "sqlite://",
        creator=partial(_connect, uri, timeout, pragmas),
        poolclass=QueuePool,
        json_serializer=partial(json.dumps, ensure_ascii=False, separators=(",", ":")),
    )
    engine.dialect.statement_compiler = _Compiler
    event.listen(engine, "begin", _begin)
    return engine


class _Compiler(SQLiteCompiler):
    """SQLAlchemy's, with hints such as INDEXED BY, which its own leaves out."""

    def get_from_hint_text(self, _: FromClause, text: str | None) -> str | None:
        return text


def _connect(uri: str, timeout: float, pragmas: tuple[str, ...]) -> sqlite3.Connection:
    # isolation_level None: the driver begins nothing by itself, so that BEGIN is ours to say
    connection = sqlite3.connect(uri, timeout, isolation_level=None, check_same_thread=False, uri=True)
    try:
        for pragma in pragmas:
            connection.execute(pragma)
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _begin(connection: Connection) -> None:
    options = connection.get_execution_options()
    with nullcontext() if options.get("waits", True) else _impatient(connection):
        connection.exec_driver_sql(options.get("begin", "BEGIN"))


@contextmanager
def _impatient(connection: Connection) -> Iterator[None]:
    timeout = connection.exec_driver_sql("PRAGMA busy_timeout").scalar_one()
    connection.exec_driver_sql("PRAGMA busy_timeout = 0")
    try:
        yield
    finally:
        connection.exec_driver_sql(f"PRAGMA busy_timeout = {timeout}")
