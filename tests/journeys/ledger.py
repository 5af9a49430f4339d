"""What users were told is done: everything that the database has to hold afterwards."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from threading import Lock
from typing import Any

Key = tuple[Any, ...]
"""What a value is of, such as ("note", 7)."""


@dataclass(slots=True)
class Attempt:
    """A value that somebody has tried to write, and when the program said that it is written, if it has."""

    value: Any
    began: int
    acknowledged: int | None = None


class Ledger:
    """Attempts to write, one at a time for each key.

    An attempt that was not acknowledged, since somebody was killed, may have come to pass or not.
    """

    def __init__(self) -> None:
        self._clock = count(1)
        self._attempts: dict[Key, list[Attempt]] = defaultdict(list)
        self._locks: dict[Key, Lock] = defaultdict(Lock)
        self._lock = Lock()

    def now(self) -> int:
        """A moment between two steps of any attempts."""
        with self._lock:
            return next(self._clock)

    @contextmanager
    def locked(self, *keys: Key) -> Iterator[None]:
        """Let nobody else write under these keys meanwhile."""
        with self._lock:
            locks = [self._locks[key] for key in sorted(set(keys), key=str)]
        for lock in locks:
            lock.acquire()
        try:
            yield
        finally:
            for lock in locks:
                lock.release()

    def attempt(self, values: Mapping[Key, Any]) -> "Writing":
        """Begin to write values under keys, which are locked."""
        began = self.now()
        attempts = {key: Attempt(value, began) for key, value in values.items()}
        for key, attempt in attempts.items():
            self._attempts[key].append(attempt)
        return Writing(self, [*attempts.values()])

    @contextmanager
    def writing(self, *keys: Key, value: Any = True) -> Iterator["Writing"]:
        """Let a block write a value under keys; it says so when that was acknowledged."""
        with self.locked(*keys):
            yield self.attempt(dict.fromkeys(keys, value))

    def allowed(self, since: int | None = None, until: int | None = None) -> Mapping[Key, list[Any]]:
        """The values that each key may have for a reader who began and ended then; None stands for no value."""
        later = self.now()
        begin, end = since or later, until or later
        return {key: _possible(attempts, begin, end) for key, attempts in [*self._attempts.items()]}

    @property
    def acknowledged(self) -> Counter[str]:
        """How many values of each kind were acknowledged."""
        held = ((key[0], attempt) for key, attempts in self._attempts.items() for attempt in attempts)
        return Counter(kind for kind, attempt in held if attempt.acknowledged is not None)


class Writing:
    """One or more attempts that are acknowledged together."""

    def __init__(self, ledger: Ledger, attempts: list[Attempt]) -> None:
        self._ledger = ledger
        self._attempts = attempts

    def acknowledge(self) -> None:
        """The program has said that it is written."""
        now = self._ledger.now()
        for attempt in self._attempts:
            attempt.acknowledged = now


def _possible(attempts: list[Attempt], since: int, until: int) -> list[Any]:
    values: list[Any] = [None]
    for attempt in attempts:
        if attempt.began >= until:
            break
        if attempt.acknowledged is not None and attempt.acknowledged < since:
            values = []
        values.append(attempt.value)
    return values
