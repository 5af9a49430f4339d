"""Old versions of SQLite are refused, and those with a known fault are warned of."""

import sqlite3

import pytest

from storage.errors import OldSqliteError
from storage.sqlite_version import Version, require_sqlite, sqlite_warning


def test_a_version_that_nobody_has_tried_is_refused_with_the_remedy() -> None:
    with pytest.raises(OldSqliteError, match=r"SQLite 3\.37\.2 is too old; use a Python with SQLite 3\.40\.0 or newer"):
        require_sqlite((3, 37, 2))
    require_sqlite(sqlite3.sqlite_version_info)


@pytest.mark.parametrize(
    ("version", "is_warned_of"),
    [
        ((3, 40, 1), True),
        ((3, 44, 5), True),
        ((3, 44, 6), False),
        ((3, 45, 9), True),
        ((3, 50, 6), True),
        ((3, 50, 7), False),
        ((3, 51, 2), True),
        ((3, 51, 3), False),
        ((3, 53, 0), False),
    ],
)
def test_versions_with_the_fault_of_the_log_are_warned_of(version: Version, is_warned_of: bool) -> None:
    assert bool(sqlite_warning(version)) == is_warned_of
