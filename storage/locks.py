"""Locks that the operating system takes back when their process dies, however it dies.

They lie beside the database on FILE.lock: byte N belongs to session N, byte 0 to the making of the database, and
those of the atlases lie far behind.
"""

import fcntl
import os
import struct
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from storage.connection import mode_of
from storage.errors import AtlasBusyError, DatabaseLockedError, SessionBusyError, StorageError, translated

_ATLASES = 2**62
"""Where the bytes of the atlases begin, behind those of all sessions."""
_FLOCK = "qqihh" if sys.platform == "darwin" else "hhqqi0q"
"""`struct flock` of the C library: where l_start, l_len and l_pid lie differs."""
_WHOLE = "another process makes, upgrades, merges, prunes or restores {path}; try again when it has finished"


@contextmanager
def session_lock(path: Path, session_id: int) -> Iterator[None]:
    """Hold a session for this process.

    Raises SessionBusyError where another process holds it, DatabaseLockedError where one holds the whole database.
    """
    with _byte_lock(path, session_id, _busy(session_id)):
        yield


def holder(path: Path, session_id: int) -> int | None:
    """The id of the process that holds a session, or None; 0 or less where it is out of reach (another container).

    What this process holds itself is not seen, and would be lost by asking: such are the locks of POSIX.
    """
    try:
        file = os.open(f"{path}.lock", os.O_RDONLY | os.O_CLOEXEC)
    except FileNotFoundError:  # no session was ever run here
        return None
    try:
        kind, start, process = _conflict(file, session_id)
    finally:
        os.close(file)
    return process if kind != fcntl.F_UNLCK and start == session_id else None


def require_idle(path: Path, session_id: int) -> None:
    """Raises SessionBusyError where another process holds a session, see `holder`."""
    if holder(path, session_id) is not None:
        raise _busy(session_id)


def _busy(session_id: int) -> SessionBusyError:
    return SessionBusyError("session {id} is being run by another process; stop that first", id=session_id)


@contextmanager
def atlas_lock(path: Path, atlas_id: int) -> Iterator[None]:
    """Hold an atlas for this process.

    Raises AtlasBusyError where another process holds it, DatabaseLockedError where one holds the whole database.
    """
    busy = AtlasBusyError("another process is at work on this atlas; wait for it, or stop it first")
    with _byte_lock(path, _ATLASES + atlas_id, busy):
        yield


@contextmanager
def _byte_lock(path: Path, byte: int, busy: StorageError) -> Iterator[None]:
    with _lock_file(path) as file:
        if not _lock(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, byte):
            _, first, _ = _conflict(file, byte)
            raise busy if first == byte else DatabaseLockedError(_WHOLE, path=path)
        yield


@contextmanager
def making_lock(path: Path) -> Iterator[None]:
    """Hold the making of a database; waits while another process makes it."""
    with _lock_file(path) as file:
        _lock(file, fcntl.LOCK_EX, 1, 0)
        yield


@contextmanager
def whole_lock(path: Path) -> Iterator[None]:
    """Hold a database while nobody makes it or runs a session or an atlas on it.

    Raises SessionBusyError, or DatabaseLockedError where another process holds the whole database too.
    """
    with _lock_file(path) as file:
        if not _lock(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 0, 0):
            raise _in_use(path, file)
        yield


def _in_use(path: Path, file: int) -> StorageError:
    """What stands against holding the whole database."""
    _, first, _ = _conflict(file, 0, 0)
    if first == 0:
        return DatabaseLockedError(_WHOLE, path=path)
    if first >= _ATLASES:
        return SessionBusyError("an atlas is being made on {path}; wait for it, or stop it first", path=path)
    return SessionBusyError("a session is being run on {path}; stop it first", path=path)


@contextmanager
def folder_lock(folder: Path) -> Iterator[None]:
    """Hold a folder in which a file is made; waits while another process does. It is no lock on some network disks."""
    file = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        with suppress(OSError):
            fcntl.flock(file, fcntl.LOCK_EX)
        yield
        # What was made or renamed in it shall outlive a loss of power.
        os.fsync(file)
    finally:
        os.close(file)


@contextmanager
def _lock_file(path: Path) -> Iterator[int]:
    with translated(path):
        file = os.open(f"{path}.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, mode_of(path))
    try:
        yield file
    finally:
        os.close(file)


def _lock(file: int, kind: int, length: int, start: int) -> bool:
    try:
        fcntl.lockf(file, kind, length, start)
    except (BlockingIOError, PermissionError):  # the two answers that POSIX allows for "held by another"
        return False
    return True


def _conflict(file: int, start: int, length: int = 1) -> tuple[int, int, int]:
    """The lock that stands against one on bytes: its kind, its first byte and its process. Length 0 is to the end.

    Where none stands against it any more, the first byte is that which was asked about.
    """
    if sys.platform == "darwin":
        answer = fcntl.fcntl(file, fcntl.F_GETLK, struct.pack(_FLOCK, start, length, 0, fcntl.F_RDLCK, os.SEEK_SET))
        first, _, process, kind, _ = struct.unpack(_FLOCK, answer)
    else:
        answer = fcntl.fcntl(file, fcntl.F_GETLK, struct.pack(_FLOCK, fcntl.F_RDLCK, os.SEEK_SET, start, length, 0))
        kind, _, first, _, process = struct.unpack(_FLOCK, answer)
    return kind, first, process
