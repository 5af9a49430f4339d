"""When a session ends: the conditions that its user names, and the signals that he sends."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from enum import StrEnum
from types import FrameType
from typing import TYPE_CHECKING, Any, Self

from optimiser.target import SCORE, parse_target
from service.errors import ABORTED

if TYPE_CHECKING:
    from optimiser.session import Session

SHOW_CURSOR = b"\x1b[?25h\n"


class StopReason(StrEnum):
    """Why a session ended."""

    EVALUATIONS = "evaluations"
    MINUTES = "minutes"
    TARGET = "target"
    INTERRUPTED = "interrupted"


ENDINGS: Mapping[StopReason, str] = {
    StopReason.EVALUATIONS: "all evaluations are done",
    StopReason.MINUTES: "the time is up",
    StopReason.TARGET: "the target is met",
    StopReason.INTERRUPTED: "stopped and saved",
}


@dataclass(frozen=True, slots=True)
class StopConditions:
    """What ends a session, whichever comes first; None asks for nothing.

    `evaluations` counts from the beginning of the session, `minutes` from the beginning of the command.
    `target` is written as `parse_target` reads it, and names a metric or the score.
    """

    evaluations: int | None = None
    minutes: float | None = None
    target: str | None = None

    def __bool__(self) -> bool:
        return any(value is not None for value in asdict(self).values())

    def to_json(self) -> dict[str, Any]:
        """The conditions that there are, as a JSON object that `from_json` reads."""
        return {name: value for name, value in asdict(self).items() if value is not None}

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Self:
        """The conditions that `to_json` wrote."""
        return cls(**stored)

    def reason(self, session: Session, seconds: float) -> StopReason | None:
        """Which condition is met after so many seconds, None where the session goes on.

        Raises TargetError or UnknownMetricError.
        """
        if self.evaluations is not None and session.evaluations >= self.evaluations:
            return StopReason.EVALUATIONS
        if self.minutes is not None and seconds >= 60 * self.minutes:
            return StopReason.MINUTES
        if self.target is not None and session.best is not None:
            figures = {**session.best.metrics, SCORE: session.best.score}
            return StopReason.TARGET if parse_target(self.target).met(figures) else None
        return None


class Interruption:
    """Whether the user wants the session to stop: SIGINT and SIGTERM ask for it, a second one ends the process."""

    def __init__(self, announce: Callable[[], None]) -> None:
        """`announce` is called by the first signal, between any two steps of the program."""
        self.requested = False
        self._announce = announce

    @contextmanager
    def watched(self) -> Iterator[Self]:
        """Take both signals until the end of the block; outside of the main thread there are none to take."""
        if threading.current_thread() is not threading.main_thread():
            yield self
            return
        before = {number: signal.signal(number, self._receive) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield self
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _receive(self, _signal: int, _frame: FrameType | None) -> None:
        if self.requested:
            # Not by an exception: closing the worker processes would wait for what they compute.
            if sys.__stdout__ is not None and sys.__stdout__.isatty():
                os.write(sys.__stdout__.fileno(), SHOW_CURSOR)
            os._exit(ABORTED)
        self.requested = True
        self._announce()
