"""Sessions that are watched by many: what is read, what is sent, and when it ends."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import aclosing
from pathlib import Path

import pytest

from service.errors import BusyError
from service.sessions.processes import SessionProcesses
from service.web.sessions import watches
from service.web.sessions.fragments import JSON, painter
from service.web.sessions.views import View, view
from service.web.sessions.watches import Watches
from storage.database import Database
from storage.recorder import DatabaseRecorder, start_session
from tests.patience import PATIENCE
from tests.storage.records import SETTINGS, full_generation

pytestmark = pytest.mark.usefixtures("_impatient")


@pytest.fixture
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watches, "INTERVAL", 0.02)


class Theatre:
    """A session in a database, and those who watch it."""

    def __init__(self, database: Database) -> None:
        self.reads = 0
        self._database = database
        self._processes = SessionProcesses(f"sqlite:///{database.path}")
        self.session = start_session(database, SETTINGS)
        self._recorder = DatabaseRecorder(database, self.session)
        self._number = 0
        self.closing = asyncio.Event()
        self.watches = Watches(self._read, painter, self.closing)

    def go_on(self) -> None:
        self._number += 1
        self._recorder.record(full_generation(self.session, self._number))

    async def seen(self) -> None:
        """Until the database has been looked at, from begin to end, since the last generation."""
        begun = self.reads
        while self.reads < begun + 2:
            await asyncio.sleep(watches.INTERVAL)

    async def left_alone(self) -> None:
        """Until the database is not looked at any more."""
        async with asyncio.timeout(PATIENCE):
            reads = -1
            while reads < self.reads:
                reads = self.reads
                await asyncio.sleep(20 * watches.INTERVAL)

    def follow(self, form: str = "en") -> AsyncIterator[tuple[str, str]]:
        return pieces(self.watches.follow(self.session, form))

    def _read(self, session_id: int, last: View | None) -> View:
        self.reads += 1
        return view(self._database, self._processes, session_id, last)


@pytest.fixture
def theatre(tmp_path: Path) -> Iterator[Theatre]:
    with Database.create(f"sqlite:///{tmp_path}/levels.db") as database:
        yield Theatre(database)


async def pieces(changes: AsyncIterator[Mapping[str, str]]) -> AsyncIterator[tuple[str, str]]:
    """Changes one by one."""
    async with aclosing(changes):  # type: ignore[type-var]
        async for changed in changes:
            for piece in changed.items():
                yield piece


async def received(stream: AsyncIterator[tuple[str, str]], last: str) -> dict[str, str]:
    """What arrives until a text of this name has come."""
    texts: dict[str, str] = {}
    async with asyncio.timeout(PATIENCE):
        async for name, text in stream:
            texts[name] = text
            if name == last:
                return texts
    raise AssertionError("the stream has ended")


def test_a_viewer_gets_everything_first_and_then_what_changes(theatre: Theatre) -> None:
    async def watch() -> None:
        theatre.go_on()
        async with aclosing(theatre.follow()) as stream:  # type: ignore[type-var]
            first = await received(stream, "point")
            assert {*first} == {"status", "figures", "pool", "operators", "archive", "events", "point"}
            theatre.go_on()
            second = await received(stream, "point")
            assert '"generation": 2' in second["point"]
            assert second["pool"] != first["pool"]

    asyncio.run(watch())


def test_many_viewers_cost_no_more_reads_than_one(theatre: Theatre) -> None:
    async def watch() -> None:
        theatre.go_on()
        streams = [theatre.follow("en" if number % 2 else JSON) for number in range(50)]
        await asyncio.gather(*(received(stream, "point") for stream in streams))
        before, begun = theatre.reads, asyncio.get_running_loop().time()
        await asyncio.sleep(0.4)
        assert theatre.reads - before <= (asyncio.get_running_loop().time() - begun) / watches.INTERVAL + 1
        for stream in streams:
            await stream.aclose()  # type: ignore[attr-defined]

    asyncio.run(watch())


def test_a_slow_viewer_gets_the_newest_state_and_nothing_between(theatre: Theatre) -> None:
    async def watch() -> None:
        theatre.go_on()
        async with aclosing(theatre.follow(JSON)) as stream:  # type: ignore[type-var]
            await received(stream, "point")
            for _ in range(5):
                theatre.go_on()
                await theatre.seen()
            points = []
            for _ in range(2):
                name, text = await anext(stream)
                points += [text] if name == "point" else []
            assert points[-1].startswith('{"generation": 6')
            assert len(points) <= 2

    asyncio.run(watch())


def test_a_stream_without_news_shows_that_it_is_alive(theatre: Theatre, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watches, "QUIET", 0.1)

    async def watch() -> None:
        theatre.go_on()
        async with aclosing(theatre.watches.follow(theatre.session, JSON)) as changes:  # type: ignore[type-var]
            seen = [await anext(changes) for _ in range(2)]
            # On a slow machine what the session has to say comes before, between and after signs of life.
            while not any(seen) or any(seen[-2:]):
                seen.append(await anext(changes))
            assert any("session" in changed for changed in seen)

    asyncio.run(watch())


def test_nothing_is_read_when_nobody_watches_any_longer(theatre: Theatre) -> None:
    async def watch() -> None:
        theatre.go_on()
        async with aclosing(theatre.follow()) as stream:  # type: ignore[type-var]
            await received(stream, "point")
        await theatre.left_alone()
        async with aclosing(theatre.follow()) as stream:  # type: ignore[type-var]
            assert await received(stream, "point")

    asyncio.run(watch())


def test_every_stream_ends_when_the_service_closes_and_new_ones_do_not_begin(theatre: Theatre) -> None:
    seen = 0

    async def drained(stream: AsyncIterator[tuple[str, str]]) -> int:
        nonlocal seen
        pieces = 0
        async for _ in stream:
            pieces += 1
            seen += pieces == 1
        return pieces

    async def watch() -> None:
        theatre.go_on()
        viewers = [asyncio.create_task(drained(theatre.follow())) for _ in range(10)]
        async with asyncio.timeout(PATIENCE):
            while seen < 10:
                await asyncio.sleep(watches.INTERVAL)
            theatre.closing.set()
            await asyncio.gather(*viewers)
            assert await drained(theatre.follow()) == 0

    asyncio.run(watch())


def test_there_is_room_for_so_many_streams(theatre: Theatre, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watches, "MOST_VIEWERS", 2)

    async def watch() -> None:
        theatre.go_on()
        streams = [theatre.follow() for _ in range(2)]
        for stream in streams:
            theatre.watches.require_room()
            await received(stream, "point")
        with pytest.raises(BusyError, match="too many pages"):
            theatre.watches.require_room()
        for stream in streams:
            await stream.aclose()  # type: ignore[attr-defined]
        theatre.watches.require_room()

    asyncio.run(watch())
