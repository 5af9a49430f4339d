"""Worker processes, which end with the process that began them."""

import multiprocessing
import os
import signal
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from threading import Thread
from typing import Any, ParamSpec, TypeVar

from optimiser.errors import WorkerStartError

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


class Processes:
    """Processes that are started when first needed, and again after one of them has died.

    `prepare` is called in each before anything else; it must be picklable.
    """

    def __init__(self, count: int, prepare: Callable[[], None]) -> None:
        self._count = count
        self._prepare = prepare
        self._executor: ProcessPoolExecutor | None = None

    def start(self) -> ProcessPoolExecutor:
        """Start them and wait until they are ready. Raises WorkerStartError."""
        executor = ProcessPoolExecutor(
            self._count, multiprocessing.get_context("spawn"), _begin_worker, (self._prepare,)
        )
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
        self, function: Callable[Parameters, Result], *args: Parameters.args, **kwargs: Parameters.kwargs
    ) -> Future[Result]:
        """Begin a call, whose function and arguments must be picklable."""
        executor = self._executor or self.start()
        try:
            return executor.submit(function, *args, **kwargs)
        except BrokenProcessPool:
            self.close()
            return self.start().submit(function, *args, **kwargs)

    def close(self) -> None:
        """End them; what has not begun is never done."""
        if self._executor is not None:
            self._executor.shutdown(cancel_futures=True)
            self._executor = None


def _begin_worker(prepare: Callable[[], None]) -> None:
    Thread(target=_end_with_parent, daemon=True).start()
    prepare()


def _end_with_parent() -> None:
    # An executor's workers wait for ever when their parent is killed.
    parent: Any = multiprocessing.parent_process()
    parent.join()
    os._exit(1)
