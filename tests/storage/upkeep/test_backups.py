"""What was acknowledged before a backup is there again after damage, loss and a restore."""

import sqlite3
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from storage.database import Database
from storage.errors import DamagedDatabaseError, DatabaseInUseError, NotADatabaseError, OtherRevisionError, StorageError
from storage.queries import best_levels, list_sessions
from storage.recorder import DatabaseRecorder, start_session
from storage.upkeep.backups import backup, backup_into, dated_backups, restore, seconds_until_due
from storage.upkeep.maintenance import check
from tests.patience import PATIENCE
from tests.storage.records import SETTINGS, full_generation
from tests.storage.writers import hold_open

NIGHT = datetime(2026, 5, 1, 3, 0, tzinfo=UTC)


@pytest.fixture
def copy(database: Database, url: str, tmp_path: Path) -> Path:
    """A backup of a generation, after which another one was recorded."""
    session = start_session(database, SETTINGS)
    DatabaseRecorder(database, session).record(full_generation(session, 1))
    backup(url, tmp_path / "copy.db")
    DatabaseRecorder(database, session).record(full_generation(session, 2))
    database.close()
    return tmp_path / "copy.db"


def generations(url: str) -> list[int]:
    with Database.open_readonly(url) as database:
        assert len(best_levels(database, limit=None)) == 16 * sum(row.generation for row in list_sessions(database))
        return [row.generation for row in list_sessions(database)]


def lose(path: Path) -> None:
    path.unlink()


def cut(path: Path) -> None:
    with path.open("r+b") as file:
        file.truncate(path.stat().st_size // 2)


def spoil(path: Path) -> None:
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(b"?" * 40_000)


def overwrite(path: Path) -> None:
    path.write_text("a shopping list, and longer than any list of things to buy has ever been " * 20)


@pytest.mark.parametrize("harm", [lose, cut, spoil, overwrite])
def test_after_damage_a_backup_brings_back_what_was_there(copy: Path, url: str, tmp_path: Path, harm) -> None:
    path = tmp_path / "levels.db"
    harm(path)
    left = path.read_bytes() if path.exists() else None
    with suppress(StorageError):
        assert check(url).problems
    done = restore(url, copy)
    assert generations(url) == [1]
    assert check(url).problems == ()
    assert copy.exists()
    assert (None if done.aside is None else done.aside.read_bytes()) == left


def test_what_a_backup_replaces_is_kept_with_all_that_stood_in_its_log(copy: Path, url: str, tmp_path: Path) -> None:
    restore(url, copy)
    assert generations(url) == [1]
    assert generations(f"sqlite:///{tmp_path}/levels-replaced.db") == [2]
    assert restore(url, copy).aside == tmp_path / "levels-replaced-2.db"


@pytest.mark.process
def test_nothing_is_restored_over_a_database_that_is_in_use(copy: Path, url: str, tmp_path: Path, processes) -> None:
    ready = processes.Event()
    holder = processes.Process(target=hold_open, args=(url, ready))
    holder.start()
    assert ready.wait(PATIENCE)
    with pytest.raises(DatabaseInUseError, match="stop it first"):
        restore(url, copy)
    holder.kill()
    holder.join()
    assert generations(url) == [2]
    assert not [*tmp_path.glob("*replaced*")]
    assert not [*tmp_path.glob("*partial*")]


def test_a_backup_that_is_damaged_or_of_a_newer_program_is_refused(copy: Path, url: str) -> None:
    with closing(sqlite3.connect(copy)) as opened, opened:
        opened.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(OtherRevisionError, match="made by a newer cenote"):
        restore(url, copy)
    spoil(copy)
    with pytest.raises(DamagedDatabaseError):
        restore(url, copy)
    overwrite(copy)
    with pytest.raises(NotADatabaseError):
        restore(url, copy)
    assert generations(url) == [2]


def test_the_oldest_backups_go_when_a_new_one_is_complete(copy: Path, url: str, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    made = [backup_into(url, folder, 3, NIGHT + timedelta(days=day)) for day in range(5)]
    (folder / "levels-of-a-friend.db").touch()
    assert made[0].name == "levels-20260501-030000.db"
    assert dated_backups(tmp_path / "levels.db", folder) == made[2:]
    assert generations(f"sqlite:///{made[4]}") == [2]


def test_a_damaged_database_pushes_no_sound_backup_out(copy: Path, url: str, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    made = [backup_into(url, folder, 2, NIGHT + timedelta(days=day)) for day in range(2)]
    spoil(tmp_path / "levels.db")
    with pytest.raises(DamagedDatabaseError):
        backup_into(url, folder, 2, NIGHT + timedelta(days=2))
    assert sorted(folder.iterdir()) == made


def test_a_backup_is_due_when_the_last_one_is_old_enough_whoever_made_it(copy: Path, url: str, tmp_path: Path) -> None:
    path, folder, day = tmp_path / "levels.db", tmp_path / "backups", 24 * 3600.0
    assert seconds_until_due(path, folder, day, NIGHT) == 0
    backup_into(url, folder, 7, NIGHT)
    assert seconds_until_due(path, folder, day, NIGHT + timedelta(hours=18)) == 6 * 3600
    assert seconds_until_due(path, folder, day, NIGHT + timedelta(days=3)) == 0
    assert seconds_until_due(path, folder, day, NIGHT - timedelta(days=3)) == day, "the clock was set back"
