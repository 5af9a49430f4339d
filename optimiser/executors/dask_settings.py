"""How Dask is configured in workers and schedulers, where its own configuration says nothing else."""

import dask
from dask.utils import parse_timedelta
from distributed import Scheduler

WAKES = {"tick": "distributed.admin.tick.interval", "monitor": "distributed.admin.system-monitor.interval"}
"""What a scheduler does again and again, and what Dask's configuration calls the time between."""
BESIDE_KERNELS = {
    "distributed": {
        # A process that only waits wakes up fifty times a second otherwise, and takes two or three per cent of a core.
        "admin": {"tick": {"interval": "500ms"}, "system-monitor": {"interval": "2s"}},
        "worker": {"memory": {"monitor-interval": "500ms"}, "profile": {"enabled": False}},
        # Memory that is given back at once is cleared by the system for the next level, which took workers ten per cent
        # of their time; without this the C library keeps what it needs again and again, as it does in local processes.
        "nanny": {"pre-spawn-environ": {"MALLOC_TRIM_THRESHOLD_": None}},
    }
}


def leave_time_to_kernels() -> None:
    """Have workers that this process starts spend little on anything else."""
    dask.config.update_defaults(BESIDE_KERNELS)


def wake_seldom(dask_scheduler: Scheduler) -> None:
    """Have a scheduler, in whose process this is called, wake up as seldom as workers do when nothing happens."""
    leave_time_to_kernels()
    for name, setting in WAKES.items():
        dask_scheduler.periodic_callbacks[name].callback_time = 1000 * parse_timedelta(dask.config.get(setting))
