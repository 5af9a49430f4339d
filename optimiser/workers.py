"""Worker processes that evaluate genomes, and outlive the genomes that kill them."""

import multiprocessing
import os
import signal
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import partial
from math import ceil
from statistics import fmean
from threading import Thread
from types import TracebackType
from typing import Any, Self

from generator import Genome, Space, get_family
from optimiser.errors import WorkerStartError
from optimiser.evaluation import Evaluation, evaluate
from optimiser.recorder import EventRecord

TASK_SECONDS = 0.01
"""What one task should take: long beside the cost of sending it, short beside a generation."""
TRIES = 3
"""How many workers one candidate may kill."""

Evaluate = Callable[[str, Genome, int], Evaluation]
"""Evaluates a genome of the named family within a budget of nodes; must be picklable."""


@dataclass(frozen=True, slots=True)
class Task:
    """Genomes that go to one worker together; `result` waits for their evaluations."""

    genomes: Sequence[Genome]
    result: Callable[[], list[Evaluation]]


class Workers:
    """Evaluates genomes in `processes` processes of their own, or in this one where there are none.

    Results do not depend on the number of processes, nor on how the genomes are spread over tasks. Kernels
    are compiled before the constructor returns. To be closed, best as a context manager.
    """

    def __init__(self, family: str, space: Space, budget: int, processes: int, evaluation: Evaluate = evaluate) -> None:
        # Compiled here once, so that the worker processes only load what the disk cache has.
        get_family(family).warm(space)
        self._evaluate = partial(_evaluate_all, evaluation, family, budget)
        self._count = processes
        self._crowd = _Processes(processes, family, space)
        self._cell = _Processes(1, family, space)
        self._seconds = TASK_SECONDS
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

    def submit(self, genomes: Sequence[Genome]) -> list[Task]:
        """Begin to evaluate genomes; `collect` waits for the results."""
        if not self._count:
            return [Task(genomes, partial(self._evaluate, genomes))]
        size = min(max(round(TASK_SECONDS / self._seconds), 1), ceil(len(genomes) / self._count))
        parts = [genomes[start : start + size] for start in range(0, len(genomes), size)]
        return [Task(part, self._crowd.submit(self._evaluate, part).result) for part in parts]

    def collect(self, tasks: Sequence[Task]) -> list[Evaluation]:
        """The evaluations of submitted genomes, in their order.

        Genomes that were lost with a worker are evaluated again, one at a time in a process of their own; one
        that goes on killing its worker is given up as failed. Raises EvaluationError.
        """
        evaluations: list[Evaluation] = []
        lost = 0
        for task in tasks:
            try:
                evaluations += task.result()
            except BrokenProcessPool:
                lost += len(task.genomes)
                evaluations += [self._evaluate_alone(genome) for genome in task.genomes]
        if lost:
            self._cell.close()
            self._events.append(
                EventRecord("worker", f"a worker process died; evaluated again one at a time: {lost} candidates")
            )
        self._seconds = max(fmean(evaluation.solving_seconds for evaluation in evaluations), 1e-6)
        return evaluations

    def take_events(self) -> list[EventRecord]:
        """What happened to the processes since this was last asked."""
        events, self._events = self._events, []
        return events

    def _evaluate_alone(self, genome: Genome) -> Evaluation:
        for _ in range(TRIES - 1):
            try:
                return self._cell.submit(self._evaluate, [genome]).result()[0]
            except BrokenProcessPool:
                continue
        return Evaluation(None, note=f"its worker process died, {TRIES} times", failed=True)


class _Processes:
    """Processes that are started when first needed, and again after one of them has died."""

    def __init__(self, count: int, family: str, space: Space) -> None:
        self._count = count
        self._initargs = (family, space)
        self._executor: ProcessPoolExecutor | None = None

    def start(self) -> ProcessPoolExecutor:
        executor = ProcessPoolExecutor(self._count, multiprocessing.get_context("spawn"), _begin_worker, self._initargs)
        # The processes inherit the blocked signal: Ctrl-C is for the parent, which ends them in good order.
        blocked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            greetings = [executor.submit(os.getpid) for _ in range(self._count)]
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
        try:
            for greeting in greetings:
                greeting.result()
        except BrokenProcessPool as error:
            raise WorkerStartError(
                "the worker processes die at their start; free some memory or use fewer of them"
            ) from error
        self._executor = executor
        return executor

    def submit(
        self, function: Callable[[Sequence[Genome]], list[Evaluation]], genomes: Sequence[Genome]
    ) -> Future[list[Evaluation]]:
        executor = self._executor or self.start()
        try:
            return executor.submit(function, genomes)
        except BrokenProcessPool:
            self.close()
            return self.start().submit(function, genomes)

    def close(self) -> None:
        if self._executor is not None:
            self._executor.shutdown(cancel_futures=True)
            self._executor = None


def _begin_worker(family: str, space: Space) -> None:
    Thread(target=_end_with_parent, daemon=True).start()
    get_family(family).warm(space)


def _end_with_parent() -> None:
    # An executor's workers wait for ever when their parent is killed.
    parent: Any = multiprocessing.parent_process()
    parent.join()
    os._exit(1)


def _evaluate_all(evaluation: Evaluate, family: str, budget: int, genomes: Sequence[Genome]) -> list[Evaluation]:
    return [evaluation(family, genome, budget) for genome in genomes]
