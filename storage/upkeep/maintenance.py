"""What keeps a database in health: checks and upgrades."""

from dataclasses import dataclass
from pathlib import Path

from storage.connection import alone, database_path, existing_path, reading, require_writable
from storage.errors import DamagedDatabaseError
from storage.locks import whole_lock
from storage.revisions import MIGRATIONS, head_revision, newer_revision, stored_revision
from storage.upkeep.backups import backup_beside


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
            "{path} is damaged; keep a copy of it, restore a backup, or see what is left with: sqlite3 {path} .recover",
            path=path,
        ) from error


def upgrade(url: str, scripts: Path = MIGRATIONS) -> Upgrade:
    """Bring a database to the newest revision of `scripts`, after a backup beside it named by the old one.

    Raises SessionBusyError while a session runs, DatabaseInUseError while any other process has the database open,
    OtherRevisionError where the database is newer than the program, UpgradeError and other StorageErrors. After any of
    them, or if the process is killed at any moment, the database is as it was.
    """
    path = database_path(url)
    head = head_revision(scripts)
    if _reached(revision(url), head, path):
        return Upgrade(path, head, head, None)
    require_writable(path)
    # alembic costs 0.2 s to import, which backups and checks need not pay
    from storage.upkeep.upgrade import migrate

    with whole_lock(path), alone(path) as connection:
        with connection.begin():
            before = stored_revision(connection, path)
        if _reached(before, head, path):
            return Upgrade(path, head, head, None)
        target = backup_beside(connection, path, before)
        migrate(connection, path, scripts)
    return Upgrade(path, before, head, target)


def _reached(revision: str, head: str, path: Path) -> bool:
    if revision > head:
        raise newer_revision(path, revision)
    return revision == head


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
