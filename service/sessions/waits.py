"""What a session waits for: room on its disk, or its cluster."""

from collections.abc import Callable
from contextlib import suppress
from time import sleep

from generator.messages import Message
from service.figures import size
from storage.database import Database
from storage.errors import DatabaseLockedError, DiskFullError
from storage.progress import FULL_DISK
from storage.recorder import enter_event
from storage.upkeep.disk_room import DiskRoom

PAUSE = 0.5
"""Seconds between two looks at the disk, and until a stop is noticed."""


def await_room(database: Database, session_id: int, ended: Callable[[], bool], say: Callable[[str], None]) -> None:
    """Return when there is room on the disk of a database, or when `ended` says that the session ends.

    If it has to wait, it calls `say`, and enters an event of the session.
    """
    room = DiskRoom.of(database.path)
    if not room.lacks(waiting=False):
        return
    tell_wait(
        database,
        session_id,
        FULL_DISK,
        say,
        Message(
            "the session waits: only {free} are free on the disk of {path}; make room, and it goes on",
            free=size(room.free),
            path=str(database.path),
        ),
    )
    while not ended():
        if not DiskRoom.of(database.path).lacks(waiting=True):
            tell_wait(
                database, session_id, FULL_DISK, say, Message("there is room on the disk again: the session goes on")
            )
            return
        sleep(PAUSE)


def tell_wait(database: Database, session_id: int, kind: str, say: Callable[[str], None], news: Message) -> None:
    """Say that a session waits or goes on, and keep it as an event of the session."""
    say(str(news))
    # It is said already, and there may be no room for the event, or another writer.
    with suppress(DiskFullError, DatabaseLockedError):
        enter_event(database, session_id, kind, news)
