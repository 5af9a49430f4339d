"""What can go wrong with a database, as exceptions of one line each that say what to do."""

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy.exc import StatementError

from generator.messages import MessageError


class StorageError(MessageError):
    """Root of every error that storage raises on purpose."""


class UnsupportedUrlError(StorageError, ValueError):
    """A storage URL names no SQLite file."""


class DatabaseMissingError(StorageError):
    """There is no database at that place."""


class UnreadableDatabaseError(StorageError):
    """The file is there, but may not or cannot be opened."""


class NotADatabaseError(StorageError):
    """The file is not a SQLite database, or a damaged one."""


class DamagedDatabaseError(NotADatabaseError):
    """SQLite met something in the file that it cannot read."""


class ForeignDatabaseError(StorageError):
    """The file is a SQLite database of another application."""


class OtherRevisionError(StorageError):
    """The database has an older or a newer revision than this program."""


class DatabaseLockedError(StorageError):
    """Another program held the database for longer than the timeout."""


class DatabaseInUseError(StorageError):
    """Another process has the database open, which must be nobody's while it is changed as a whole."""


class OldSqliteError(StorageError):
    """The SQLite of this Python is too old."""


class DiskFullError(StorageError):
    """The disk is full, or does not take what is written."""


class ReadOnlyError(StorageError):
    """The database was to be written, and its place is read-only."""


class AtlasBusyError(StorageError):
    """Another process works on the atlas."""


class UnknownSessionError(StorageError, LookupError):
    """No session has that id."""


class SessionNameError(StorageError):
    """Another session has that name already."""


class MergeError(StorageError):
    """These two databases cannot become one."""


class UnknownLevelError(StorageError, LookupError):
    """No level has that id."""


class UnknownOrderError(StorageError, LookupError):
    """Levels cannot be ordered by that name."""


class UnknownAccountError(StorageError, LookupError):
    """Nobody has an account of that name."""


class AccountExistsError(StorageError):
    """Somebody has an account of that name already."""


class UnknownTokenError(StorageError, LookupError):
    """The account has no token of that number."""


class TokensFullError(StorageError):
    """The account has as many tokens as it may have."""


class UnknownContestError(StorageError, LookupError):
    """No contest has that id, or it has no level in that part."""


class ContestFixedError(StorageError):
    """Answers to a contest have come in or are public, so that it stays as it is."""


class LevelInContestError(StorageError):
    """Another part of the contest has the level."""


class NameTakenError(StorageError):
    """The name of a player belongs to somebody else."""


class UnknownPlayerError(StorageError, LookupError):
    """No player is known by that name."""


class QuotaError(StorageError):
    """A contest keeps no more answers of a player or from an address."""


class BadCursorError(StorageError, ValueError):
    """A string names no place in an order of levels."""


class CurationError(StorageError, ValueError):
    """What a curator wrote is too long or not of the kind that is asked for."""


class UnknownSearchError(StorageError, LookupError):
    """No search has been saved under that name."""


class SearchExistsError(StorageError):
    """A search has been saved under that name already."""


class SessionBusyError(StorageError):
    """A session is being run by another process."""


class BackupExistsError(StorageError):
    """A backup would overwrite a file."""


class NumberTooLargeError(StorageError, ValueError):
    """A whole number has more digits than a column holds."""


class UnstorableTextError(StorageError, ValueError):
    """A text holds half a letter, such as a byte of a command line that is not UTF-8; no database can hold it."""


class UpgradeError(StorageError):
    """An upgrade was given up; the database is as it was."""


@contextmanager
def translated(path: Path) -> Iterator[None]:
    """Raise what SQLite and the operating system report about a database as a StorageError."""
    try:
        yield
    except (StatementError, sqlite3.Error) as error:
        if isinstance(error, StatementError) and isinstance(error.orig, StorageError):
            raise error.orig from error
        meaning = _meaning(error.orig if isinstance(error, StatementError) else error, path)
        if meaning is None:
            raise
        raise meaning from error
    except UnicodeEncodeError as error:
        raise UnstorableTextError(_NO_TEXT, text=error.object) from error
    except OSError as error:
        raise _system_meaning(error, path) from error


def read_only(path: Path) -> ReadOnlyError:
    """The refusal to write where nobody can."""
    return ReadOnlyError(_READ_ONLY, path=path)


def not_a_database(path: Path) -> NotADatabaseError:
    """The refusal of a file that holds something else."""
    return NotADatabaseError(_GARBAGE, path=path)


def _meaning(error: BaseException | None, path: Path) -> StorageError | None:
    # the low byte is the primary code; the upper bytes of an extended code only give details
    kind, text = _MEANINGS.get(getattr(error, "sqlite_errorcode", 0) & 0xFF, (None, ""))
    return None if kind is None else kind(text, path=path)


def _system_meaning(error: OSError, path: Path) -> StorageError:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return DiskFullError(_DISK_FULL, path=path)
    if error.errno == errno.EROFS:
        return read_only(path)
    return UnreadableDatabaseError("{path}: {error}; give another place", path=path, error=error.strerror)


_NO_TEXT = "{text!r} is not text in UTF-8; write it again"
_DISK_FULL = "the disk of {path} is full or does not respond; everything saved is intact; make room and try again"
_LOCKED = "{path} is locked by another program; wait until that has finished, or stop it, and try again"
_READ_ONLY = "{path} is not writable; make the file and its folder writable, or give another --storage"
_UNREADABLE = "{path} cannot be opened; check that it is a file, complete (with its -wal file) and may be read"
_GARBAGE = "{path} is not a SQLite database; give another --storage"
_DAMAGED = "{path} cannot be read as it is; stop whatever uses it, change nothing, and run: cenote db check"

_MEANINGS: dict[int, tuple[type[StorageError], str]] = {
    sqlite3.SQLITE_BUSY: (DatabaseLockedError, _LOCKED),
    sqlite3.SQLITE_LOCKED: (DatabaseLockedError, _LOCKED),
    sqlite3.SQLITE_FULL: (DiskFullError, _DISK_FULL),
    sqlite3.SQLITE_IOERR: (DiskFullError, _DISK_FULL),
    sqlite3.SQLITE_READONLY: (ReadOnlyError, _READ_ONLY),
    sqlite3.SQLITE_PERM: (UnreadableDatabaseError, _UNREADABLE),
    sqlite3.SQLITE_CANTOPEN: (UnreadableDatabaseError, _UNREADABLE),
    sqlite3.SQLITE_NOTADB: (NotADatabaseError, _GARBAGE),
    sqlite3.SQLITE_CORRUPT: (DamagedDatabaseError, _DAMAGED),
}
