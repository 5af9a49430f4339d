"""Worker processes that evaluate genomes, and outlive the genomes that kill them."""

from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError, Future
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import partial
from math import ceil
from statistics import fmean
from types import TracebackType
from typing import Any, Self

from generator import Family, Space, defaults, get_family
from generator.messages import Message
from optimiser.errors import WorkerLostError
from optimiser.evaluation import Brood, Evaluation, evaluate
from optimiser.executors.process_pool import ProcessPool
from optimiser.recorder import EventRecord

TASK_SECONDS = 0.01
"""What one task should take: long beside the cost of sending it, short beside a generation."""
TRIES = 3
"""How many workers one candidate may kill."""
LOST_IN_A_ROW = 16
"""So many candidates given up one after the other: it is not for them that their workers die."""

Evaluate = Callable[[Family[Any], Brood, int], Evaluation]
"""Evaluates a brood within a budget of nodes; must be picklable."""


@dataclass(frozen=True, slots=True)
class Task:
    """Broods that go to one worker together; `result` waits for their evaluations."""

    broods: Sequence[Brood]
    result: Callable[[], list[Evaluation]]


class Workers:
    """Evaluates broods of genomes in `processes` processes of their own, or in this one where there are none.

    Results do not depend on the number of processes, nor on how the broods are spread over tasks. Kernels
    are compiled before the constructor returns. To be closed, best as a context manager.
    """

    def __init__(self, family: str, space: Space, budget: int, processes: int, evaluation: Evaluate = evaluate) -> None:
        # Compiled here once, so that the worker processes only load what the disk cache has.
        self._family = _ready(family, space)
        self._evaluation, self._budget = evaluation, budget
        self._count = processes
        self._crowd = ProcessPool(processes, partial(_ready, family, space))
        self._cell = ProcessPool(1, partial(_ready, family, space))
        self._seconds = TASK_SECONDS
        self._lost_in_a_row = 0
        self._events: list[EventRecord] = []
        if processes:
            self._crowd.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the processes; what has not begun is never evaluated."""
        self._crowd.close()
        self._cell.close()

    def submit(self, broods: Sequence[Brood]) -> list[Task]:
        """Begin to evaluate broods; `collect` waits for the results."""
        if not self._count:
            return [Task(broods, partial(_evaluate_all, self._family, self._evaluation, broods, self._budget))]
        size = min(max(round(TASK_SECONDS / self._seconds), 1), ceil(len(broods) / self._count))
        parts = [broods[start : start + size] for start in range(0, len(broods), size)]
        return [Task(part, self._begun(self._crowd, part).result) for part in parts]

    def collect(self, tasks: Sequence[Task]) -> list[Evaluation]:
        """The evaluations of submitted broods, in their order.

        Broods that were lost with a worker are evaluated again, one at a time in a process of their own; one
        that goes on killing its worker is given up as failed. Raises EvaluationError, and WorkerStartError or
        WorkerLostError where no candidate gets through.
        """
        evaluations: list[Evaluation] = []
        lost = 0
        for task in tasks:
            try:
                evaluations += task.result()
                self._lost_in_a_row = 0
            except (BrokenProcessPool, CancelledError):
                lost += len(task.broods)
                evaluations += [self._evaluate_alone(brood) for brood in task.broods]
        if lost:
            self._cell.close()
            self._events.append(
                EventRecord(
                    "worker",
                    Message("a worker process died; evaluated again one at a time: {number} candidates", number=lost),
                )
            )
        self._seconds = max(fmean(evaluation.solving_seconds for evaluation in evaluations), 1e-6)
        return evaluations

    def take_events(self) -> list[EventRecord]:
        """What happened to the processes since this was last asked."""
        events, self._events = self._events, []
        return events

    def _begun(self, processes: ProcessPool[Family[Any]], broods: Sequence[Brood]) -> Future[list[Evaluation]]:
        return processes.submit(_evaluate_all, self._evaluation, broods, self._budget)

    def _evaluate_alone(self, brood: Brood) -> Evaluation:
        for _ in range(TRIES - 1):
            try:
                evaluation = self._begun(self._cell, [brood]).result()[0]
                self._lost_in_a_row = 0
                return evaluation
            except BrokenProcessPool:
                continue
        self._lost_in_a_row += 1
        if self._lost_in_a_row == LOST_IN_A_ROW:
            raise WorkerLostError(
                "the worker processes die over every candidate, {count} in a row; "
                "free some memory or use fewer of them, and resume the session",
                count=LOST_IN_A_ROW,
            )
        return Evaluation(None, note=Message("its worker process died, {tries} times", tries=TRIES), failed=True)


def _ready(name: str, space: Space) -> Family[Any]:
    """A family with compiled kernels and a workspace, for one process."""
    family = defaults.with_workspace(get_family(name))
    defaults.warm(family, space)
    return family


def _evaluate_all(family: Family[Any], evaluation: Evaluate, broods: Sequence[Brood], budget: int) -> list[Evaluation]:
    return [evaluation(family, brood, budget) for brood in broods]
