"""Calls in processes of this machine."""

from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass
from typing import Concatenate, Generic, ParamSpec, TypeVar

from optimiser.executors.executor import WorkerDiedError
from optimiser.executors.process_pool import ProcessPool

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")
Prepared = TypeVar("Prepared")


@dataclass(frozen=True, slots=True)
class Begun(Generic[Result]):
    """A call in another process."""

    future: Future[Result]

    def done(self) -> bool:
        """Whether it has returned, or its process died."""
        return self.future.done()

    def result(self) -> Result:
        """Wait for what it returns. Raises WorkerDiedError."""
        try:
            return self.future.result()
        except (BrokenProcessPool, CancelledError) as error:
            raise WorkerDiedError from error


class Processes(Generic[Prepared]):
    """An executor with worker processes of this machine.

    What is prepared is prepared in this process first, so that the workers only load what that left in the cache of
    compiled kernels.
    """

    task_seconds = 0.01

    def __init__(self, places: int, prepare: Callable[[], Prepared]) -> None:
        self.places = places
        self._prepare = prepare
        self._crowd = ProcessPool(places, prepare)
        self._cell = ProcessPool(1, prepare)

    def start(self) -> None:
        """Start the processes and wait until they are ready. Raises WorkerStartError."""
        self._prepare()
        self._crowd.start()

    def submit(
        self,
        function: Callable[Concatenate[Prepared, Parameters], Result],
        *args: Parameters.args,
        **kwargs: Parameters.kwargs,
    ) -> Begun[Result]:
        """Begin a call; processes that have died are replaced. Raises WorkerStartError."""
        self._cell.close()
        return Begun(self._crowd.submit(function, *args, **kwargs))

    def alone(
        self,
        tries: int,
        function: Callable[Concatenate[Prepared, Parameters], Result],
        *args: Parameters.args,
        **kwargs: Parameters.kwargs,
    ) -> Result:
        """What a call returns, in a process that works at nothing else. Raises WorkerDiedError or WorkerStartError."""
        for _ in range(tries - 1):
            with suppress(WorkerDiedError):
                return Begun(self._cell.submit(function, *args, **kwargs)).result()
        return Begun(self._cell.submit(function, *args, **kwargs)).result()

    def take_idle_deaths(self) -> int:
        """How many processes died that had no call, since this was last asked."""
        return self._crowd.take_idle_deaths()

    def close(self) -> None:
        """End them; what has not begun is never done."""
        self._crowd.close()
        self._cell.close()

    def abandon(self) -> None:
        """End them at once, whatever they are doing."""
        self._crowd.abandon()
        self._cell.abandon()
