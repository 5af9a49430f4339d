"""Worker processes of this machine for a Dask cluster: one thread each, and kernels that are compiled before."""

import asyncio
import logging
import multiprocessing
import signal
import sys
from collections.abc import Sequence
from multiprocessing import resource_tracker
from threading import Thread
from time import monotonic, sleep
from types import FrameType

from dask.utils import format_bytes
from distributed import Nanny
from distributed.worker_memory import parse_memory_limit

from generator import defaults, get_declaration, get_family
from generator.messages import Message
from optimiser.errors import ClusterError, WorkerStartError
from optimiser.executors.cluster import Cluster
from optimiser.executors.dask_connection import LOOK, agree, open_client
from optimiser.executors.dask_contact import security, something_else, unreachable
from optimiser.executors.dask_settings import leave_time_to_kernels
from optimiser.executors.process_pool import end_with_parent

ENDS = (signal.SIGINT, signal.SIGTERM)
"""The signals that say that it is enough."""
LEAST_MEMORY = 200 * 10**6
"""Bytes that a worker has before it evaluates anything, and a little more; it would be replaced for ever with less."""


def work(cluster: Cluster, workers: int, memory: str, families: Sequence[str]) -> None:
    """Work for a cluster until a signal says that it is enough; a scheduler that goes away is waited for.

    The kernels of these families are compiled before. Each worker may take so much memory, in Dask's words, before it
    is replaced. Raises ClusterError, WorkerStartError or UnknownFamilyError.
    """
    _require_memory(memory)
    security(cluster)
    for name in families:
        get_declaration(name)
    _leave_at_signals()
    _compile_apart(families)
    leave_time_to_kernels()
    while True:
        _leave_at_signals()  # the end of an event loop takes the handlers back
        _await_scheduler(cluster)
        if asyncio.run(_served(cluster, workers, memory)):
            return


def _require_memory(memory: str) -> None:
    """Raises ClusterError where no worker can live with so much memory, in Dask's words."""
    try:
        limit = parse_memory_limit(memory, nthreads=1, logger=logging.getLogger("distributed.nanny"))
    except (ValueError, OverflowError) as error:
        raise ClusterError(
            "{memory} is no size of memory; give one such as 2GB, 0 for no limit, or auto for an even share",
            memory=memory,
        ) from error
    if memory != "auto" and limit is not None and limit < LEAST_MEMORY:
        raise ClusterError(
            "a worker cannot live with {memory} of memory; give it at least {least}, or 0 for no limit",
            memory=memory,
            least=format_bytes(LEAST_MEMORY),
        )


def _leave_at_signals() -> None:
    for number in ENDS:
        signal.signal(number, _leave)


def _leave(_signal: int, _frame: FrameType | None) -> None:
    sys.exit()


def _compile_apart(families: Sequence[str]) -> None:
    """Compile in a process of its own: that needs more memory than what keeps the workers.

    Raises WorkerStartError.
    """
    compiler = multiprocessing.get_context("spawn").Process(target=_compile_for_parent, args=(families,), daemon=True)
    # Its start would unblock the signals.
    resource_tracker.ensure_running()
    try:
        # The process inherits the blocked signals: it is this one that ends it.
        blocked = signal.pthread_sigmask(signal.SIG_BLOCK, ENDS)
        try:
            compiler.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
        compiler.join()
    finally:
        if compiler.is_alive():
            compiler.kill()
            compiler.join()
    if compiler.exitcode:
        raise WorkerStartError("the worker processes die at their start; free some memory or use fewer of them")


def _compile_for_parent(families: Sequence[str]) -> None:
    Thread(target=end_with_parent, daemon=True).start()
    compile_kernels(families)


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
            with open_client(cluster) as client:
                return agree(client, cluster)
        except (OSError, RuntimeError) as error:
            if monotonic() > deadline:
                raise unreachable(cluster, cluster.minutes) from error
        if not told:
            cluster.tell(Message("waiting for the scheduler at {address}", address=cluster.address))
            if news := something_else(cluster):
                cluster.tell(news)
            told = True
        sleep(LOOK)


async def _served(cluster: Cluster, workers: int, memory: str) -> bool:
    """Work until the scheduler is gone, or until a signal, which is True."""
    enough = asyncio.Event()
    for number in ENDS:
        asyncio.get_running_loop().add_signal_handler(number, enough.set)
    nannies = [
        Nanny(
            cluster.address,
            nthreads=1,
            memory_limit=memory,
            security=security(cluster),
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
