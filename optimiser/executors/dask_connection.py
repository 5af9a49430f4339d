"""A connection to a Dask cluster, which knows whether there are workers, and whether they are of our version."""

import logging
import signal
from collections.abc import Mapping
from concurrent.futures import CancelledError
from contextlib import suppress
from time import monotonic, sleep
from typing import Any

import dask
from distributed import Client, Future, LocalCluster, Worker, WorkerPlugin

from generator.messages import Message
from generator.messages import minutes as minutes_
from optimiser.errors import ClusterError, WaitEndedError
from optimiser.executors.cluster import Cluster
from optimiser.executors.dask_contact import ANSWER, greet, knock, security, unreachable
from optimiser.executors.dask_settings import leave_time_to_kernels, wake_seldom
from optimiser.executors.versions import Versions, versions_here

LOOK = 2.0
"""Seconds after which the number of workers is asked for again."""
PLUGIN = AGREED = "cenote-versions"
"""The name of the plugin of workers that join later, and of the versions that the scheduler remembers."""
REGISTRATIONS = 5
"""How often workers are asked to check their versions, where some die meanwhile; those that join later do anyway."""
CANCELLED = (CancelledError, UnboundLocalError)
"""What is raised where something was cancelled; the second is Dask's way where its loop cancelled the wait."""
LOGGERS = ("distributed", "distributed.client", "tornado.application", "asyncio")
LOCAL = {
    "distributed.scheduler.allowed-failures": 2,
    "distributed.scheduler.worker-ttl": None,
}
"""How Dask is configured for a scheduler of our own, where a kernel may run for long."""


class LostError(Exception):
    """The scheduler is gone, and the calls with it."""


class Connection:
    """A connection to a scheduler, to be closed; it is never used again when the scheduler was lost."""

    def __init__(self, cluster: Cluster) -> None:
        """Raises OSError where nothing answers, and ClusterError."""
        self._cluster = cluster
        self._local = _local_cluster(cluster.local_workers) if cluster.local_workers else None
        self._client = open_client(cluster, self._local)
        self._places, self._looked = 0, -LOOK
        self._empty_since: float | None = None

    @property
    def places(self) -> int:
        """How many calls go on at a time; asked for now and then. Raises LostError."""
        if monotonic() - self._looked >= LOOK:
            try:
                self._places = int(self._client.scheduler_info(n_workers=0)["total_threads"])
            except (OSError, RuntimeError, *CANCELLED, KeyError) as error:
                # A client that has just lost its scheduler knows nothing of threads.
                raise LostError from error
            self._looked = monotonic()
        return self._places

    def submit(self, *call: Any) -> "Future[Any]":
        """Begin a call. Raises LostError."""
        if self._client.status != "running":
            raise LostError
        return self._client.submit(*call, pure=False)

    def done(self, future: "Future[Any]") -> bool:
        """Whether `result` need not wait. Raises LostError, and ClusterError where no worker is there."""
        if future.cancelled() or self._client.status != "running":
            raise LostError
        if future.done():
            return True
        self.require_workers()
        return False

    def result(self, future: "Future[Any]") -> Any:
        """Wait for a result. Raises what the call raises, LostError, and ClusterError where no worker is there."""
        while True:
            try:
                return future.result(timeout=LOOK)
            except CancelledError as error:
                raise LostError from error
            except (TimeoutError, UnboundLocalError):
                if future.status == "error":  # so it is the call's own
                    return future.result()
                if self._client.status != "running":
                    raise LostError from None
                self.require_workers()
            except OSError as error:
                if future.status == "error":  # so it is the call's own
                    raise
                # The scheduler ended while it sent the result.
                raise LostError from error

    def require_workers(self) -> None:
        """Raises ClusterError where there has been no worker for too long, WaitEndedError, and LostError."""
        if self.places:
            self._empty_since = None
        elif self._cluster.ended():
            raise wait_ended(self._cluster)
        elif self._empty_since is None:
            self._empty_since = monotonic()
            self._cluster.tell(
                Message(
                    "waiting for workers; start some on any machine with: cenote worker {address}",
                    address=self._scheduler(),
                )
            )
        elif monotonic() - self._empty_since > 60 * self._cluster.minutes:
            raise ClusterError(
                "no worker has joined {address} for {time}; start some with cenote worker {address}, "
                "and give the command again or resume the session",
                address=self._cluster.address,
                time=minutes_(self._cluster.minutes),
            )

    def _scheduler(self) -> str:
        """The address to which workers go."""
        return str(self._local.scheduler_address) if self._local else self._cluster.address

    def check(self) -> None:
        """Wait for a worker, and see that all run what this process runs; those that join later are refused.

        Raises ClusterError and LostError.
        """
        while not self.places:
            self.require_workers()
            sleep(LOOK / 4)
            self._looked = -LOOK
        try:
            self._require(self._running())
            self._require_of_scheduler(Versions(*self._client.run_on_scheduler(versions_here)))
            self._client.run_on_scheduler(wake_seldom)
            self._client.set_metadata([AGREED], list(versions_here()))
            self._register()
        except ModuleNotFoundError as error:
            raise ClusterError(
                "a worker or the scheduler of {address} lacks the package {name}; install cenote there as it is here: "
                "pip install 'cenote[cluster]=={version}'",
                address=self._cluster.address,
                name=error.name or "cenote",
                version=versions_here().cenote,
            ) from error
        except (OSError, *CANCELLED) as error:
            raise LostError from error

    def close(self) -> None:
        """End the connection, and the workers where they are this connection's own."""
        self._client.close(timeout=LOOK)
        if self._local is not None:
            self._local.close()

    def _running(self) -> Mapping[str, tuple[Versions, int]]:
        """What the workers run, but those that die when they are asked."""
        found = self._client.run(running, on_error="return")
        for answer in found.values():
            if isinstance(answer, Exception) and not isinstance(answer, OSError):
                raise answer
        return {worker: answer for worker, answer in found.items() if not isinstance(answer, Exception)}

    def _register(self) -> None:
        """Have all workers checked, also those that join later; one that dies meanwhile breaks the call off."""
        for _ in range(REGISTRATIONS):
            with suppress(OSError):
                self._client.register_plugin(VersionCheck(versions_here()), name=PLUGIN)
                return

    def _require(self, found: Mapping[str, tuple[Versions, int]]) -> None:
        ours = versions_here()
        for worker, (theirs, threads) in found.items():
            if tuple(theirs) != ours:
                raise ClusterError(
                    "the worker {worker} has {theirs}, and the session has {ours}; install the same in both",
                    worker=worker,
                    theirs=str(Versions(*theirs)),
                    ours=str(ours),
                )
            if threads != 1:
                raise ClusterError(
                    "the worker {worker} has {threads} threads; start workers with cenote worker {address}, "
                    "or with dask worker --nthreads 1",
                    worker=worker,
                    threads=threads,
                    address=self._cluster.address,
                )

    def _require_of_scheduler(self, theirs: Versions) -> None:
        if theirs != versions_here():
            raise ClusterError(
                "the scheduler at {address} has {theirs}, and the session has {ours}; install the same in both",
                address=self._cluster.address,
                theirs=str(theirs),
                ours=str(versions_here()),
            )


class VersionCheck(WorkerPlugin):
    """Closes every worker that joins with other versions than those of the session."""

    def __init__(self, ours: Versions) -> None:
        self._ours = ours

    def setup(self, worker: Worker) -> None:
        """Called when the worker joins, or where it is when a session begins."""
        # Ctrl-C is for the session, or for cenote worker, which ends the worker in good order.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        theirs, threads = running(worker)
        if tuple(theirs) != tuple(self._ours) or threads != 1:
            logging.getLogger("distributed.worker").error(
                "this worker has %s and %d threads; the session needs %s and one thread, so the worker ends",
                theirs,
                threads,
                self._ours,
            )
            worker.loop.add_callback(worker.close, reason="cenote-versions")


def running(dask_worker: Worker) -> tuple[Versions, int]:
    """What a worker runs, and its number of threads."""
    return versions_here(), dask_worker.state.nthreads


def require_scheduler(cluster: Cluster) -> None:
    """Raises ClusterError where no scheduler answers now; a cluster of this machine has none before it is used."""
    if cluster.local_workers:
        return
    _be_quiet()
    try:
        open_client(cluster).close(timeout=LOOK)
    except OSError as error:
        raise unreachable(cluster, 0) from error


def connected(cluster: Cluster, minutes: float) -> Connection:
    """A connection with workers of our version; its scheduler is waited for so long. Raises ClusterError."""
    _be_quiet()
    began = monotonic()
    deadline = began + 60 * minutes
    told = False
    while True:
        connection = None
        try:
            if minutes and not cluster.local_workers:
                knock(cluster)
            connection = Connection(cluster)
            connection.check()
        except (OSError, LostError, ClusterError) as error:
            if connection is not None:
                connection.close()
                # The scheduler is there, so a worker may just have died.
                minutes = cluster.minutes
                deadline = began + 60 * minutes
            if isinstance(error, ClusterError):
                raise
            if cluster.ended():
                raise wait_ended(cluster) from error
            if monotonic() > deadline:
                raise unreachable(cluster, minutes) from error
        else:
            return connection
        if not told:
            cluster.tell(
                Message(
                    "the scheduler at {address} is gone; waiting {time} for it",
                    address=cluster.address,
                    time=minutes_(minutes),
                )
            )
            told = True
        sleep(LOOK / 4)


def open_client(cluster: Cluster, local: LocalCluster | None = None) -> Client:
    """A client of a scheduler, also of a local one. Raises OSError where none answers, and ClusterError."""
    if local is None:
        greet(cluster)
    place, allowed = local or cluster.address, security(cluster)
    return Client(place, timeout=ANSWER, security=allowed, set_as_default=False, name="cenote")


def agree(client: Client, cluster: Cluster) -> None:
    """See that the workers and sessions of a scheduler have the versions of this process.

    The first one says what they are, and says it anew when no worker is left. Raises ClusterError.
    """
    agreed, ours = client.get_metadata([AGREED], default=None), versions_here()
    if agreed and Versions(*agreed) != ours and client.scheduler_info(n_workers=0)["n_workers"]:
        raise ClusterError(
            "the workers at {address} have {theirs}, and this machine has {ours}; install the same on all",
            address=cluster.address,
            theirs=str(Versions(*agreed)),
            ours=str(ours),
        )
    client.set_metadata([AGREED], list(ours))


def wait_ended(cluster: Cluster) -> WaitEndedError:
    """What is raised where the session that waits is ended."""
    return WaitEndedError("the wait for the cluster at {address} was ended", address=cluster.address)


def _local_cluster(workers: int) -> LocalCluster:
    leave_time_to_kernels()
    with dask.config.set(LOCAL):
        return LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            host="127.0.0.1",
            dashboard_address="127.0.0.1:0",
            silence_logs=logging.CRITICAL,
        )


def _be_quiet() -> None:
    """What becomes of a cluster is said in our own words, unless Dask's configuration says what is logged."""
    if "logging" not in dask.config.config:
        for name in LOGGERS:
            logging.getLogger(name).setLevel(logging.CRITICAL)
