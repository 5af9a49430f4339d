"""Levels that are waited for, until Ctrl-C."""

from collections.abc import Iterator
from typing import TypeVar

from generator.kernel_interrupts import when_compiled
from optimiser.executors import Outcome
from service.sessions.stop_conditions import Interruption

Result = TypeVar("Result")

STOPPING = "ending this search with what it has; Ctrl-C once more ends at once"


class Awaited:
    """What Ctrl-C interrupts: waiting for the next result, and never the writing of another one."""

    def __init__(self) -> None:
        self.interruption = Interruption(lambda: when_compiled(self._interrupt))
        self._is_begun = False

    def next(self, outcomes: Iterator[Outcome[Result]]) -> Result | None:
        """The next result, None after the last. Raises its error, and KeyboardInterrupt after Ctrl-C."""
        self._is_begun = True
        try:
            if self.interruption.requested:
                raise KeyboardInterrupt
            outcome = next(outcomes, None)
        finally:
            self._is_begun = False
        return None if outcome is None else outcome.get()

    def _interrupt(self) -> None:
        if self._is_begun:
            raise KeyboardInterrupt
