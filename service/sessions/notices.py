"""Notices of what happens to a session, for those who do not watch it: a new best, a warning, its end, a failure.

They are delivered by a thread beside the session, which never waits for it.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from threading import Condition, Thread
from time import monotonic
from types import TracebackType
from typing import Any, Self

from generator.messages import Message, seconds
from optimiser.recorder import GenerationRecord
from optimiser.session import Session
from service.levels.json_objects import finite
from service.sessions.evolution import Watcher
from service.sessions.notice_targets import NoticeError, Target
from service.sessions.stop_conditions import ENDINGS, Interruption, StopConditions, StopReason
from storage.database import Database
from storage.errors import SessionBusyError, StorageError
from storage.progress import UNDELIVERED, WARNINGS
from storage.queries import SessionRow
from storage.recorder import enter_event

PACE = 60.0
"""Seconds from one new best, or warning, to the next; of those between them the last one counts."""
PAUSES = (1.0, 5.0)
"""Seconds before a notice is sent once more."""
FAREWELL = 10.0
"""Seconds that the last notices have when the session has ended."""
LONGEST = 500
"""Letters of a text, beyond which a notice cuts it off."""

Notice = Mapping[str, Any]
"""The facts of a notice, as its targets get them."""


class NoticeEvent(StrEnum):
    """What a notice reports."""

    BEST = "best"
    WARNING = "warning"
    STOP = "stop"
    FAILURE = "failure"


class Notices:
    """Delivers notices in a thread; a notice that waits gives way to the next one of the same event."""

    def __init__(
        self,
        targets: Sequence[Target],
        pace: float = PACE,
        pauses: Sequence[float] = PAUSES,
        farewell: float = FAREWELL,
    ) -> None:
        self._targets, self._pace, self._pauses, self._farewell = targets, pace, pauses, farewell
        self._changed = Condition()
        self._waiting: dict[str, Notice] = {}
        self._told: dict[str, float] = {}
        self._failures: list[Message] = []
        self._deadline: float | None = None
        self._thread = Thread(target=self._deliver_all, daemon=True)
        if targets:
            self._thread.start()

    def tell(self, notice: Notice) -> None:
        """Let a notice be delivered, without waiting for it."""
        with self._changed:
            self._waiting[notice["event"]] = notice
            self._changed.notify_all()

    def take_failures(self) -> list[Message]:
        """Why notices were not delivered since this was last asked."""
        with self._changed:
            failures, self._failures = self._failures, []
        return failures

    def close(self, *last: Notice) -> None:
        """Let the last notices go out behind those that wait, for as long as they have."""
        with self._changed:
            self._waiting.update({notice["event"]: notice for notice in last})
            self._deadline = monotonic() + self._farewell
            self._changed.notify_all()
        if self._thread.is_alive():
            self._thread.join(self._farewell + 1)
        if self._thread.is_alive():
            self._fail(Message("the last notices were not delivered within {time}", time=seconds(self._farewell)))

    def _deliver_all(self) -> None:
        while (notice := self._next()) is not None:
            for target in self._targets:
                self._deliver(target, notice)

    def _next(self) -> Notice | None:
        """The next notice as soon as it may go out, or None when all have gone that shall."""
        with self._changed:
            while not (due := self._due()):
                if self._deadline is not None:
                    return None
                self._changed.wait(min(map(self._patience, self._waiting), default=None))
            self._told[due] = monotonic()
            return self._waiting.pop(due)

    def _due(self) -> str | None:
        """The event whose notice may go out now; none is held back when the session has ended."""
        ready = (event for event in self._waiting if self._deadline is not None or self._patience(event) <= 0)
        return next(ready, None)

    def _patience(self, event: str) -> float:
        """Seconds until a notice of an event may go out."""
        return self._told[event] + self._pace - monotonic() if event in self._told else 0.0

    def _deliver(self, target: Target, notice: Notice) -> None:
        for pause in (*self._pauses, None):
            try:
                target.deliver(notice, self._seconds(target))
                return
            except NoticeError as error:
                if pause is None or not error.again or not self._paused(pause):
                    self._fail(error.message)
                    return

    def _seconds(self, target: Target) -> float:
        """How long a target may take now: when the session has ended, half of what is left, for another may follow."""
        if self._deadline is None:
            return target.seconds
        return max(0.1, min(target.seconds, (self._deadline - monotonic()) / 2))

    def _paused(self, seconds: float) -> bool:
        """Wait, and say whether there is still time then."""
        with self._changed:
            if self._deadline is None:
                self._changed.wait_for(lambda: self._deadline is not None, seconds)
                return True
            self._changed.wait(max(0.0, min(seconds, self._deadline - monotonic())))
            return monotonic() < self._deadline

    def _fail(self, message: Message) -> None:
        with self._changed:
            self._failures.append(message)


class NoticingWatcher:
    """A watcher of a session that also notifies others, see `Notices`; what is not delivered becomes an event.

    To be used as a context manager around the session: if something breaks it off, that is a notice too.
    """

    def __init__(self, watcher: Watcher, notices: Notices, database: Database, row: SessionRow) -> None:
        self._watcher, self._notices, self._database, self._row = watcher, notices, database, row
        self._session: Session | None = None
        self._reason: StopReason | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        last = None
        if self._reason is not None:
            last = self._notice(NoticeEvent.STOP, ENDINGS[self._reason], self._reason)
        elif isinstance(error, Exception) and not isinstance(error, SessionBusyError):  # that one runs elsewhere
            last = self._notice(NoticeEvent.FAILURE, str(error) or type(error).__name__)
        self._notices.close(*([last] if last else []))
        self._report_failures()

    def began(self, session: Session, stop: StopConditions, interruption: Interruption) -> None:
        """Take the beginning of the session."""
        self._session = session
        self._watcher.began(session, stop, interruption)

    def warned(self, message: str) -> None:
        """Tell of a warning."""
        self._watcher.warned(message)
        self._notices.tell(self._notice(NoticeEvent.WARNING, message))

    def generation(self, session: Session, record: GenerationRecord) -> None:
        """Tell of a new best, and of what should not have happened."""
        self._watcher.generation(session, record)
        for event in record.events:
            if event.kind in (NoticeEvent.BEST, *WARNINGS):
                told = NoticeEvent.BEST if event.kind == NoticeEvent.BEST else NoticeEvent.WARNING
                self._notices.tell(self._notice(told, str(event.text)))
        self._report_failures()

    def interrupted(self) -> None:
        """Leave it to the other watcher; there is a notice at the end."""
        self._watcher.interrupted()

    def ended(self, reason: StopReason) -> None:
        """The session has ended well, which is its last notice."""
        self._reason = reason

    def _notice(self, event: NoticeEvent, text: str, reason: StopReason | None = None) -> Notice:
        return notice(event, text, reason, self._database, self._row, self._session)

    def _report_failures(self) -> None:
        for message in self._notices.take_failures():
            self._watcher.warned(f"warning: {message}")
            try:
                enter_event(self._database, self._row.id, UNDELIVERED, message)
            except StorageError as error:  # nothing about notices ends a session
                self._watcher.warned(f"warning: {error}")


def tell_of_kill(notices: Notices, database: Database, row: SessionRow) -> None:
    """Tell that the process of a session was killed, which it could not tell itself."""
    text = f"the session was killed; to go on with it: cenote resume {row.id}"
    notices.close(notice(NoticeEvent.FAILURE, text, None, database, row, None))
    for message in notices.take_failures():
        enter_event(database, row.id, UNDELIVERED, message)


def notice(
    event: NoticeEvent,
    text: str,
    reason: StopReason | None,
    database: Database,
    row: SessionRow,
    session: Session | None,
) -> Notice:
    """The facts of what happened to a session, as it is at work or as it was stored."""
    best = session.best if session else None
    score = finite({"score": best.score if best else row.best})["score"]
    metrics = finite(best.metrics) if best else {}
    return {
        "event": str(event),
        "text": text[:LONGEST],
        "reason": reason and str(reason),
        "created_at": database.now(),
        "session": row.id,
        "name": row.name,
        "family": row.family,
        "objective": row.objective,
        "generation": session.generation if session else row.generation,
        "evaluations": session.evaluations if session else row.evaluations,
        "score": score,
        "depth": metrics.get("depth"),
        "level": best.text if best else None,
        "metrics": metrics,
    }
