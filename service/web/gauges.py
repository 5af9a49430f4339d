"""Figures of the service that monitors ask for: what waits, what runs and how, and how large the database is."""

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from functools import partial

from fastapi import FastAPI
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, InfoMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from service.sessions.activity import ACTIVE
from service.sessions.processes import SessionProcesses
from service.sessions.status import SessionStatus, database_status
from service.web.sessions.views import status_now
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
    for name, text, read in (
        ("cenote_database_bytes", "Bytes of the database.", "bytes"),
        ("cenote_database_log_bytes", "Bytes of its log.", "log_bytes"),
        ("cenote_disk_free_bytes", "Bytes that are free on its disk.", "free_bytes"),
    ):
        watch(name, text, partial(_size, app, read))
    state.figures.add(SessionFigures(app))


def _running(database: Database, processes: SessionProcesses) -> int:
    begun = [row for row in list_sessions(database) if row.state == SessionState.RUNNING]
    return sum(processes.activity(database, row.id, row.state) in ACTIVE for row in begun)


def _size(app: FastAPI, of: str) -> int:
    return int(getattr(database_status(app.state.database.path), of))


_Read = Callable[[SessionStatus], float | None]

_FIGURES: tuple[tuple[type[GaugeMetricFamily] | type[CounterMetricFamily], str, str, _Read], ...] = (
    (GaugeMetricFamily, "running", "1 while it runs, 0 if it was killed.", lambda one: one.row.state in ACTIVE),
    (GaugeMetricFamily, "workers", "Worker processes that live, or workers of its cluster.", lambda one: one.workers),
    (CounterMetricFamily, "generations", "Generations that are recorded.", lambda one: one.row.generation),
    (CounterMetricFamily, "evaluations", "Candidates that were evaluated.", lambda one: one.row.evaluations),
    (
        GaugeMetricFamily,
        "evaluations_per_second",
        "Evaluations a second over the last minute.",
        lambda one: one.progress.evaluations_per_second,
    ),
    (
        CounterMetricFamily,
        "failed_candidates",
        "Candidates that were given up because they killed their workers.",
        lambda one: one.progress.failed_candidates,
    ),
    (GaugeMetricFamily, "best_score", "The best score.", lambda one: one.row.best),
    (
        GaugeMetricFamily,
        "best_timestamp_seconds",
        "When it found what is still its best.",
        lambda one: _seconds(one.progress.best_at),
    ),
    (
        GaugeMetricFamily,
        "last_generation_timestamp_seconds",
        "When its last generation was recorded.",
        lambda one: _seconds(one.progress.last_generation_at),
    ),
)
"""The figures of each session: how they are counted, their names behind `cenote_session_`, and what they are."""


class SessionFigures(Collector):
    """The figures of the sessions that run, and of those that were killed, by their ids."""

    def __init__(self, app: FastAPI) -> None:
        self._app = app

    def describe(self) -> Iterable[Metric]:
        """The figures without values, which are not there before the service has begun."""
        return self._families([])

    def collect(self) -> Iterable[Metric]:
        """The figures as they are now."""
        state = self._app.state
        return self._families(status_now(state.database, state.processes).sessions)

    def _families(self, sessions: Iterable[SessionStatus]) -> Iterator[Metric]:
        sessions = [*sessions]
        yield _names(sessions)
        for kind, name, text, read in _FIGURES:
            family = kind(f"cenote_session_{name}", text, labels=["session"])
            for one in sessions:
                if (value := read(one)) is not None:
                    family.add_metric([str(one.row.id)], float(value))
            yield family
        yield _warnings(sessions)


def _names(sessions: Iterable[SessionStatus]) -> Metric:
    family = InfoMetricFamily("cenote_session", "What a session is called and what it looks for.", labels=["session"])
    for one in sessions:
        row = one.row
        family.add_metric([str(row.id)], {"name": row.name or "", "family": row.family, "objective": row.objective})
    return family


def _warnings(sessions: Iterable[SessionStatus]) -> Metric:
    text = "Events that should not be, such as worker processes that died."
    family = CounterMetricFamily("cenote_session_warnings", text, labels=["session", "kind"])
    for one in sessions:
        for kind, count in one.progress.warnings.items():
            family.add_metric([str(one.row.id), kind], count)
    return family


def _seconds(time: str | None) -> float | None:
    return None if time is None else datetime.fromisoformat(time).timestamp()
