"""Workers that evaluate genomes, and outlive the genomes that kill them."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from math import ceil
from statistics import fmean
from time import sleep
from types import TracebackType
from typing import Any, Self

from generator import Family, Space, defaults, get_family
from generator.messages import Message
from optimiser.errors import WorkerLostError
from optimiser.evaluation import Brood, Evaluation, evaluate
from optimiser.executors import AHEAD, TRIES, Cluster, Pending, Where, WorkerDiedError, executor_at
from optimiser.recorder import CLUSTER_WORKERS, EventRecord

FIRST_GUESS = 0.01
"""Seconds that an evaluation is believed to take before there was one."""
LOST_IN_A_ROW = 16
"""So many candidates given up one after the other: it is not for them that their workers die."""

HASTE = 10
"""How much shorter a task may be than it should be, so that all workers have something to do."""
LONGEST_NAP = 0.05
"""Seconds at most from one look at what is done to the next."""

Evaluate = Callable[[Family[Any], Brood, int], Evaluation]
"""Evaluates a brood within a budget of nodes; must be picklable."""


@dataclass(frozen=True, slots=True)
class Task:
    """Broods that go to one worker together, and their evaluations."""

    broods: Sequence[Brood]
    evaluations: Pending[list[Evaluation]]


_IDLE_DEATH = EventRecord("worker", Message("a worker process died that had nothing to do, and was replaced"))


class Workers:
    """Evaluates broods of genomes.

    Results do not depend on where that is done, nor on how the broods are spread over tasks. The workers are ready when
    the constructor returns. To be closed, best as a context manager.
    """

    def __init__(self, family: str, space: Space, budget: int, where: Where, evaluation: Evaluate = evaluate) -> None:
        self._executor = executor_at(where, partial(ready_family, family, space))
        self._evaluation, self._budget = evaluation, budget
        self._on_cluster, self._places = isinstance(where, Cluster), 1
        self._seconds = FIRST_GUESS
        self._lost_in_a_row = 0
        self._events: list[EventRecord] = []
        self._executor.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the workers; what has not begun is never evaluated."""
        self._executor.close()

    def submit(self, broods: Sequence[Brood], lots: int = 1) -> list[Task]:
        """Begin to evaluate broods, one of so many lots that are evaluated at a time; `collect` waits for the results.

        `lots` decides only how the broods are spread over the workers.
        """
        count, executor = len(broods), self._executor
        self._places = executor.places
        size = task_size(count, self._seconds, executor.task_seconds, ceil(count * lots / (AHEAD * self._places)))
        parts = [broods[start : start + size] for start in range(0, count, size)]
        return [Task(part, executor.submit(_evaluate_all, self._evaluation, part, self._budget)) for part in parts]

    def collect(self, tasks: Sequence[Task]) -> list[Evaluation]:
        """The evaluations of submitted broods, in their order.

        Broods that were lost with a worker are evaluated again, one at a time with a worker of their own. A brood that
        goes on killing its worker is given up as failed. Raises EvaluationError, and WorkerStartError or
        WorkerLostError where no candidate gets through.
        """
        evaluations: list[Evaluation] = []
        lost = 0
        for task in tasks:
            try:
                evaluations += task.evaluations.result()
                self._lost_in_a_row = 0
            except WorkerDiedError:
                lost += len(task.broods)
                evaluations += [self._evaluate_alone(brood) for brood in task.broods]
        if lost:
            self._events.append(
                EventRecord(
                    "worker",
                    Message("a worker process died; candidates evaluated again one at a time: {number}", number=lost),
                )
            )
        self._events += [_IDLE_DEATH] * self._executor.take_idle_deaths()
        self._seconds = max(fmean(evaluation.solving_seconds for evaluation in evaluations), 1e-6)
        return evaluations

    def first_done(self, submitted: Mapping[int, Sequence[Task]]) -> int:
        """The first whose tasks are all done, waiting until one is."""
        if len(submitted) == 1:
            return next(iter(submitted))
        while True:
            for number, tasks in submitted.items():
                if all(task.evaluations.done() for task in tasks):
                    return number
            sleep(min(self._seconds / 4, LONGEST_NAP))

    def figures(self) -> dict[str, float]:
        """What was measured of the workers: how many a cluster had when work was last sent there."""
        return {CLUSTER_WORKERS: self._places} if self._on_cluster else {}

    def take_events(self) -> list[EventRecord]:
        """What happened to the workers since this was last asked."""
        events, self._events = self._events, []
        return events

    def _evaluate_alone(self, brood: Brood) -> Evaluation:
        with suppress(WorkerDiedError):
            evaluation = self._executor.alone(TRIES - 1, _evaluate_all, self._evaluation, [brood], self._budget)[0]
            self._lost_in_a_row = 0
            return evaluation
        self._lost_in_a_row += 1
        if self._lost_in_a_row == LOST_IN_A_ROW:
            raise WorkerLostError(
                "the worker processes die over every candidate, {count} in a row; "
                "free some memory or use fewer of them, and resume the session",
                count=LOST_IN_A_ROW,
            )
        return Evaluation(None, note=Message("its worker process died, {tries} times", tries=TRIES), failed=True)


def task_size(count: int, seconds: float, task_seconds: float, share: int) -> int:
    """How many of these broods go to a worker together, where each takes so long and so many are a worker's share.

    A share leaves every worker a task that waits. They are more only where a task would take less than a tenth of what
    it should.
    """
    full, least = (min(span / seconds, count) for span in (task_seconds, task_seconds / HASTE))
    return max(1, min(round(full), max(share, ceil(least))))


def ready_family(name: str, space: Space) -> Family[Any]:
    """A family with compiled kernels and a workspace, for one worker."""
    family = defaults.with_workspace(get_family(name))
    defaults.warm(family, space)
    return family


def _evaluate_all(family: Family[Any], evaluation: Evaluate, broods: Sequence[Brood], budget: int) -> list[Evaluation]:
    return [evaluation(family, brood, budget) for brood in broods]
