"""Where work is done: in this process, in others of this machine, or on many machines."""

from collections.abc import Callable
from typing import TypeVar

from optimiser.executors.executor import Executor, Pending, WorkerDiedError
from optimiser.executors.here import Here
from optimiser.executors.processes import Processes

__all__ = ["Executor", "Pending", "Where", "WorkerDiedError", "executor_at"]

Prepared = TypeVar("Prepared")

Where = int
"""Where work is done: in so many processes of this machine, or in this one for 0."""


def executor_at(where: Where, prepare: Callable[[], Prepared]) -> Executor[Prepared]:
    """An executor, not yet started; each of its workers prepares itself once."""
    return Processes(where, prepare) if where else Here(prepare)
