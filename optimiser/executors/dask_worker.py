"""Worker processes of this machine for a Dask cluster: one thread each, and kernels that are compiled before."""

import asyncio
import multiprocessing
import signal
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from time import monotonic, sleep

from distributed import Nanny

from generator import defaults, get_declaration, get_family
from generator.messages import Message
from optimiser.errors import WorkerStartError
from optimiser.executors.cluster import Cluster
from optimiser.executors.dask_connection import LOOK, agree, open_client, security, unreachable
from optimiser.executors.dask_settings import leave_time_to_kernels


def work(cluster: Cluster, workers: int, memory: str, families: Sequence[str]) -> None:
    """Work for a cluster until a signal says that it is enough; a scheduler that goes away is waited for.

    The kernels of these families are compiled before. Each worker may take so much memory, in Dask's words, before it
    is replaced. Raises ClusterError or WorkerStartError.
    """
    # In a process of its own: what compiles needs more memory than what keeps the workers.
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as compiler:
        try:
            compiler.submit(compile_kernels, families).result()
        except BrokenProcessPool as error:
            raise WorkerStartError(
                "the worker processes die at their start; free some memory or use fewer of them"
            ) from error
    leave_time_to_kernels()
    while True:
        _await_scheduler(cluster)
        if asyncio.run(_served(cluster, workers, memory)):
            return


def compile_kernels(families: Sequence[str]) -> None:
    """Compile what sessions of these families need, or see that it is compiled."""
    for name in families:
        family, declaration = get_family(name), get_declaration(name)
        for settings in ({}, *declaration.presets.values()):
            defaults.warm(family, declaration.space(settings))


def _await_scheduler(cluster: Cluster) -> None:
    """Raises ClusterError where it is away for too long, or has work for other versions."""
    deadline, told = monotonic() + 60 * cluster.minutes, False
    while True:
        try:
            with open_client(cluster.address, cluster.tls) as client:
                return agree(client, cluster)
        except (OSError, RuntimeError) as error:
            if monotonic() > deadline:
                raise unreachable(cluster, cluster.minutes) from error
        if not told:
            cluster.tell(Message("waiting for the scheduler at {address}", address=cluster.address))
            told = True
        sleep(LOOK)


async def _served(cluster: Cluster, workers: int, memory: str) -> bool:
    """Work until the scheduler is gone, or until a signal, which is True."""
    enough = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, enough.set)
    nannies = [
        Nanny(
            cluster.address,
            nthreads=1,
            memory_limit=memory,
            security=security(cluster.tls),
            dashboard=False,
        )
        for _ in range(workers)
    ]
    signalled, ended = asyncio.create_task(enough.wait()), asyncio.create_task(_ended(nannies))
    await asyncio.wait((signalled, ended), return_when=asyncio.FIRST_COMPLETED)
    closing = [asyncio.create_task(nanny.close(timeout=LOOK, reason="cenote-worker-ends")) for nanny in nannies]
    # A worker that is just being started anew may not hear of it; it ends with this process.
    await asyncio.wait(closing, timeout=2 * LOOK)
    for task in (signalled, ended, *closing):
        task.cancel()
    await asyncio.gather(signalled, ended, *closing, return_exceptions=True)
    return enough.is_set()


async def _ended(nannies: list[Nanny]) -> None:
    await asyncio.gather(*nannies)
    await asyncio.gather(*(nanny.finished() for nanny in nannies))
