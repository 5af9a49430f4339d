"""Where work is done: in this process, in others of this machine, or on many machines."""

from collections.abc import Callable
from typing import TypeVar

from optimiser.errors import ClusterError
from optimiser.executors.cluster import Cluster
from optimiser.executors.executor import Executor, Pending, WorkerDiedError
from optimiser.executors.here import Here
from optimiser.executors.in_order import AHEAD, TRIES, Outcome, in_order, outcome_of
from optimiser.executors.processes import Processes

__all__ = [
    "AHEAD",
    "TRIES",
    "Cluster",
    "Executor",
    "Outcome",
    "Pending",
    "Where",
    "WorkerDiedError",
    "executor_at",
    "in_order",
    "outcome_of",
    "require_reachable",
]

Prepared = TypeVar("Prepared")

WITHOUT_DASK = "a cluster needs more libraries; install them with: pip install 'cenote[cluster]'"

Where = int | Cluster
"""Where work is done: in so many processes of this machine, or in this one for 0; or on a cluster."""


def executor_at(where: Where, prepare: Callable[[], Prepared]) -> Executor[Prepared]:
    """An executor, not yet started; each of its workers prepares itself once. Raises ClusterError without Dask."""
    if isinstance(where, Cluster):
        try:
            from optimiser.executors.dask import DaskCalls
        except ModuleNotFoundError as error:
            raise ClusterError(WITHOUT_DASK) from error
        return DaskCalls(where, prepare)
    return Processes(where, prepare) if where else Here(prepare)


def require_reachable(where: Where) -> None:
    """See that work could be done there, before anything is begun for it. Raises ClusterError."""
    if isinstance(where, Cluster):
        try:
            from optimiser.executors.dask_connection import require_scheduler
        except ModuleNotFoundError as error:
            raise ClusterError(WITHOUT_DASK) from error
        require_scheduler(where)
