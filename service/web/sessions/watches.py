"""Sessions that are watched: one poller each, however many look on."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import Protocol

from starlette.concurrency import run_in_threadpool

from service.errors import BusyError
from service.web.sessions.views import View
from storage.errors import StorageError

INTERVAL = 2.0
"""Seconds from one look at the database to the next; what is sent to all who watch costs more than the look."""
QUIET = 15.0
"""Seconds after which a stream without news shows that it is alive."""
MOST_VIEWERS = 200
"""Open streams of all sessions together."""


class Painter(Protocol):
    """Turns what is seen of one session into texts by name; the same text again where nothing has changed."""

    def paint(self, view: View) -> Mapping[str, str]:
        """All texts of a view; called by one thread at a time."""


Read = Callable[[View | None], View]
"""Reads a session again, given what was seen of it last."""
Painters = Callable[[str], Painter]
"""Makes the painter of a form, a language for example."""


class Watch:
    """One session; begins to look when the first viewer follows it and ends with the last.

    A viewer has no queue: who reads slowly misses what was between two reads and gets the newest state.
    """

    def __init__(self, read: Read, painters: Painters, closing: asyncio.Event) -> None:
        self._read, self._painters, self._closing = read, painters, closing
        self._made: dict[str, Painter] = {}
        self._view: View | None = None
        self._painted: dict[str, asyncio.Task[Mapping[str, str]]] = {}
        self._painting = asyncio.Lock()
        self._news = asyncio.Event()
        self._viewers = 0
        self._poller: asyncio.Task[None] | None = None

    @property
    def viewers(self) -> int:
        """How many follow it."""
        return self._viewers

    @property
    def is_over(self) -> bool:
        """Whether it was followed, and nobody does so any longer."""
        return self._view is not None and self._poller is None

    async def follow(self, form: str) -> AsyncIterator[Mapping[str, str]]:
        """The texts of a form by name, all of them first and then those that change, until the service closes.

        Where nothing changes for QUIET seconds, that is said by no texts at all.
        """
        self._viewers += 1
        if self._poller is None:
            self._poller = asyncio.create_task(self._poll())
        try:
            seen: Mapping[str, str] = {}
            while self._poller is not None:
                news = self._news
                texts = await self._texts(form)
                if changed := {name: text for name, text in texts.items() if seen.get(name) != text}:
                    yield changed
                seen = {**seen, **changed}
                while not await _happens(news, QUIET):
                    yield {}
        finally:
            self._viewers -= 1

    async def _poll(self) -> None:
        try:
            while self._viewers and not self._closing.is_set():
                view = await run_in_threadpool(self._read, self._view)
                if view is not self._view:
                    self._publish(view)
                await _happens(self._closing, INTERVAL)
        except StorageError:  # the streams end, and the browsers ask again
            pass
        finally:
            self._poller = None
            self._tell()

    def _publish(self, view: View) -> None:
        self._view = view
        self._painted = {}
        self._tell()

    def _tell(self) -> None:
        self._news.set()
        self._news = asyncio.Event()

    async def _texts(self, form: str) -> Mapping[str, str]:
        view = self._view
        if view is None:
            return {}
        if form not in self._painted:
            self._painted[form] = asyncio.create_task(self._paint(form, view))
        # All viewers of a form wait for one painting, which does not end with the viewer that asked first.
        return await asyncio.shield(self._painted[form])

    async def _paint(self, form: str, view: View) -> Mapping[str, str]:
        if form not in self._made:
            self._made[form] = self._painters(form)
        async with self._painting:
            return await run_in_threadpool(self._made[form].paint, view)


class Watches:
    """The sessions that are watched, by their ids."""

    def __init__(self, read: Callable[[int, View | None], View], painters: Painters, closing: asyncio.Event) -> None:
        self._read, self._painters, self._closing = read, painters, closing
        self._watches: dict[int, Watch] = {}

    def require_room(self) -> None:
        """Raises BusyError where too many streams are open."""
        if sum(watch.viewers for watch in self._watches.values()) >= MOST_VIEWERS:
            raise BusyError("too many pages are following sessions; close some of them")

    def follow(self, session_id: int, form: str) -> AsyncIterator[Mapping[str, str]]:
        """Follow a session that there is, see `Watch.follow`."""
        self._watches = {known: watch for known, watch in self._watches.items() if not watch.is_over}
        if session_id not in self._watches:
            read = partial(self._read, session_id)
            self._watches[session_id] = Watch(read, self._painters, self._closing)
        return self._watches[session_id].follow(form)


async def _happens(event: asyncio.Event, seconds: float) -> bool:
    """Whether an event happens within some seconds."""
    with suppress(TimeoutError):
        return await asyncio.wait_for(event.wait(), seconds)
    return False
