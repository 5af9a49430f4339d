"""Whose turn it is: so many may work at a time, and where they come from decides who is next."""

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from service.errors import BusyError


class Turns:
    """Places for work, given in rounds: each origin that waits gets one before any gets another.

    One origin never has all places, unless there is only one, nor more than `most_of_one` requests at work and waiting.
    """

    def __init__(self, places: int, most: int, most_of_one: int) -> None:
        self._places = places
        self._most = most
        self._most_of_one = most_of_one
        self._working: Counter[str] = Counter()
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}

    @property
    def pending(self) -> int:
        """Requests that are worked on or wait."""
        return self._working.total() + sum(map(len, self._waiting.values()))

    @asynccontextmanager
    async def turn(self, origin: str) -> AsyncIterator[None]:
        """A place, once it is this origin's turn. Raises BusyError where too many wait already."""
        asked = self._asked(origin)
        try:
            await asked
            yield
        finally:
            if asked.done() and not asked.cancelled():
                self._working[origin] -= 1
            elif asked in self._waiting.get(origin, ()):
                self._waiting[origin].remove(asked)
            self._give()

    def _asked(self, origin: str) -> asyncio.Future[None]:
        queue = self._waiting.get(origin, deque())
        if self._working[origin] + len(queue) >= self._most_of_one:
            raise BusyError("many requests from your address are being processed; wait until they are done")
        if self.pending >= self._most:
            raise BusyError("too many levels and answers are being examined; try again in a minute")
        asked: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        queue.append(asked)
        self._waiting.setdefault(origin, queue)
        self._give()
        return asked

    def _give(self) -> None:
        """Give free places to whoever is next; an origin that got one goes to the end of the round."""
        while self._working.total() < self._places and (origin := self._next()) is not None:
            queue = self._waiting.pop(origin)
            asked = queue.popleft()
            if not asked.cancelled():
                self._working[origin] += 1
                asked.set_result(None)
            self._waiting[origin] = queue
        self._working += Counter()  # forgets those who have nothing at work
        self._waiting = {origin: queue for origin, queue in self._waiting.items() if queue}

    def _next(self) -> str | None:
        most = max(self._places - 1, 1)
        return next((origin for origin, queue in self._waiting.items() if queue and self._working[origin] < most), None)
