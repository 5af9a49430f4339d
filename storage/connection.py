"""Connections to database files of any revision: where the file is, who may open it, and how.

One recipe throughout: a write-ahead log that is synchronised at checkpoints, and writing transactions that
take the write lock at their beginning. (SQLite refuses at once to turn a read into a write.)

Nothing but SQLite opens a database file. Closing any descriptor of a file drops all POSIX locks that a process holds
on it. Then another process takes itself for the last one, and deletes the log that is still in use ("How To Corrupt An
SQLite Database File", section 2.2, at sqlite.org).
"""

import errno
import json
import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from functools import partial
from pathlib import Path
from typing import cast

from sqlalchemy import Connection, Engine, FromClause, QueuePool, create_engine, event
from sqlalchemy.dialects.sqlite.base import SQLiteCompiler
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from generator.messages import Message
from storage.errors import (
    DatabaseInUseError,
    DatabaseLockedError,
    DatabaseMissingError,
    UnsupportedUrlError,
    not_a_database,
    read_only,
    translated,
)
from storage.revisions import missing
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


def database_path(url: str) -> Path:
    """The file that a storage URL names. Raises UnsupportedUrlError."""
    advice = Message("write sqlite:///FILE (with four slashes before an absolute path)")
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError) as error:
        raise UnsupportedUrlError("{url!r} is not a storage URL; {advice}", url=url, advice=advice) from error
    if parsed.drivername not in ("sqlite", "sqlite+pysqlite"):
        raise UnsupportedUrlError(
            "{driver} databases are not supported; {advice}", driver=parsed.drivername, advice=advice
        )
    file = parsed.database or ":memory:"
    if parsed.host or parsed.query or file.startswith((":memory:", "file:")):
        raise UnsupportedUrlError("{url!r} does not name a file to keep levels in; {advice}", url=url, advice=advice)
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
    if is_vacant(path):
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
        raise DatabaseMissingError("there is no folder {path}; make it, or give another --storage", path=path.parent)
    if not os.access(path.parent, os.W_OK) or (path.exists() and not os.access(path, os.W_OK)):
        raise read_only(path)


@contextmanager
def migrating(path: Path, timeout: float) -> Iterator[Connection]:
    """A connection that is in no transaction, to a database of any revision or one that is not there yet."""
    engine = engine_of(f"{path.as_uri()}?mode=rwc", timeout, WRITING)
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
    engine = engine_of(f"{path.as_uri()}?mode=rw", SHORTLY, ("PRAGMA locking_mode = EXCLUSIVE", *WRITING))
    try:
        with translated(path), engine.connect().execution_options(begin="BEGIN IMMEDIATE") as connection:
            yield connection
    except DatabaseLockedError as error:
        raise DatabaseInUseError(
            "{path} is in use by another process (a service, a session or a command); stop it first", path=path
        ) from error
    finally:
        engine.dispose()


@contextmanager
def reading(path: Path) -> Iterator[Connection]:
    """A reading transaction on a database that may be of any revision, or not ours."""
    engine = reading_engine(path, TIMEOUT)
    try:
        with translated(path), engine.begin() as connection:
            yield connection
    finally:
        engine.dispose()


def is_vacant(path: Path) -> bool:
    """Whether there is no file, or an empty one."""
    with translated(path):
        return not path.exists() or (path.is_file() and path.stat().st_size == 0)


def reading_engine(path: Path, timeout: float) -> Engine:
    """An engine that only reads.

    A reader shares the index of the log with the writer and makes it where it is missing. If it
    cannot make the index and the log is empty, nobody writes either, and SQLite is asked to rely on that.
    """
    log, index = log_of(path), Path(f"{path}-shm")
    unlogged = not index.exists() and not (log.exists() and log.stat().st_size)
    mode = "mode=ro&immutable=1" if unlogged and not os.access(path.parent, os.W_OK) else "mode=ro"
    return engine_of(f"{path.as_uri()}?{mode}", timeout, ())


def engine_of(uri: str, timeout: float, pragmas: tuple[str, ...]) -> Engine:
    """An engine whose connections all begin with these pragmas."""
    require_sqlite()
    engine = create_engine(
        "sqlite://",
        creator=partial(_connect, uri, timeout, pragmas),
        poolclass=QueuePool,
        json_serializer=json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode,
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
