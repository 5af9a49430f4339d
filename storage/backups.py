"""Backups: whole copies of a database that get their name only when they are complete."""

import errno
import os
import sqlite3
from contextlib import closing, suppress
from itertools import count, zip_longest
from pathlib import Path

from sqlalchemy import Connection

from storage.database import driver_of, existing_path, mode_of, reading
from storage.errors import BackupExistsError, translated
from storage.locking import folder_lock
from storage.revisions import stored_revision


def backup(url: str, target: Path) -> None:
    """Copy a database, also while a session writes to it.

    Raises BackupExistsError where the target exists, and other StorageErrors; an unfinished copy is removed.
    """
    path = existing_path(url)
    with reading(path) as connection:
        stored_revision(connection, path)
        copy_to(connection, target, mode_of(path))


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


def copy_to(connection: Connection, target: Path, mode: int) -> None:
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
            os.close(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode))
            with closing(sqlite3.connect(partial)) as copy:
                driver_of(connection).backup(copy)
            _publish(partial, target)
        finally:
            _remove(partial)


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
    return BackupExistsError(f"{target} exists already; choose another name for the backup")


def _remove(partial: Path) -> None:
    for ending in ("", "-journal"):
        partial.with_name(partial.name + ending).unlink(missing_ok=True)


def _is_equal(connection: Connection, copy: Path) -> bool:
    """Whether a copy holds what the database of a connection holds now."""
    with suppress(sqlite3.DatabaseError), closing(sqlite3.connect(f"{copy.as_uri()}?mode=ro", uri=True)) as other:
        pairs = zip_longest(driver_of(connection).iterdump(), other.iterdump())
        return all(one == another for one, another in pairs)
    return False
