"""What changes the database runs in threads of its own, so that readers do not wait behind whoever has locked it."""

from collections.abc import Callable
from functools import partial
from typing import ParamSpec, TypeVar

from anyio import CapacityLimiter, move_on_after
from anyio.lowlevel import RunVar
from anyio.to_thread import run_sync

from service.errors import BusyError

WRITERS = 8
"""Changes at a time; SQLite lets one after the other write."""
SECONDS = 1.0
"""Seconds that a change waits for a thread. The lock of the database is waited for besides."""

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")

_limiter: RunVar[CapacityLimiter] = RunVar("writers")


async def run_in_writing_thread(
    change: Callable[Parameters, Result], /, *arguments: Parameters.args, **named: Parameters.kwargs
) -> Result:
    """The result of a change to the database. Raises BusyError where too many others are waiting."""
    limiter, turn = _writers(), object()
    with move_on_after(SECONDS) as waiting:
        await limiter.acquire_on_behalf_of(turn)
    if waiting.cancelled_caught:
        raise BusyError("too many changes are waiting for the database; try again in a minute")
    try:
        return await run_sync(partial(change, *arguments, **named), limiter=CapacityLimiter(1))
    finally:
        limiter.release_on_behalf_of(turn)


def _writers() -> CapacityLimiter:
    """The limiter of this event loop."""
    try:
        return _limiter.get()
    except LookupError:
        _limiter.set(CapacityLimiter(WRITERS))
        return _limiter.get()
