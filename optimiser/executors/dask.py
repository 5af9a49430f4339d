"""Calls in the workers of a Dask cluster."""

from collections.abc import Callable
from contextlib import closing, suppress
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar, cast

from distributed import Future
from distributed.scheduler import KilledWorker

from optimiser.executors.cluster import Cluster
from optimiser.executors.dask_connection import Connection, LostError, connected
from optimiser.executors.executor import WorkerDiedError
from optimiser.executors.process_pool import ProcessPool
from optimiser.executors.processes import Begun
from optimiser.executors.recipe import Recipe, call

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")
Prepared = TypeVar("Prepared")
Answer = TypeVar("Answer")


class DaskCalls(Generic[Prepared]):
    """An executor with the workers of a cluster, which may come and go; also its scheduler may, for some time."""

    task_seconds = 0.5
    """Fifty times what the session, the scheduler and the worker spend on a call together."""

    def __init__(self, cluster: Cluster, prepare: Callable[[], Prepared]) -> None:
        self._cluster = cluster
        self._prepare, self._recipe = prepare, Recipe.of(prepare)
        self._connection: Connection | None = None

    @property
    def places(self) -> int:
        """How many workers there are, but at least one."""
        while True:
            connection = self.connection()
            try:
                return max(1, connection.places)
            except LostError:
                self.connection(lost=connection)

    def start(self) -> None:
        """Connect, and wait for a worker. Raises ClusterError."""
        self.connection()

    def submit(
        self,
        function: Callable[Concatenate[Prepared, Parameters], Result],
        *args: Parameters.args,
        **kwargs: Parameters.kwargs,
    ) -> "Sent[Result]":
        """Begin a call. Raises ClusterError."""
        return Sent(self, (call, self._recipe, function, args, kwargs))

    def alone(
        self,
        tries: int,
        function: Callable[Concatenate[Prepared, Parameters], Result],
        *args: Parameters.args,
        **kwargs: Parameters.kwargs,
    ) -> Result:
        """What a call returns, tried by the cluster, and then in a process of this machine that does nothing else.

        Workers of a cluster may die for reasons of their own, and Dask holds it against all calls that wait there. So
        the last word has a process that nobody else ends. Raises WorkerDiedError, ClusterError or WorkerStartError.
        """
        for _ in range(tries - 1):
            with suppress(WorkerDiedError):
                return self.submit(function, *args, **kwargs).result()
        with closing(ProcessPool(1, self._prepare)) as cell:
            return Begun(cell.submit(function, *args, **kwargs)).result()

    def take_idle_deaths(self) -> int:
        """Nothing is known of such deaths."""
        return 0

    def close(self) -> None:
        """End the connection; what has not begun is never done."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def abandon(self) -> None:
        """End the connection; the workers of the cluster are not ours to end."""
        self.close()

    def connection(self, lost: Connection | None = None) -> Connection:
        """The connection, made anew where there is none or it was lost. Raises ClusterError."""
        if self._connection is not None and self._connection is lost:
            self.close()
        if self._connection is None:
            self._connection = connected(self._cluster, 0 if lost is None else self._cluster.minutes)
        return self._connection


class Sent(Generic[Result]):
    """A call that a cluster has; it is sent again where the scheduler was lost."""

    def __init__(self, calls: DaskCalls[Any], call: tuple[Any, ...]) -> None:
        self._calls, self._call = calls, call
        self._send(calls.connection())

    def done(self) -> bool:
        """Whether it has returned, or its workers died. Raises ClusterError."""
        return self._asked(Connection.done)

    def result(self) -> Result:
        """Wait for what it returns. Raises WorkerDiedError or ClusterError."""
        try:
            return cast(Result, self._asked(Connection.result))
        except KilledWorker as error:
            raise WorkerDiedError from error

    def _asked(self, ask: "Callable[[Connection, Future[Any]], Answer]") -> Answer:
        """What the connection of the present says of the call."""
        while True:
            current = self._calls.connection()
            if current is not self._connection:
                self._send(current)
            try:
                return ask(self._connection, self._future)
            except LostError:
                self._calls.connection(lost=self._connection)

    def _send(self, connection: Connection) -> None:
        while True:
            try:
                self._connection, self._future = connection, connection.submit(*self._call)
            except LostError:
                connection = self._calls.connection(lost=connection)
            else:
                return
