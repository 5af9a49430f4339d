"""Delays after wrong passwords, which slow a guesser down and lock nobody out."""

from asyncio import sleep
from collections.abc import Callable
from dataclasses import dataclass
from math import ceil
from threading import Lock
from time import monotonic
from typing import Annotated

from fastapi import Form, Request

from generator.messages import seconds as seconds_
from service.web.errors import TooManyRequestsError
from service.web.security.addresses import origin_of

FREE = 4
"""Wrong passwords for an account from one network that cost nothing."""
FIRST, LONGEST = 15.0, 900.0
"""Seconds to wait after the next one; every further one doubles them, up to the second figure."""
FREE_IN_ALL = 10
"""Wrong passwords for an account from wherever that cost nothing."""
LONGEST_PAUSE = 4.0
"""Seconds for which an attempt at an account waits at most while others guess; its owner comes in nevertheless."""
FORGOTTEN = 3600.0
"""Seconds after the last wrong password when all of them are forgotten."""
MOST = 10_000
"""Accounts and networks that are remembered."""


@dataclass(slots=True)
class _Count:
    number: int
    last: float


class Failures:
    """The wrong passwords of the last while, by account and by account and network; threads may share it.

    Names that nobody has count like others, so that nobody learns which exist.
    """

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._lock = Lock()
        self._counts: dict[tuple[str, ...], _Count] = {}

    def delay(self, account: str, origin: str) -> float:
        """Seconds until a password for an account is tried again from a network."""
        count = self._count(account, origin)
        if count.number <= FREE:
            return 0.0
        return max(0.0, count.last + _doubled(FIRST, count.number - FREE - 1, LONGEST) - self._clock())

    def pause(self, account: str) -> float:
        """Seconds for which an attempt at an account waits, wherever it comes from."""
        number = self._count(account).number
        return _doubled(LONGEST_PAUSE / 16, number - FREE_IN_ALL - 1, LONGEST_PAUSE) if number > FREE_IN_ALL else 0.0

    def add(self, account: str, origin: str) -> None:
        """Count a wrong password."""
        with self._lock:
            for key in ((account,), (account, origin)):
                count = _Count(self._count(*key).number + 1, self._clock())
                self._counts.pop(key, None)
                self._counts[key] = count
            while len(self._counts) > MOST:
                del self._counts[next(iter(self._counts))]

    def forget(self, account: str, origin: str) -> None:
        """Forget the wrong passwords from a network from which the right one has come."""
        with self._lock:
            self._counts.pop((account, origin), None)

    async def wait(self, account: str, origin: str) -> None:
        """Wait before a password is tried, which holds up no other request. Raises TooManyRequestsError."""
        seconds = ceil(self.delay(account, origin))
        if seconds:
            raise TooManyRequestsError("too many wrong passwords; wait {time} and try again", time=seconds_(seconds))
        if pause := self.pause(account):
            await sleep(pause)

    def _count(self, *key: str) -> _Count:
        count = self._counts.get(key)
        return count if count and self._clock() - count.last < FORGOTTEN else _Count(0, 0.0)


def failures_of(request: Request) -> Failures:
    """The wrong passwords that a service remembers."""
    failures: Failures = request.app.state.failures
    return failures


async def unhurried(request: Request, name: Annotated[str, Form(max_length=100)]) -> None:
    """A dependency by which an attempt to log in waits as it must. Raises TooManyRequestsError."""
    await failures_of(request).wait(name, origin_of(request))


def _doubled(first: float, times: int, most: float) -> float:
    return min(most, first * 2.0 ** min(times, 30))
