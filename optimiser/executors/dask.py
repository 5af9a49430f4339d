"""Calls in the workers of a Dask cluster."""

from collections.abc import Callable
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar, cast

from distributed import Future
from distributed.scheduler import KilledWorker

from optimiser.executors.cluster import Cluster
from optimiser.executors.dask_connection import Connection, LostError, connected
from optimiser.executors.executor import WorkerDiedError
from optimiser.executors.recipe import Recipe, call

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")
Prepared = TypeVar("Prepared")
Answer = TypeVar("Answer")


class DaskCalls(Generic[Prepared]):
    """An executor with the workers of a cluster, which may come and go; also its scheduler may, for some time."""

    task_seconds = 0.25
    """Fifty times what the scheduler and the session spend on a call."""

    def __init__(self, cluster: Cluster, prepare: Callable[[], Prepared]) -> None:
        self._cluster = cluster
        self._recipe = Recipe.of(prepare)
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
        """What a call returns, tried with at least so many workers. Raises WorkerDiedError or ClusterError."""
        sent = self.submit(function, *args, **kwargs)
        while True:
            try:
                return sent.result()
            except WorkerDiedError as error:
                tries -= error.deaths
                if tries <= 0:
                    raise
                sent = self.submit(function, *args, **kwargs)

    def close(self) -> None:
        """End the connection; what has not begun is never done."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

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
            deaths = error.allowed_failures + 1
            raise WorkerDiedError(deaths) from error

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
