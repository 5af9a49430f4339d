"""Calls that only a cluster can make: apart from the others, since Dask takes a second to import in each worker."""

import os
import signal
from contextlib import suppress

from distributed import Scheduler, get_worker

from tests.optimiser.executors.calls import Notebook


def unlucky(prepared: Notebook, number: int) -> int:
    """The number; somebody kills every worker of a cluster that has it."""
    with suppress(ValueError):
        get_worker()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def tick_of(dask_scheduler: Scheduler) -> float:
    """Milliseconds from one wake of a scheduler that has nothing to do to the next."""
    return dask_scheduler.periodic_callbacks["tick"].callback_time
