"""Which versions of SQLite may keep a database, and which are to be warned of."""

import sqlite3

from storage.errors import OldSqliteError

Version = tuple[int, int, int]

LEAST: Version = (3, 40, 0)
"""The oldest version that the tests have met."""

_MENDED: tuple[Version, ...] = ((3, 44, 6), (3, 50, 7), (3, 51, 3))
"""What is free of the WAL-reset bug: these and later ones of the same minor version, and all after the last.

In versions 3.7.0 to 3.51.2 two checkpoints and a commit at one moment may lose a part of a transaction
(https://sqlite.org/wal.html#walresetbug).
"""


def require_sqlite(version: Version = sqlite3.sqlite_version_info) -> None:
    """Raises OldSqliteError for a version with which nobody has tried this program."""
    if version < LEAST:
        raise OldSqliteError(
            "SQLite {version} is too old; use a Python with SQLite {least} or newer, best {best}",
            version=_dotted(version),
            least=_dotted(LEAST),
            best=_dotted(_MENDED[-1]),
        )


def sqlite_warning(version: Version = sqlite3.sqlite_version_info) -> str:
    """What is to be said against a version; empty where nothing is."""
    if version >= _MENDED[-1] or any(version[:2] == mended[:2] and version >= mended for mended in _MENDED):
        return ""
    versions = ", ".join(map(_dotted, _MENDED))
    return (
        f"SQLite {_dotted(version)} has the WAL-reset bug, which very rarely damages a database that several processes "
        f"write; versions without it: {versions} and newer. Make backups"
    )


def _dotted(version: Version) -> str:
    return ".".join(map(str, version))
