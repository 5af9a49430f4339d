"""How fast a session goes."""

from collections import deque
from dataclasses import dataclass

from optimiser.recorder import GenerationRecord

WINDOW = 10.0
"""Seconds that the rates are taken over."""


@dataclass(frozen=True, slots=True)
class Rates:
    """Evaluations and states a second, and the share of the workers' time that is not spent in solving.

    The share is None where the number of workers is not known.
    """

    evaluations: float
    nodes: float
    outside_solving: float | None


@dataclass(frozen=True, slots=True)
class _Sums:
    seconds: float
    evaluations: float
    nodes: float
    solving: float


class Pace:
    """The rates over the last seconds of a session with so many workers, or with a cluster."""

    def __init__(self, workers: int | None) -> None:
        self._workers = None if workers is None else max(workers, 1)
        self._sums = deque([_Sums(0, 0, 0, 0)])

    def add(self, record: GenerationRecord, seconds: float) -> None:
        """Note a generation that was recorded so many seconds after the beginning."""
        last = self._sums[-1]
        self._sums.append(
            _Sums(
                seconds,
                last.evaluations + len(record.candidates),
                last.nodes + record.statistics["nodes"],
                last.solving + record.statistics["solving_seconds"],
            )
        )
        while self._sums[0].seconds < seconds - WINDOW and len(self._sums) > 2:
            self._sums.popleft()

    def rates(self) -> Rates | None:
        """The rates, None before the first generation."""
        first, last = self._sums[0], self._sums[-1]
        seconds = last.seconds - first.seconds
        if seconds <= 0:
            return None
        busy = None if self._workers is None else (last.solving - first.solving) / seconds / self._workers
        return Rates(
            evaluations=(last.evaluations - first.evaluations) / seconds,
            nodes=(last.nodes - first.nodes) / seconds,
            outside_solving=None if busy is None else max(0.0, 1 - busy),
        )
