"""Visitors of the service: each keeps one connection, looks at a page, thinks, and looks at the next one.

As browsers do, they send back the cookie that they were given.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from time import perf_counter


@dataclass(slots=True)
class Visits:
    """What visitors have waited for: seconds for each answer, and answers that were not 200."""

    seconds: list[float] = field(default_factory=list)
    failures: int = 0
    events: int = 0

    def percentile(self, share: float) -> float:
        """The milliseconds within which this share of the answers came."""
        return 1000 * sorted(self.seconds)[min(len(self.seconds) - 1, int(share * len(self.seconds)))]


@dataclass(frozen=True, slots=True)
class Crowd:
    """How many visitors there are, how long they think on average, in seconds, and what they look at."""

    port: int
    visitors: int
    thinking: float
    pages: Sequence[str]
    stream: str | None = None


async def visit(crowd: Crowd, seconds: float) -> Visits:
    """Let visitors come for a while; with a stream each of them watches that besides."""
    visits = Visits()
    tasks = [asyncio.create_task(_visitor(crowd, visits, Random(number))) for number in range(crowd.visitors)]
    if crowd.stream is not None:
        tasks += [asyncio.create_task(_watcher(crowd.port, crowd.stream, visits)) for _ in range(crowd.visitors)]
    await asyncio.sleep(seconds)
    for task in tasks:
        task.cancel()
    done = await asyncio.gather(*tasks, return_exceptions=True)
    visits.failures += sum(isinstance(result, Exception) for result in done)
    return visits


async def _visitor(crowd: Crowd, visits: Visits, rng: Random) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", crowd.port)
    cookie = b""
    while True:
        await asyncio.sleep(rng.expovariate(1 / crowd.thinking) if crowd.thinking else 0)
        begun = perf_counter()
        if reader.at_eof():  # closed while the visitor was thinking; a browser opens another one
            reader, writer = await asyncio.open_connection("127.0.0.1", crowd.port)
        writer.write(_request(rng.choice(crowd.pages), cookie))
        status, given = await _answer(reader)
        cookie = given or cookie
        visits.seconds.append(perf_counter() - begun)
        visits.failures += status != b"200"


async def _watcher(port: int, path: str, visits: Visits) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**22)
    writer.write(_request(path))
    while line := await reader.readline():
        visits.events += line.startswith(b"event:")


def _request(path: str, cookie: bytes = b"") -> bytes:
    field = b"Cookie: " + cookie + b"\r\n" if cookie else b""
    return f"GET {path} HTTP/1.1\r\nHost: localhost\r\n".encode() + field + b"\r\n"


async def _answer(reader: asyncio.StreamReader) -> tuple[bytes, bytes]:
    """The status of an answer, and the cookie that it sets."""
    head = await reader.readuntil(b"\r\n\r\n")
    lines = (line.split(b": ", 1) for line in head.split(b"\r\n")[1:] if line)
    fields = {name.lower(): value for name, value in lines}
    if b"content-length" in fields:
        await reader.readexactly(int(fields[b"content-length"]))
    else:
        while size := int(await reader.readline(), 16):
            await reader.readexactly(size + 2)
        await reader.readline()
    return head.split(b" ", 2)[1], fields.get(b"set-cookie", b"").partition(b";")[0]
