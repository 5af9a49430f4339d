"""Locks that the operating system takes back when their process dies, however it dies.

They lie beside the database on FILE.lock: byte N belongs to session N, byte 0 to the making of the database.
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from storage.database import Database
from storage.errors import SessionBusyError, translated


@contextmanager
def session_lock(database: Database, session_id: int) -> Iterator[None]:
    """Hold a session for this process. Raises SessionBusyError where another process holds it."""
    with _locked(database.path, fcntl.LOCK_EX | fcntl.LOCK_NB, length=1, start=session_id) as held:
        if not held:
            raise SessionBusyError(f"session {session_id} is being run by another process; stop that first")
        yield


@contextmanager
def making_lock(path: Path) -> Iterator[None]:
    """Hold the making of a database; waits while another process makes it."""
    with _locked(path, fcntl.LOCK_EX, length=1, start=0):
        yield


@contextmanager
def whole_lock(path: Path) -> Iterator[None]:
    """Hold a database while nobody makes it or runs a session on it. Raises SessionBusyError."""
    with _locked(path, fcntl.LOCK_EX | fcntl.LOCK_NB, length=0, start=0) as held:
        if not held:
            raise SessionBusyError(f"a session is being run on {path}; stop it first")
        yield


@contextmanager
def _locked(path: Path, kind: int, length: int, start: int) -> Iterator[bool]:
    with translated(path):
        file = os.open(f"{path}.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
    try:
        yield _lock(file, kind, length, start)
    finally:
        os.close(file)


def _lock(file: int, kind: int, length: int, start: int) -> bool:
    try:
        fcntl.lockf(file, kind, length, start)
    except (BlockingIOError, PermissionError):  # the two answers that POSIX allows for "held by another"
        return False
    return True
