"""Bounds for the bodies of requests: how long each may be, how long it may take, and how much there may be in all."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing, asynccontextmanager, suppress
from typing import TypeVar

from fastapi import Request
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.types import Message

from service.errors import BusyError, TooLargeError
from service.web.security.addresses import origin_of

KIB, MIB = 2**10, 2**20
SMALL = 64 * KIB
"""Bytes of a request's body where a route says nothing else; bodies up to this length do not count as held."""
NOTES = 512 * KIB
"""Bytes of a body with a note of a curator or the text of a contest, each letter of which a form may write as nine."""
LONGEST = 9 * MIB
"""Bytes of the longest body that any route takes, so that the longest answer that is judged fits into a form."""
MOST_HELD = 4 * LONGEST
"""Bytes of all long bodies that are received or worked on at a time."""
MOST_HELD_OF_ADDRESS = 2 * LONGEST
"""Bytes of them that may come from one address."""
SECONDS = 30.0
"""Seconds within which a request's body has to arrive."""
MOST_STRINGS = 1000
"""Strings in a long JSON body."""
MOST_FIELDS = 1000
MOST_ESCAPES = 3 * 2**19
"""Letters that a form writes as three (%23): enough for the longest text of levels. Each takes a hundred bytes."""

Result = TypeVar("Result")


class Bodies:
    """Takes in the bodies of requests, the long ones within one budget, and parses those beside the event loop."""

    def __init__(self) -> None:
        self._held: Counter[str] = Counter()
        self._parsing = asyncio.Lock()

    @property
    def held(self) -> int:
        """Bytes of the long bodies that are received or worked on."""
        return self._held.total()

    @asynccontextmanager
    async def taken(self, request: Request, most: int, *, parse: bool = True) -> AsyncIterator[Request]:
        """The request with its whole body, which is held until the block ends, and parsed unless that is not wanted.

        Raises TooLargeError, BusyError, or HTTPException where the body does not arrive.
        """
        _refuse_longer(_announced(request), most)
        charge = _Charge(self._held, origin_of(request))
        try:
            whole = _with_body(request, await _received(request, most, charge))
            if parse and charge.size:
                await self.apart(lambda: asyncio.run(_parsed(whole)))
            yield whole
        finally:
            charge.give_back()

    async def apart(self, work: Callable[[], Result]) -> Result:
        """The result of work on a long body; it is done in a thread, one such work at a time."""
        async with self._parsing:
            return await asyncio.to_thread(work)


def has_body(request: Request) -> bool:
    """Whether a request announces a body."""
    return "transfer-encoding" in request.headers or request.headers.get("content-length", "0") != "0"


class _Charge:
    """What one body holds of the budget."""

    def __init__(self, held: Counter[str], address: str) -> None:
        self._held, self._address = held, address
        self.size = 0

    def grow(self, size: int) -> None:
        """Raises BusyError where there is no room for a body of this size."""
        more = size - self.size if size > SMALL else 0
        of_address = self._held[self._address] + more
        if more and (of_address > MOST_HELD_OF_ADDRESS or self._held.total() + more > MOST_HELD):
            raise BusyError("too many long requests are arriving; try again in a minute")
        self._held[self._address] += more
        self.size += more

    def give_back(self) -> None:
        self._held[self._address] -= self.size
        if not self._held[self._address]:
            del self._held[self._address]


async def _received(request: Request, most: int, charge: _Charge) -> bytes:
    body = bytearray()
    try:
        async with asyncio.timeout(SECONDS), aclosing(request.stream()) as stream:
            async for part in stream:
                _refuse_longer(len(body) + len(part), most)
                charge.grow(len(body) + len(part))
                body += part
    except TimeoutError as error:
        raise HTTPException(408, "the request took too long to arrive; send it again") from error
    except ClientDisconnect as error:
        raise HTTPException(400, "the request was interrupted; send it again") from error
    return bytes(body)


def _announced(request: Request) -> int:
    """The length that a request announces, 0 where it announces none."""
    length = request.headers.get("content-length", "")
    return int(length) if length.isdecimal() else 0


def _refuse_longer(size: int, most: int) -> None:
    if size > most:
        limit = f"{most // MIB} MiB" if most >= MIB else f"{most // KIB} KiB"
        raise TooLargeError("the request is longer than {limit}; send a shorter one", limit=limit)


def _with_body(request: Request, body: bytes) -> Request:
    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    return Request(request.scope, receive)


async def _parsed(request: Request) -> None:
    """Let a request know its form or JSON, so that whoever asks for it next need not parse it."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind.endswith("json"):
        body = await request.body()
        _require_texts(body)
        with suppress(ValueError, RecursionError):  # FastAPI finds it again, and words the refusal
            await request.json()
    else:
        if kind == "application/x-www-form-urlencoded":
            require_few_escapes(await request.body())
        await request.form(max_files=1, max_fields=MOST_FIELDS, max_part_size=LONGEST)


def require_few_escapes(body: bytes) -> None:
    """Refuse a form that takes a hundred times its length to be read. Raises TooLargeError."""
    if body.count(b"%") > MOST_ESCAPES:
        raise TooLargeError("the form has too many special characters; send the text as a file")


def _require_texts(body: bytes) -> None:
    """Refuse JSON that is long for other things than long texts: a list of lists takes thirty times its length."""
    pieces = body.replace(rb"\\", b"").replace(rb"\"", b"").split(b'"', 2 * MOST_STRINGS)
    if len(pieces) > 2 * MOST_STRINGS or sum(map(len, pieces[::2])) > SMALL:
        raise TooLargeError("the request consists of too many values; send fewer")
