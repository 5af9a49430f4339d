"""Figures of the service that monitors ask for: what waits, what runs, and how large the database is."""

from pathlib import Path

from fastapi import FastAPI

from service.sessions.activity import ACTIVE
from service.sessions.processes import SessionProcesses
from storage.database import Database
from storage.queries import list_sessions
from storage.tables.base import SessionState


def watch_service(app: FastAPI) -> None:
    """Add the figures of a service to those that it counts; they are read while it runs."""
    state, watch = app.state, app.state.figures.watch
    watch("cenote_bodies_bytes", "Bytes of long requests in memory.", lambda: state.bodies.held)
    watch("cenote_judge_pending", "Answers to contests that are judged or wait.", lambda: state.contest_sandbox.pending)
    watch(
        "cenote_sandbox_pending", "Other levels and answers that are examined or wait.", lambda: state.sandbox.pending
    )
    watch("cenote_sessions_running", "Sessions at work.", lambda: _running(state.database, state.processes))
    watch("cenote_database_bytes", "Bytes of the database.", lambda: _size(state.database.path))
    watch("cenote_database_log_bytes", "Bytes of its log.", lambda: _size(Path(f"{state.database.path}-wal")))


def _running(database: Database, processes: SessionProcesses) -> int:
    begun = [row for row in list_sessions(database) if row.state == SessionState.RUNNING]
    return sum(processes.activity(database, row.id, row.state) in ACTIVE for row in begun)


def _size(file: Path) -> int:
    return file.stat().st_size if file.exists() else 0
