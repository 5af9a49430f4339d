"""Changes that have to wait: they do not hold up those who only look, and end soon."""

import asyncio
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Event

import pytest
from anyio.to_thread import current_default_thread_limiter
from fastapi.concurrency import run_in_threadpool
from fastapi.testclient import TestClient

from service.errors import BusyError
from service.web import app
from service.web.write_threads import WRITERS, run_in_writing_thread
from tests.patience import PATIENCE
from tests.service.web.conftest import browsing

PATIENT = 600.0


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Another program holds the database for writing, while the block lasts."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


def saved(client: TestClient, name: int) -> int:
    return client.put(f"/api/searches/{name}", json={"query": "type=b"}).status_code


def test_those_who_look_do_not_wait_behind_those_who_change(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "PATIENCE", PATIENT)
    with browsing(url) as client, ThreadPoolExecutor(app.THREADS + 1) as threads:
        with locked(tmp_path / "levels.db"):
            changes = [threads.submit(saved, client, name) for name in range(app.THREADS)]
            looks = threads.submit(client.get, "/levels")
            assert looks.result(timeout=PATIENCE).status_code == 200
            assert not any(change.done() for change in changes)
        assert [change.result(timeout=PATIENCE) for change in changes] == app.THREADS * [204]


def test_who_cannot_change_anything_is_told_by_which_database(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "PATIENCE", 0.1)
    with browsing(url) as client, locked(tmp_path / "levels.db"):
        answer = client.put("/api/searches/a", json={"query": "type=b"})
    assert answer.status_code == 503
    assert "is locked by another program" in answer.json()["detail"]


def test_changes_wait_two_seconds_at_most_for_another_program() -> None:
    assert app.PATIENCE <= 2


def test_readers_have_threads_while_every_writer_waits_and_more_writers_are_refused() -> None:
    released = Event()

    async def scenario() -> None:
        current_default_thread_limiter().total_tokens = 1
        changes = [asyncio.create_task(run_in_writing_thread(released.wait)) for _ in range(WRITERS + 1)]
        try:
            (refused,), _ = await asyncio.wait(changes, return_when=asyncio.FIRST_COMPLETED)
            assert isinstance(refused.exception(), BusyError)
            assert await run_in_threadpool(lambda: "read") == "read"
        finally:
            released.set()
        changes.remove(refused)
        assert await asyncio.gather(*changes) == WRITERS * [True]

    asyncio.run(scenario())
