"""Backups hold what was there, checks find damage."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from storage.database import Database
from storage.errors import BackupExistsError, DatabaseMissingError, ForeignDatabaseError, UnreadableDatabaseError
from storage.queries import best_levels, list_sessions
from storage.recorder import DatabaseRecorder, start_session
from storage.revisions import head_revision
from storage.upkeep.backups import backup
from storage.upkeep.maintenance import check, revision, upgrade
from tests.storage.records import SETTINGS, full_generation


@pytest.fixture
def session_id(database: Database) -> int:
    session = start_session(database, SETTINGS)
    DatabaseRecorder(database, session).record(full_generation(session, 1))
    return session


def test_a_backup_while_a_session_is_open_holds_everything(
    database: Database, session_id: int, url: str, tmp_path: Path
) -> None:
    target = tmp_path / "copy.db"
    backup(url, target)
    DatabaseRecorder(database, session_id).record(full_generation(session_id, 2))
    with Database.open_readonly(f"sqlite:///{target}") as copy:
        assert [session.generation for session in list_sessions(copy)] == [1]
        assert best_levels(copy, limit=None) == best_levels(database, order="-depth", limit=None)[-16:]
    assert len(best_levels(database, limit=None)) == 32


def test_a_backup_overwrites_nothing(session_id: int, url: str, tmp_path: Path) -> None:
    target = tmp_path / "thesis.txt"
    target.write_text("years of work")
    with pytest.raises(BackupExistsError, match="choose another name"):
        backup(url, target)
    assert target.read_text() == "years of work"


def test_a_backup_into_a_missing_folder_is_refused(session_id: int, url: str, tmp_path: Path) -> None:
    with pytest.raises(UnreadableDatabaseError, match="No such file or directory; give another place"):
        backup(url, tmp_path / "no" / "copy.db")


def test_only_a_database_of_ours_is_backed_up(tmp_path: Path) -> None:
    with pytest.raises(DatabaseMissingError):
        backup(f"sqlite:///{tmp_path}/none.db", tmp_path / "copy.db")
    with closing(sqlite3.connect(tmp_path / "other.db")) as other:
        other.execute("CREATE TABLE bookmarks (url TEXT)")
    with pytest.raises(ForeignDatabaseError):
        backup(f"sqlite:///{tmp_path}/other.db", tmp_path / "copy.db")
    assert not (tmp_path / "copy.db").exists()


def test_a_sound_database_has_no_problems(session_id: int, url: str) -> None:
    report = check(url)
    assert report.problems == ()
    assert report.revision == report.head == revision(url) == head_revision()


def test_a_check_finds_rows_that_refer_to_nothing(database: Database, session_id: int, url: str) -> None:
    database.close()
    with closing(sqlite3.connect(database.path)) as connection:
        connection.execute("UPDATE events SET session_id = 77")
        connection.commit()
    assert check(url).problems == ("row 1 of events refers to a row of sessions that is not there",)


def test_a_check_finds_broken_pages(database: Database, session_id: int, url: str) -> None:
    with database.read() as connection:
        query = "SELECT rootpage FROM sqlite_master WHERE name = 'ix_levels_by_depth'"
        page = connection.exec_driver_sql(query).scalar_one()
    database.close()
    with database.path.open("r+b") as file:
        file.seek(page * 4096 - 100)
        file.write(bytes(90))
    problems = check(url).problems
    assert problems
    assert all("\n" not in problem for problem in problems)


def test_an_upgrade_has_nothing_to_do_at_the_newest_revision(database: Database, url: str, tmp_path: Path) -> None:
    before = sorted(tmp_path.iterdir())
    report = upgrade(url)
    assert (report.before, report.after, report.backup) == (head_revision(), head_revision(), None)
    assert sorted(tmp_path.iterdir()) == before
