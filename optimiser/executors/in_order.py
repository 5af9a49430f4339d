"""The same done to many things, wherever it is done."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from time import perf_counter
from typing import Any, Generic, TypeVar, cast

from generator.messages import MessageError
from optimiser.errors import WorkerLostError
from optimiser.executors.executor import Executor, Pending, WorkerDiedError

Prepared = TypeVar("Prepared")
Item = TypeVar("Item")
Result = TypeVar("Result")

AHEAD = 2
"""Tasks for each worker that are begun at a time: one is worked at, the next one waits there."""
LONGEST = 1000
"""Things in one task at most."""
TRIES = 3
"""How many workers one thing or candidate may kill."""


@dataclass(frozen=True, slots=True)
class Outcome(Generic[Result]):
    """What came of one thing: a result, or an error for users."""

    result: Result | None
    error: MessageError | None = None

    def get(self) -> Result:
        """The result. Raises the error."""
        if self.error is not None:
            raise self.error
        return cast(Result, self.result)


def in_order(
    executor: Executor[Prepared],
    function: Callable[[Prepared, Item], Result],
    items: Iterable[Item],
    most: int = LONGEST,
) -> Iterator[Outcome[Result]]:
    """What a function gives for each thing, in the order of the things, of which a few are taken in advance.

    Quick things travel together, at most so many: what is done waits for the rest of its task.
    Raises WorkerLostError where one goes on killing its workers.
    """
    source = iter(items)
    waiting: deque[tuple[list[Item], Pending[tuple[list[Outcome[Result]], float]]]] = deque()
    size = 1
    while True:
        while len(waiting) < AHEAD * executor.places and (chunk := list(islice(source, size))):
            waiting.append((chunk, executor.submit(_each, function, chunk)))
        if not waiting:
            return
        chunk, pending = waiting.popleft()
        try:
            outcomes, seconds = pending.result()
        except WorkerDiedError:
            outcomes = [_alone(executor, function, item) for item in chunk]
        else:
            size = round(min(max(executor.task_seconds * len(chunk) / max(seconds, 1e-6), 1), most))
        yield from outcomes


def _each(prepared: Any, function: Callable[[Any, Any], Any], items: Sequence[Any]) -> tuple[list[Outcome[Any]], float]:
    """The outcomes for some things, and the seconds that they took."""
    started = perf_counter()
    return [outcome_of(prepared, function, item) for item in items], perf_counter() - started


def outcome_of(prepared: Prepared, function: Callable[[Prepared, Item], Result], item: Item) -> Outcome[Result]:
    """What comes of one thing."""
    try:
        return Outcome(function(prepared, item))
    except MessageError as error:
        return Outcome(None, error)


def _alone(executor: Executor[Any], function: Callable[[Any, Any], Any], item: Any) -> Outcome[Any]:
    try:
        return executor.alone(TRIES - 1, _each, function, [item])[0][0]
    except WorkerDiedError as error:
        raise WorkerLostError(
            "the workers die over one of the levels; give the command again without --cluster to see which"
        ) from error
