"""Sessions that were killed, whoever started them: a service that has seen them run reports it, once."""

import asyncio
import logging

from service.sessions.activity import Activity, unheld
from service.sessions.notice_targets import NoticeOptions
from service.sessions.notices import Notices, tell_of_kill
from service.sessions.processes import SessionProcesses
from storage.database import Database
from storage.errors import StorageError, UnknownSessionError
from storage.locks import holder
from storage.queries import SessionRow, list_sessions
from storage.tables.base import SessionState

EVERY = 10.0
"""Seconds from one look to the next."""


class KillWatch:
    """Looks again and again at the sessions of a database, and reports those that were killed since the last look.

    Of the processes of `processes` those tell who wait for them.
    """

    def __init__(self, database: Database, notices: NoticeOptions, processes: SessionProcesses) -> None:
        self._database, self._notices, self._processes = database, notices, processes
        self._seen: dict[int, int] = {}
        """The process of every session that ran at the last look."""

    def look(self) -> None:
        """Tell of every session that was killed since the last look. Raises StorageError."""
        now: dict[int, int] = {}
        for row in list_sessions(self._database):
            process = holder(self._database.path, row.id) if row.state == SessionState.RUNNING else None
            if process is not None and process > 0:
                now[row.id] = process
            elif process is None and row.id in self._seen:
                self._tell(row)
        self._seen = now

    async def look_regularly(self) -> None:
        """Look every few seconds, until cancelled."""
        while True:
            await asyncio.sleep(EVERY)
            try:
                await asyncio.to_thread(self.look)
            except StorageError as error:
                logging.getLogger(__name__).error("it was not seen whether sessions were killed: %s", error)

    def _tell(self, row: SessionRow) -> None:
        try:
            killed = unheld(self._database, row.id, row.state) is Activity.INTERRUPTED
        except UnknownSessionError:
            return
        if killed and not self._processes.waits_for(row.id, self._seen[row.id]):
            tell_of_kill(Notices(self._notices.targets()), self._database, row)
