"""What keeps a database in health: backups, checks, upgrades."""

import os
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import cast

from sqlalchemy import Connection

from storage.database import (
    TIMEOUT,
    database_path,
    existing_path,
    mode_of,
    reading,
    require_writable,
)
from storage.errors import BackupExistsError, DamagedDatabaseError, translated
from storage.locking import whole_lock
from storage.revisions import MIGRATIONS, head_revision, newer_revision, stored_revision


@dataclass(frozen=True, slots=True)
class Check:
    """What a check found: the revisions of the database and of the program, and a line for every damage."""

    path: Path
    revision: str
    head: str
    problems: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Upgrade:
    """What an upgrade did; `backup` is None where there was nothing to do."""

    path: Path
    before: str
    after: str
    backup: Path | None


def revision(url: str) -> str:
    """The revision of a database, whether or not this program can use it. Raises StorageError."""
    path = existing_path(url)
    with reading(path) as connection:
        return stored_revision(connection, path)


def check(url: str) -> Check:
    """Look for damage: broken pages, and rows that refer to rows that are not there.

    Raises DamagedDatabaseError where so much is broken that the look ends early, and other StorageErrors.
    """
    path = existing_path(url)
    try:
        return _checked(path)
    except DamagedDatabaseError as error:
        raise DamagedDatabaseError(
            f"{path} is damaged; keep a copy of it, restore a backup, or see what is left with: sqlite3 {path} .recover"
        ) from error


def backup(url: str, target: Path) -> None:
    """Copy a database, also while a session writes to it.

    Raises BackupExistsError where the target exists, and other StorageErrors; an unfinished copy is removed.
    """
    path = existing_path(url)
    with reading(path) as connection:
        stored_revision(connection, path)
        with translated(target):
            _copy(connection, target, mode_of(path))


def upgrade(url: str, scripts: Path = MIGRATIONS, timeout: float = TIMEOUT) -> Upgrade:
    """Bring a database to the newest revision of `scripts`, after a backup beside it named by the old one.

    Raises SessionBusyError while a session runs, OtherRevisionError where the database is newer than the
    program, UpgradeError and other StorageErrors; after any of them the database is as it was.
    """
    path = database_path(url)
    before, head = revision(url), head_revision(scripts)
    if before > head:
        raise newer_revision(path, before)
    if before == head:
        return Upgrade(path, before, head, None)
    require_writable(path)
    # alembic costs 0.2 s to import, which backups and checks need not pay
    from storage.upgrading import migrate

    with whole_lock(path):
        target = _free_name(path, before)
        backup(url, target)
        migrate(path, scripts, timeout)
    return Upgrade(path, before, head, target)


def _checked(path: Path) -> Check:
    with reading(path) as connection:
        revision = stored_revision(connection, path)
        found = connection.exec_driver_sql("PRAGMA integrity_check").scalars()
        broken = [line for text in found for line in text.splitlines() if line != "ok"]
        lost = [
            f"row {row} of {table} refers to a row of {target} that is not there"
            for table, row, target, _ in connection.exec_driver_sql("PRAGMA foreign_key_check")
        ]
    return Check(path, revision, head_revision(), (*broken, *lost))


def _copy(connection: Connection, target: Path, mode: int) -> None:
    try:
        os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode))
    except FileExistsError as error:
        raise BackupExistsError(f"{target} exists already; choose another name for the backup") from error
    try:
        with closing(sqlite3.connect(target)) as copy:
            cast(sqlite3.Connection, connection.connection.driver_connection).backup(copy)
    except BaseException:
        target.unlink()
        raise


def _free_name(path: Path, revision: str) -> Path:
    names = (f"{path.stem}-{revision}{'' if n == 1 else f'-{n}'}{path.suffix}" for n in count(1))
    return next(path.with_name(name) for name in names if not path.with_name(name).exists())
