"""How Dask is configured in workers, where its own configuration says nothing else."""

import dask

BESIDE_KERNELS = {
    "distributed": {
        # A worker that only waits wakes up fifty times a second otherwise, and takes three per cent of a core.
        "admin": {"tick": {"interval": "500ms"}, "system-monitor": {"interval": "2s"}},
        "worker": {"memory": {"monitor-interval": "500ms"}, "profile": {"enabled": False}},
    }
}


def leave_time_to_kernels() -> None:
    """Have workers that this process starts spend little on anything else."""
    dask.config.update_defaults(BESIDE_KERNELS)
