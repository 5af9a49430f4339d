"""Worker processes, which end with the process that began them, and work with what they prepared at their start."""

import multiprocessing
import os
import signal
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from functools import partial
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from threading import Thread
from time import sleep
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from optimiser.errors import WorkerStartError
from optimiser.executors import fork_server
from optimiser.garbage import collect_seldom

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")
Prepared = TypeVar("Prepared")

PAUSES = (0.0, 0.1, 0.2, 0.5, 1.0, 3.0)
"""Seconds before each further try to replace processes that have died; whoever kills them may be done by then."""
BEGINNING = (*PAUSES, 10.0, 20.0)
"""Seconds before each further try to begin them: on a busy machine it takes seconds until what ends has ended."""
STARTS = 2
"""How often they are begun before it is said that they die at their start."""


class ProcessPool(Generic[Prepared]):
    """Processes that are started when first needed, and again after one of them has died.

    `prepare` is called in each before anything else, and what it gives is kept there for all calls; it must be
    picklable.
    """

    def __init__(self, count: int, prepare: Callable[[], Prepared]) -> None:
        self._count = count
        self._prepare = prepare
        self._executor: ProcessPoolExecutor | None = None
        self._processes: list[BaseProcess] = []
        self._has_lost_calls = False
        self._idle_deaths = 0

    def start(self) -> None:
        """Start them and wait until they are ready. Raises WorkerStartError.

        Where they die they are begun once more: what ends a session may end all its processes at once, and the session
        then goes on for as long as it takes to stop in good order.
        """
        deaths = 0
        for pause in BEGINNING:
            try:
                self._start()
                return
            except BrokenProcessPool as error:
                deaths += 1
                if deaths == STARTS:
                    raise _start_error() from error
            except (OSError, EOFError):
                # What they are copies of ends where somebody who asked it for one was gone; another replaces it soon.
                sleep(pause)
        try:
            self._start()
        except (BrokenProcessPool, OSError, EOFError) as error:
            raise _start_error() from error

    def submit(
        self,
        function: Callable[Concatenate[Prepared, Parameters], Result],
        *args: Parameters.args,
        **kwargs: Parameters.kwargs,
    ) -> Future[Result]:
        """Begin a call of a function with what its process has prepared, and with arguments; both must be picklable.

        Processes that have died are replaced, and so are replacements that die. Raises WorkerStartError where none
        of several tries gets through.
        """
        for pause in PAUSES:
            with suppress(WorkerStartError):
                return self._submitted(function, *args, **kwargs)
            sleep(pause)
        return self._submitted(function, *args, **kwargs)

    def take_idle_deaths(self) -> int:
        """How often a process died that had no call, since this was last asked; lost calls tell themselves."""
        deaths, self._idle_deaths = self._idle_deaths, 0
        return deaths

    def close(self) -> None:
        """End them; what has not begun is never done."""
        if self._executor is not None:
            self._executor.shutdown(cancel_futures=True)
            self._executor = None

    def _start(self) -> ProcessPoolExecutor:
        """Start them. Raises BrokenProcessPool, OSError or EOFError."""
        others = {child.pid for child in multiprocessing.active_children()}
        gate, opening = multiprocessing.Pipe(duplex=False)
        executor = ProcessPoolExecutor(self._count, fork_server.context(), _begin_worker, (self._prepare, gate))
        try:
            with gate, opening:
                with fork_server.uninterrupted():
                    greetings = [executor.submit(os.getpid) for _ in range(self._count)]
                self._processes = [child for child in multiprocessing.active_children() if child.pid not in others]
                # It has been done only where some process has died, and then the pool overlooks those begun later.
                if not any(greeting.done() for greeting in greetings):
                    os.write(opening.fileno(), bytes(self._count))
            for greeting in greetings:
                greeting.result()
        except (BrokenProcessPool, OSError, EOFError):
            executor.shutdown(cancel_futures=True)
            raise
        self._executor, self._has_lost_calls = executor, False
        return executor

    def abandon(self) -> None:
        """End them at once, whatever they are doing."""
        for process in self._processes:
            process.kill()
        self.close()

    def _submitted(
        self,
        function: Callable[Concatenate[Prepared, Parameters], Result],
        *args: Parameters.args,
        **kwargs: Parameters.kwargs,
    ) -> Future[Result]:
        was_ready = self._executor is not None
        try:
            future = (self._executor or self._start()).submit(partial(_call, function, *args, **kwargs))
        except (BrokenProcessPool, OSError, EOFError) as error:
            self._idle_deaths += was_ready and not self._has_lost_calls
            self.close()
            raise _start_error() from error
        future.add_done_callback(self._note_end)
        return future

    def _note_end(self, future: Future[Any]) -> None:
        if not future.cancelled() and isinstance(future.exception(), BrokenProcessPool):
            self._has_lost_calls = True


def _start_error() -> WorkerStartError:
    return WorkerStartError("the worker processes die at their start; free some memory or use fewer of them")


_prepared: list[Any] = []
"""In a worker process the only place of what it prepared; an executor has none for it."""


def _begin_worker(prepare: Callable[[], Any], gate: Connection) -> None:
    """Prepare, and wait until all processes have been begun; end where one of them has died before."""
    # The process that it is a copy of hears Ctrl-C where others than us have begun it.
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    Thread(target=end_with_parent, daemon=True).start()
    _prepared.append(prepare())
    collect_seldom()
    with gate:
        if not os.read(gate.fileno(), 1):
            os._exit(1)


def _call(
    function: Callable[Concatenate[Any, Parameters], Result], *args: Parameters.args, **kwargs: Parameters.kwargs
) -> Result:
    return function(_prepared[0], *args, **kwargs)


def end_with_parent() -> None:
    """Wait for the end of the parent, and end this process at once.

    Other threads may go on meanwhile; they would work for nobody, or wait for ever, when the parent is killed.
    """
    parent: Any = multiprocessing.parent_process()
    parent.join()
    os._exit(1)
