"""A full disk costs the generation that did not fit, and nothing else."""

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from storage.database import Database
from storage.errors import DiskFullError
from storage.queries import best_levels, get_session
from storage.recorder import DatabaseRecorder, start_session
from storage.upkeep.backups import backup
from storage.upkeep.maintenance import check
from tests.storage.conftest import SmallDisk
from tests.storage.records import SETTINGS, full_generation


@pytest.fixture
def database(tmp_path: Path, small_disk: SmallDisk | None) -> Iterator[Database]:
    folder = small_disk.folder if small_disk else tmp_path
    with Database.create(f"sqlite:///{folder}/levels.db") as database:
        yield database


@pytest.fixture
def fill(database: Database, small_disk: SmallDisk | None) -> Callable[[], None]:
    """Leaves room for a few generations: on the disk, or else in the number of pages that SQLite may use."""
    return (lambda: small_disk.fill(leave=200_000)) if small_disk else (lambda: _limit_pages(database, 120))


@pytest.fixture
def empty(database: Database, small_disk: SmallDisk | None) -> Callable[[], None]:
    return small_disk.empty if small_disk else lambda: _limit_pages(database, 2**30)


def _limit_pages(database: Database, number: int) -> None:
    with database.read() as connection:
        connection.exec_driver_sql(f"PRAGMA max_page_count = {number}")


def test_a_session_goes_on_when_there_is_room_again(
    database: Database, fill: Callable[[], None], empty: Callable[[], None]
) -> None:
    session = start_session(database, SETTINGS)
    recorder = DatabaseRecorder(database, session)
    fill()
    number = 0
    with pytest.raises(DiskFullError, match="make room and try again"):  # noqa: PT012
        for number in count(1):
            recorder.record(full_generation(session, number))
    assert number > 1
    assert get_session(database, session).generation == number - 1
    assert len(best_levels(database, limit=None)) == 16 * (number - 1)
    empty()
    recorder.record(full_generation(session, number))
    assert len(best_levels(database, limit=None)) == 16 * number
    assert check(f"sqlite:///{database.path}").problems == ()


def test_what_is_gathered_on_a_full_disk_is_kept_when_there_is_room_again(
    database: Database, fill: Callable[[], None], empty: Callable[[], None]
) -> None:
    session = start_session(database, SETTINGS)
    recorder = DatabaseRecorder(database, session, gather=1.0, clock=lambda: 0.0)
    fill()
    for number in range(1, 17):
        recorder.record(full_generation(session, number))
    for _ in range(2):
        with pytest.raises(DiskFullError):
            recorder.flush()
    assert get_session(database, session).generation == 0
    empty()
    recorder.flush()
    assert get_session(database, session).generation == 16
    assert len(best_levels(database, limit=None)) == 16 * 16


def test_a_backup_that_does_not_fit_leaves_nothing_behind(tmp_path: Path, small_disk: SmallDisk | None) -> None:
    if small_disk is None:
        pytest.skip("this user may not mount a small disk")
    url = f"sqlite:///{tmp_path}/levels.db"
    with Database.create(url) as database:
        DatabaseRecorder(database, start_session(database, SETTINGS)).record(full_generation(1, 1))
    small_disk.fill(leave=30_000)
    with pytest.raises(DiskFullError):
        backup(url, small_disk.folder / "copy.db")
    assert not (small_disk.folder / "copy.db").exists()


def test_a_database_that_cannot_be_made_for_want_of_room_can_be_made_later(
    small_disk: SmallDisk | None,
) -> None:
    if small_disk is None:
        pytest.skip("this user may not mount a small disk")
    url = f"sqlite:///{small_disk.folder}/new.db"
    small_disk.fill(leave=20_000)
    with pytest.raises(DiskFullError):
        Database.create(url)
    small_disk.empty()
    Database.create(url).close()
