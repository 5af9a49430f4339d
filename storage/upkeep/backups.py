"""Backups: whole copies of a database that get their name only when they are complete, and the way back."""

import errno
import os
import re
import sqlite3
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import count, zip_longest
from pathlib import Path

from sqlalchemy import Connection

from storage.connection import (
    alone,
    database_path,
    driver_of,
    existing_path,
    is_vacant,
    mode_of,
    reading,
    require_writable,
)
from storage.errors import (
    BackupExistsError,
    DamagedDatabaseError,
    DatabaseMissingError,
    NotADatabaseError,
    translated,
)
from storage.locks import folder_lock, whole_lock
from storage.revisions import head_revision, newer_revision, stored_revision

_MOMENT = "%Y%m%d-%H%M%S"


@dataclass(frozen=True, slots=True)
class Restored:
    """A database that a backup has replaced: its revision, and where the old one is, None where there was none."""

    path: Path
    revision: str
    aside: Path | None


def backup(url: str, target: Path) -> None:
    """Copy a database, also while a session writes to it.

    Raises BackupExistsError where the target exists, and other StorageErrors; an unfinished copy is removed.
    """
    path = existing_path(url)
    with reading(path) as connection:
        stored_revision(connection, path)
        copy_to(connection, target, mode_of(path))


def backup_into(url: str, folder: Path, keep: int, moment: datetime) -> Path:
    """A backup in a folder, named after its moment; once it is complete and checked, only the newest `keep` stay.

    Raises DamagedDatabaseError where the database is, and other StorageErrors; then every older backup stays.
    """
    path = existing_path(url)
    target = folder / f"{path.stem}-{moment.astimezone(UTC):{_MOMENT}}{path.suffix}"
    with translated(folder):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with reading(path) as connection:
        stored_revision(connection, path)
        copy_to(connection, target, mode_of(path), checked=True)
    with translated(folder):
        for old in dated_backups(path, folder)[:-keep]:
            _remove(old)
    return target


def dated_backups(path: Path, folder: Path) -> list[Path]:
    """The backups of a database that `backup_into` made in a folder, the oldest first."""
    name = re.compile(rf"{re.escape(path.stem)}-\d{{8}}-\d{{6}}{re.escape(path.suffix)}")
    return sorted(file for file in folder.glob("*") if name.fullmatch(file.name))


def seconds_until_due(path: Path, folder: Path, every: float, now: datetime) -> float:
    """How long it is until the next backup into a folder is due, of which there shall be one in so many seconds."""
    backups = dated_backups(path, folder)
    if not backups:
        return 0.0
    made = backups[-1].name.removeprefix(f"{path.stem}-").removesuffix(path.suffix)
    age = (now - datetime.strptime(made, _MOMENT).replace(tzinfo=UTC)).total_seconds()
    return min(max(every - age, 0.0), every)


def restore(url: str, source: Path) -> Restored:
    """Put a backup in the place of a database, which is kept aside.

    Raises DatabaseInUseError or SessionBusyError while anybody uses the database, DamagedDatabaseError where the backup
    is damaged, DatabaseMissingError where there is none, OtherRevisionError where a newer program made it, and other
    StorageErrors; then nothing is changed.
    """
    path, source = database_path(url), source.resolve()
    require_writable(path)
    revision = _sound_revision(source)
    with whole_lock(path), translated(path), folder_lock(path.parent):
        _require_unused(path)
        partial = path.with_name(f"{path.name}.partial")
        _remove(partial)
        try:
            with reading(source) as connection:
                _copy(connection, partial, mode_of(path))
            aside = _set_aside(path)
            # The one moment at which the place changes hands: before it, the old database is there.
            partial.replace(path)
        finally:
            _remove(partial)
    return Restored(path, revision, aside)


def _sound_revision(source: Path) -> str:
    if is_vacant(source):
        raise DatabaseMissingError("there is no backup at {path}; name one that is there", path=source)
    with reading(existing_path(f"sqlite:///{source}")) as connection:
        revision = stored_revision(connection, source)
        if revision > head_revision():
            raise newer_revision(source, revision)
        _require_sound(driver_of(connection), source)
    return revision


def _require_unused(path: Path) -> None:
    """Raises DatabaseInUseError. A file that is no database any more is nobody's."""
    if path.exists() and path.stat().st_size:
        with suppress(NotADatabaseError), alone(path) as connection:
            driver_of(connection).execute("PRAGMA schema_version").fetchone()


def _set_aside(path: Path) -> Path | None:
    """Give what is there a second name, and take its log away, which would be taken for that of the next database."""
    if not path.exists():
        return None
    names = (path.with_name(f"{path.stem}-replaced{'' if n == 1 else f'-{n}'}{path.suffix}") for n in count(1))
    aside = next(name for name in names if not name.exists())
    try:
        os.link(path, aside)
    except OSError:
        path.rename(aside)  # a memory stick has no second names for a file
    for ending in ("-wal", "-shm", "-journal"):
        with suppress(FileNotFoundError):
            Path(f"{path}{ending}").rename(f"{aside}{ending}")
    return aside


def backup_beside(connection: Connection, path: Path, revision: str) -> Path:
    """A backup beside a database, named after its revision: the last one where it is still equal, or else a new one."""
    names = (f"{path.stem}-{revision}{'' if n == 1 else f'-{n}'}{path.suffix}" for n in count(1))
    last = None
    for target in map(path.with_name, names):
        if not target.exists():
            break
        last = target
    if last and _is_equal(connection, last):
        return last
    copy_to(connection, target, mode_of(path))
    return target


def copy_to(connection: Connection, target: Path, mode: int, *, checked: bool = False) -> None:
    """Copy the database of a connection to a new file with these permissions.

    Until the copy is complete it has another name, FILE.partial; what a killed process left of one is removed. Raises
    BackupExistsError and other StorageErrors.
    """
    with translated(target), folder_lock(target.parent):
        if target.exists():
            raise _exists(target)
        partial = target.with_name(f"{target.name}.partial")
        _remove(partial)
        try:
            _copy(connection, partial, mode, checked)
            _publish(partial, target)
        finally:
            _remove(partial)


def _copy(connection: Connection, partial: Path, mode: int, checked: bool = False) -> None:
    os.close(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode))
    with closing(sqlite3.connect(partial)) as copy:
        driver_of(connection).backup(copy)
        if checked:
            _require_sound(copy, partial)


def _require_sound(connection: sqlite3.Connection, path: Path) -> None:
    if connection.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",):
        raise DamagedDatabaseError(
            "{path} is damaged and cannot be used; take another backup, and run: cenote db check", path=path
        )


def _publish(partial: Path, target: Path) -> None:
    try:
        # other than a rename this never overwrites anything
        os.link(partial, target)
    except FileExistsError as error:
        raise _exists(target) from error
    except OSError as error:
        if error.errno not in (errno.EPERM, errno.ENOTSUP, errno.ENOSYS):
            raise
        # a memory stick has no second names for a file; it was free a moment ago
        partial.rename(target)


def _exists(target: Path) -> BackupExistsError:
    return BackupExistsError("{path} exists already; choose another name for the backup", path=target)


def _remove(database: Path) -> None:
    for ending in ("", "-journal", "-wal", "-shm"):
        database.with_name(database.name + ending).unlink(missing_ok=True)


def _is_equal(connection: Connection, copy: Path) -> bool:
    """Whether a copy holds what the database of a connection holds now."""
    # not mode=ro: a connection that may not write leaves its log behind when it closes
    with suppress(sqlite3.DatabaseError), closing(sqlite3.connect(f"{copy.as_uri()}?mode=rw", uri=True)) as other:
        pairs = zip_longest(driver_of(connection).iterdump(), other.iterdump())
        return all(one == another for one, another in pairs)
    return False
