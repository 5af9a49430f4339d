"""Backups that the service makes by itself, as long as it runs."""

import asyncio
import logging
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from storage.connection import database_path
from storage.errors import StorageError
from storage.upkeep.backups import backup_into, seconds_until_due

AGAIN = 600.0
"""Seconds after which a backup is tried again that failed."""


@dataclass(frozen=True, slots=True)
class BackupSchedule:
    """A folder in which there shall be a backup every so many seconds, and how many of them stay."""

    folder: Path
    every: float
    keep: int


async def back_up_regularly(storage: str, schedule: BackupSchedule) -> None:
    """Make every backup that is due, until cancelled; what the folder holds from an earlier run counts."""
    path = database_path(storage)
    while True:
        try:
            await asyncio.sleep(seconds_until_due(path, schedule.folder, schedule.every, datetime.now(UTC)))
            await asyncio.to_thread(backup_into, storage, schedule.folder, schedule.keep, datetime.now(UTC))
        except (StorageError, OSError) as error:
            logging.getLogger(__name__).error("no backup was made: %s", error)
            await asyncio.sleep(AGAIN)
