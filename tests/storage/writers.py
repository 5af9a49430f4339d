"""What the other processes of the tests do."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from multiprocessing.context import BaseContext
from multiprocessing.synchronize import Event

from storage.database import Database
from storage.locks import atlas_lock, session_lock, whole_lock
from storage.queries import get_session
from storage.recorder import DatabaseRecorder
from tests.patience import PATIENCE
from tests.storage.records import full_generation


def write_generations(url: str, session_id: int, ready: Event, number: int | None = None, gather: float = 0.0) -> None:
    """Continue a session by so many generations, or until killed; `ready` is set when the first is kept."""
    with (
        Database.open(url) as database,
        DatabaseRecorder(database, session_id, gather, lambda _: ready.set()) as recorder,
    ):
        first = get_session(database, session_id).generation + 1
        for generation in count(first) if number is None else range(first, first + number):
            recorder.record(full_generation(session_id, generation))


def hold_session(url: str, session_id: int, ready: Event) -> None:
    """Hold the lock of a session until killed."""
    with Database.open(url) as database, session_lock(database.path, session_id):
        ready.set()
        time.sleep(PATIENCE)


def hold_atlas(url: str, atlas_id: int, ready: Event) -> None:
    """Hold the lock of an atlas until killed."""
    with Database.open(url) as database, atlas_lock(database.path, atlas_id):
        ready.set()
        time.sleep(PATIENCE)


def hold_whole(url: str, ready: Event) -> None:
    """Hold a whole database, as an upgrade does, until killed."""
    with Database.open(url) as database, whole_lock(database.path):
        ready.set()
        time.sleep(PATIENCE)


@contextmanager
def held(processes: BaseContext, hold: Callable[..., None], *arguments: object) -> Iterator[None]:
    """Another process holds something as long as the block lasts; `hold` gets the arguments and the event."""
    ready = processes.Event()
    holder = processes.Process(target=hold, args=(*arguments, ready))  # type: ignore[attr-defined]
    holder.start()
    try:
        assert ready.wait(PATIENCE)
        yield
    finally:
        holder.kill()
        holder.join()


@contextmanager
def held_session(processes: BaseContext, url: str, session_id: int) -> Iterator[None]:
    """Another process holds a session as long as the block lasts."""
    with held(processes, hold_session, url, session_id):
        yield


def hold_open(url: str, ready: Event) -> None:
    """Have a database open, and do nothing with it, until killed."""
    with Database.open(url):
        ready.set()
        time.sleep(PATIENCE)


def hold_open_for_reading(url: str, ready: Event) -> None:
    """Have a database open for reading alone until killed."""
    with Database.open_readonly(url):
        ready.set()
        time.sleep(PATIENCE)
