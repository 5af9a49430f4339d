"""What every executor can do."""

from collections.abc import Callable
from typing import Concatenate, ParamSpec, Protocol, TypeVar

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")
Finished = TypeVar("Finished", covariant=True)
Prepared = TypeVar("Prepared", covariant=True)


class WorkerDiedError(Exception):
    """The worker that had a call died, or several did in turn, so there is no result."""


class Pending(Protocol[Finished]):
    """A call that has begun, or will."""

    def done(self) -> bool:
        """Whether `result` returns or raises without waiting for a worker."""

    def result(self) -> Finished:
        """Wait for what the function returns, or raise what it raises; WorkerDiedError where its worker died."""


class Executor(Protocol[Prepared]):
    """Calls functions with what a worker prepares once, before its first call, and with arguments.

    What is prepared, functions, arguments and results must be picklable, except in this process. An executor may be
    started, used and closed again and again.
    """

    @property
    def places(self) -> int:
        """How many calls go on at a time."""

    @property
    def task_seconds(self) -> float:
        """How long a call should take at least: long beside the cost of sending it, short beside a generation."""

    def start(self) -> None:
        """Wait until the workers are ready; without it `submit` does. Raises WorkerStartError."""

    def submit(
        self,
        function: Callable[Concatenate[Prepared, Parameters], Result],
        *args: Parameters.args,
        **kwargs: Parameters.kwargs,
    ) -> Pending[Result]:
        """Begin a call. Raises WorkerStartError where workers have died and cannot be replaced."""

    def alone(
        self,
        tries: int,
        function: Callable[Concatenate[Prepared, Parameters], Result],
        *args: Parameters.args,
        **kwargs: Parameters.kwargs,
    ) -> Result:
        """What a call returns that may kill its worker, tried with so many workers which have nothing else to do.

        Raises WorkerDiedError where all of them died, and WorkerStartError.
        """

    def take_idle_deaths(self) -> int:
        """How many workers died that had no call, as far as this is known, since this was last asked."""

    def close(self) -> None:
        """End the workers that are this executor's own; what has not begun is never done."""

    def abandon(self) -> None:
        """End the workers that are this executor's own at once, whatever they are doing."""
