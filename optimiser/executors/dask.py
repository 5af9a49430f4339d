"""Calls in the workers of a Dask cluster."""

from collections.abc import Callable, Mapping
from time import sleep
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar, cast
from uuid import uuid4

from distributed import Future, get_worker
from distributed.scheduler import KilledWorker

from optimiser.executors.cluster import Cluster
from optimiser.executors.dask_connection import BEGUN, Connection, LostError, connected
from optimiser.executors.executor import WorkerDiedError
from optimiser.executors.recipe import Recipe, call

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")
Prepared = TypeVar("Prepared")
Answer = TypeVar("Answer")

ROUNDS = 16
"""How often a call is sent whose workers die before it begins."""
FLUSH = 0.05
"""Seconds in which a worker has told the scheduler that a call begins."""


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
        """What a call returns, tried until it has begun in so many workers that died.

        A worker that dies before is not held against the call: Dask counts it for all calls that wait there. Raises
        WorkerDiedError or ClusterError.
        """
        name, rounds = uuid4().hex, 0
        while True:
            try:
                return self.submit(_announced, name, function, args, kwargs).result()
            except WorkerDiedError:
                rounds += 1
                if rounds == ROUNDS or self._begun(name) >= tries:
                    raise

    def close(self) -> None:
        """End the connection; what has not begun is never done."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _begun(self, name: str) -> int:
        """How often a call of this name has begun, as far as the present scheduler knows."""
        connection = self.connection()
        try:
            return connection.begun(name)
        except LostError:
            self.connection(lost=connection)
            return 0

    def connection(self, lost: Connection | None = None) -> Connection:
        """The connection, made anew where there is none or it was lost. Raises ClusterError."""
        if self._connection is not None and self._connection is lost:
            self.close()
        if self._connection is None:
            self._connection = connected(self._cluster, 0 if lost is None else self._cluster.minutes)
        return self._connection


def _announced(
    prepared: Any, name: str, function: Callable[..., Result], args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> Result:
    """Call a function when the scheduler has been told so."""
    get_worker().log_event(BEGUN, name)
    sleep(FLUSH)
    return function(prepared, *args, **kwargs)


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
