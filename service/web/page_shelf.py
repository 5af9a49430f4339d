"""Pages that are kept for a while, and the visitors of the last minute, for whom a connection finds them at once."""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import NamedTuple, TypeVar

from starlette.types import Message

MOST = 256
"""Pages that are kept at a time."""
COSTLY = 100
"""How many times as long as its making took is a page shown: one that is asked for all the time takes 1 % of a core."""
LONGER = 3
"""How many times as long as others a costly page is shown at most, whatever it takes."""
MOST_VISITORS = 2048
"""Visitors who are known at a time."""
KNOWN_SECONDS = 60.0
"""For how long a cookie that was read is not read again."""
OWN = (b"set-cookie", b"date")
"""Fields of an answer that are for one visitor or one moment."""
SENT = (b"host", b"hx-request", b"authorization")
"""Fields of requests that decide what they are answered."""
BEYOND = {b"content-length", b"transfer-encoding", b"upgrade", b"expect", b"authorization"}
"""Fields of requests for which the application is asked."""

Field = tuple[bytes, bytes]
Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class Visitor(NamedTuple):
    """What decides which pages a visitor sees, the token of his forms, and until when this is known."""

    seen: Hashable
    token: bytes
    until: float


@dataclass(slots=True)
class KeptPage:
    """An answer as the application made it, its body in pieces between which the token of a visitor stands.

    It is shown `until` a time. `head` is how the answer begins on the line, once it was seen there.
    """

    start: Message
    pieces: Sequence[bytes]
    until: float
    head: bytes = b""

    @property
    def has_token(self) -> bool:
        """Whether the page shows the token of its visitor."""
        return len(self.pieces) > 1


class PageShelf:
    """The kept pages of a service; `seconds` says for how long a page is shown as it was, if it is not costly."""

    def __init__(self, seconds: float, clock: Callable[[], float] = monotonic) -> None:
        self.clock, self._seconds = clock, seconds
        self._pages: dict[Hashable, KeptPage] = {}
        self._visitors: dict[Sequence[bytes | None], Visitor] = {}

    def page(self, key: Hashable) -> KeptPage | None:
        """A page, however old it is."""
        return self._pages.get(key)

    def is_fresh(self, page: KeptPage) -> bool:
        """Whether a page may be shown as it was."""
        return self.clock() < page.until

    def end(self, begun: float) -> float:
        """Until when a page is shown that is made now, and whose making began at a time."""
        costs = COSTLY * (self.clock() - begun)
        return begun + max(self._seconds, min(costs, LONGER * self._seconds))

    def keep(self, key: Hashable, page: KeptPage) -> None:
        """Keep a page, for which the oldest one may have to go."""
        _put(self._pages, key, page, MOST)

    def drop(self, key: Hashable) -> None:
        """Forget a page."""
        self._pages.pop(key, None)

    def clear(self) -> None:
        """Forget all pages."""
        self._pages.clear()

    def note(
        self, asked: Sequence[Field], page: KeptPage, answered: Iterable[Field], seen: Hashable, token: str
    ) -> None:
        """Learn from the fields of a request that was answered with a kept page, and from those of its answer."""
        fields, answer = dict(asked), [field for field in answered if field[0].lower() not in OWN]
        page.head = b"".join(b"%b: %b\r\n" % field for field in answer) + b"\r\n"
        if len(fields) == len(asked):
            _put(
                self._visitors,
                _browser(fields),
                Visitor(seen, token.encode(), self.clock() + KNOWN_SECONDS),
                MOST_VISITORS,
            )

    def at_once(self, target: bytes, asked: Sequence[Field]) -> tuple[bytes, bytes] | None:
        """The fields and the body that answer a request of a known visitor, None where the application has to."""
        fields = dict(asked)
        visitor = self._visitors.get(_browser(fields))
        if visitor is None or visitor.until < self.clock():
            return None
        page = self._pages.get(page_key(target, fields, visitor.seen))
        if page is None or not page.head or not self.is_fresh(page) or (page.has_token and not visitor.token):
            return None
        if len(fields) < len(asked) or not BEYOND.isdisjoint(fields):
            return None
        return page.head, visitor.token.join(page.pieces)


def page_key(target: bytes, fields: Mapping[bytes, bytes], seen: Hashable) -> Hashable:
    """All that decides what a page shows, but the database and the time."""
    return target, *map(fields.get, SENT), seen


def _browser(fields: Mapping[bytes, bytes]) -> Sequence[bytes | None]:
    """What a browser sends of its visitor."""
    return fields.get(b"cookie"), fields.get(b"accept-language")


def _put(table: dict[Key, Value], key: Key, value: Value, most: int) -> None:
    table.pop(key, None)
    table[key] = value
    while len(table) > most:
        del table[next(iter(table))]
