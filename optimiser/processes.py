"""Worker processes, which end with the process that began them."""

import multiprocessing
import os
import signal
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from threading import Thread
from time import sleep
from typing import Any, ParamSpec, TypeVar

from optimiser.errors import WorkerStartError

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")

PAUSES = (0.0, 0.1, 0.2, 0.5, 1.0, 3.0)
"""Seconds before each further try to replace processes that have died; whoever kills them may be done by then."""


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
        except (BrokenProcessPool, OSError) as error:
            executor.shutdown(cancel_futures=True)
            raise _start_error() from error
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
        try:
            for greeting in greetings:
                greeting.result()
        except BrokenProcessPool as error:
            executor.shutdown()
            raise _start_error() from error
        self._executor = executor
        return executor

    def submit(
        self, function: Callable[Parameters, Result], *args: Parameters.args, **kwargs: Parameters.kwargs
    ) -> Future[Result]:
        """Begin a call, whose function and arguments must be picklable.

        Processes that have died are replaced, and so are replacements that die. Raises WorkerStartError where none
        of several tries gets through.
        """
        for pause in PAUSES:
            with suppress(WorkerStartError):
                return self._submitted(function, *args, **kwargs)
            sleep(pause)
        return self._submitted(function, *args, **kwargs)

    def close(self) -> None:
        """End them; what has not begun is never done."""
        if self._executor is not None:
            self._executor.shutdown(cancel_futures=True)
            self._executor = None

    def _submitted(
        self, function: Callable[Parameters, Result], *args: Parameters.args, **kwargs: Parameters.kwargs
    ) -> Future[Result]:
        try:
            return (self._executor or self.start()).submit(function, *args, **kwargs)
        except (BrokenProcessPool, OSError) as error:
            self.close()
            raise _start_error() from error


def _start_error() -> WorkerStartError:
    return WorkerStartError("the worker processes die at their start; free some memory or use fewer of them")


def _begin_worker(prepare: Callable[[], None]) -> None:
    Thread(target=_end_with_parent, daemon=True).start()
    prepare()


def _end_with_parent() -> None:
    # An executor's workers wait for ever when their parent is killed.
    parent: Any = multiprocessing.parent_process()
    parent.join()
    os._exit(1)
