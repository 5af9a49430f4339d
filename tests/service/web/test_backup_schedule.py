"""The service makes backups by itself, and goes on where one fails."""

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path

import pytest

from service.web import backup_schedule
from service.web.backup_schedule import BackupSchedule, back_up_regularly
from storage.database import Database
from storage.queries import list_sessions
from storage.upkeep.backups import dated_backups


def run_until(url: str, folder: Path, is_done: Callable[[], bool]) -> None:
    async def waiting() -> None:
        task = asyncio.create_task(back_up_regularly(url, BackupSchedule(folder, 3600.0, 7)))
        while not is_done():
            assert not task.done()
            await asyncio.sleep(0.01)
        task.cancel()
        await asyncio.wait([task])

    asyncio.run(waiting())


def test_the_backup_that_is_due_is_made(url: str, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    run_until(url, folder, lambda: bool(dated_backups(tmp_path / "levels.db", folder)))
    (made,) = dated_backups(tmp_path / "levels.db", folder)
    with Database.open_readonly(url) as database, Database.open_readonly(f"sqlite:///{made}") as copy:
        assert list_sessions(copy) == list_sessions(database)


def test_a_backup_that_cannot_be_made_is_logged_and_tried_again(
    url: str, tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backup_schedule, "AGAIN", 0.01)
    folder = tmp_path / "backups"
    folder.write_text("no folder")
    with caplog.at_level(logging.ERROR):
        run_until(url, folder, lambda: caplog.text.count("no backup was made: ") == 2)
        folder.unlink()
        run_until(url, folder, lambda: folder.is_dir() and bool(dated_backups(tmp_path / "levels.db", folder)))
    assert len(dated_backups(tmp_path / "levels.db", folder)) == 1
