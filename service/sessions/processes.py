"""Sessions in processes of their own, which go on when whoever started them ends."""

import os
import signal
import subprocess
import sys
from contextlib import suppress
from functools import partial
from threading import Lock, Thread

from generator.messages import Message
from optimiser.executors import Cluster, Where
from optimiser.settings import SessionSettings
from service.errors import TO_PROGRAM, ServiceError, SessionIdleError
from service.sessions import evolution
from service.sessions.activity import ACTIVE, Activity, complaint, complaint_log, unheld
from service.sessions.notice_targets import NO_NOTICES, NoticeOptions
from service.sessions.notices import Notices, tell_of_kill
from service.sessions.stop_conditions import StopConditions
from service.settings import usable_cores
from storage.audit import Actor
from storage.connection import database_path, mode_of
from storage.database import Database
from storage.errors import SessionBusyError, StorageError
from storage.locks import holder
from storage.queries import get_session
from storage.upkeep.retention import Loss, delete_session

PYTHON = (sys.executable, "-P")
"""This interpreter, for which a folder named as one of our packages in the current folder is not in the way."""


class SessionProcesses:
    """Starts, stops and resumes the sessions of a database; threads may share it.

    Each is a `cenote resume` that belongs to no terminal and no process group of ours. What it complains about goes to
    FILE.session-ID.log beside the database, which is removed when it ends well.
    """

    def __init__(self, url: str, notices: NoticeOptions = NO_NOTICES, cluster: Cluster | None = None) -> None:
        """Sessions tell what happens as `notices` say, and may use `cluster`."""
        self._url, self._notices, self.cluster = url, notices, cluster
        self._path = database_path(url)
        self._lock = Lock()
        self._begun: dict[int, subprocess.Popen[bytes]] = {}
        self._newest: dict[int, subprocess.Popen[bytes]] = {}
        self._told: dict[int, int] = {}

    def start(self, database: Database, settings: SessionSettings, where: Where, name: str | None = None) -> int:
        """Enter a new session, begin to run it and return its id.

        Raises UnknownMetricError, ClusterError, StorageError, or ServiceError for more workers than cores; then there
        is no new session.
        """
        _require_cores(where)
        session_id = evolution.start(database, settings, name, where)
        self._spawn(database, session_id, where, StopConditions())
        return session_id

    def resume(self, database: Database, session_id: int, stop: StopConditions, where: Where) -> None:
        """Go on with a session; `stop` takes the place of its conditions where it names any.

        Raises UnknownSessionError, SessionBusyError, or ServiceError for more workers than cores.
        """
        _require_cores(where)
        row = get_session(database, session_id)
        with self._lock:
            if self.activity(database, session_id, row.state) in ACTIVE:
                raise SessionBusyError("session {id} is running already; stop it first", id=session_id)
            self._spawn(database, session_id, where, stop)

    def stop(self, database: Database, session_id: int) -> None:
        """Ask the process of a session to finish its generation and end, wherever it was started.

        Raises UnknownSessionError, SessionIdleError, or ServiceError where no process can be asked.
        """
        row = get_session(database, session_id)
        with self._lock:
            activity = self.activity(database, session_id, row.state)
            process = holder(database.path, session_id)
            if activity is Activity.STOPPING:  # a second signal would end it in the middle of a generation
                return
            if process is None and activity in ACTIVE:
                raise ServiceError("session {id} is still starting; stop it in a moment", id=session_id)
            if process is None:
                raise SessionIdleError("session {id} is not running", id=session_id)
            if process <= 0:
                raise ServiceError("session {id} runs in another container; stop it there", id=session_id)
            _interrupt(session_id, process)
            self._told[session_id] = process

    def delete(self, database: Database, session_id: int, by: Actor) -> Loss:
        """Delete a session that does not run, with the levels that only it needs.

        Raises UnknownSessionError or SessionBusyError.
        """
        with self._lock:
            self.require_idle(database, session_id)
            loss = delete_session(database, session_id, by)
            for known in (self._begun, self._newest, self._told):
                known.pop(session_id, None)
            complaint_log(self._path, session_id).unlink(missing_ok=True)
        return loss

    def require_idle(self, database: Database, session_id: int) -> None:
        """Raises UnknownSessionError, or SessionBusyError where a session runs or is about to."""
        if self.activity(database, session_id, get_session(database, session_id).state) in ACTIVE:
            raise SessionBusyError("session {id} is running; stop it before you delete it", id=session_id)

    def activity(self, database: Database, session_id: int, state: str) -> Activity:
        """What becomes of a session whose row says `state`."""
        process = holder(database.path, session_id)
        if process is not None:
            self._begun.pop(session_id, None)  # that it lives does not mean any longer that it only begins
            return Activity.STOPPING if self._told.get(session_id) == process else Activity.RUNNING
        begun = self._begun.get(session_id)
        if begun is not None and begun.poll() is None:
            return Activity.STARTING
        return unheld(database, session_id, state)

    def waits_for(self, session_id: int, process: int) -> bool:
        """Whether this process of a session was started here, so that its end is seen here."""
        newest = self._newest.get(session_id)
        return newest is not None and newest.pid == process

    def complaint(self, session_id: int) -> Message:
        """Why the process of a session broke down, in one line; empty where it has not, or was killed."""
        return complaint(self._path, session_id)

    def _spawn(self, database: Database, session_id: int, where: Where, stop: StopConditions) -> None:
        conditions = [f"--{name}={value}" for name, value in stop.to_json().items()]
        command = ["resume", str(session_id), *conditions, *_options(where), "--quiet", f"--storage={self._url}"]
        log = complaint_log(self._path, session_id)
        with open(log, "wb", opener=partial(os.open, mode=mode_of(self._path))) as errors:
            process = subprocess.Popen(
                [*PYTHON, "-m", "service.cli", *command],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=errors,
                env={**os.environ, **self._notices.environment(), TO_PROGRAM: "1"},
                start_new_session=True,
            )
        self._begun[session_id] = self._newest[session_id] = process
        Thread(target=self._await_end, args=(database, session_id, process), daemon=True).start()

    def _await_end(self, database: Database, session_id: int, process: subprocess.Popen[bytes]) -> None:
        """Remove the log of a process that ended well, unless the session goes on already in another one.

        If the process was killed, its notice is sent here, because it could not send one itself.
        """
        if process.wait() < 0:
            self._tell_of_kill(database, session_id)
        if process.returncode != 0:
            return
        with self._lock:
            if self._newest.get(session_id) is process:
                complaint_log(self._path, session_id).unlink(missing_ok=True)

    def _tell_of_kill(self, database: Database, session_id: int) -> None:
        targets = self._notices.targets()
        with suppress(StorageError):
            row = get_session(database, session_id)
            if targets and unheld(database, session_id, row.state) is Activity.INTERRUPTED:
                tell_of_kill(Notices(targets), database, row)


def _options(where: Where) -> list[str]:
    """The options of the command line that say where a session has its work done."""
    if isinstance(where, int):
        return [f"--workers={where}"]
    tls = where.tls
    files = {"tls-ca-file": tls.ca, "tls-cert": tls.certificate, "tls-key": tls.key}
    named = [f"--{name}={path}" for name, path in files.items() if path is not None]
    return [f"--cluster={where.address}", f"--reconnect={where.minutes}", *named]


def _require_cores(where: Where) -> None:
    cores = usable_cores()
    if isinstance(where, int) and where > cores:
        raise ServiceError(
            "{workers} workers are more than this machine has cores; give at most {cores}", workers=where, cores=cores
        )


def _interrupt(session_id: int, process: int) -> None:
    try:
        os.kill(process, signal.SIGINT)
    except ProcessLookupError:  # it has just ended by itself
        return
    except PermissionError as error:
        raise ServiceError("session {id} belongs to another user; stop it there", id=session_id) from error
