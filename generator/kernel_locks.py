"""The locks of compiled kernels: what several processes need at the same time is compiled by one of them.

numba itself lets each of them compile it. Which one does cannot be foreseen, so the others wait until it is there.
"""

import fcntl
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from numba.core.caching import FunctionCache

PATIENCE = 300.0
"""Seconds that another process is waited for; one that is suspended never comes."""
PAUSE = 0.02

untyped: Any = FunctionCache


def share_cache(kernel: Any, function: Callable[..., Any]) -> None:
    """Give a kernel, which numba has made of a function, a cache with a lock.

    It is held from when the compiled code is not found until it is kept, and taken inside of numba's own lock for
    threads. Kernels that a kernel calls are compiled while its lock is held: as no two call each other, no two
    processes wait for each other. A process that dies lets go of its locks.
    """
    cache, compile_kernel = SharedCache(function), kernel.compile

    def compile_once(signature: Any) -> Any:
        try:
            return compile_kernel(signature)
        finally:
            cache.let_go()

    kernel._cache, kernel.compile = cache, compile_once


class SharedCache(untyped):  # type: ignore[misc]
    """The compiled code of a kernel, with a lock that is taken where it is not found."""

    _lock: int | None = None

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """What is kept for these types, now or when others have compiled it; None where it is to be compiled."""
        found = super().load_overload(sig, target_context)
        if found is None and self._lock is None:
            self._take_lock()
            found = super().load_overload(sig, target_context)
        return found

    def let_go(self) -> None:
        """Others may look now, and compile it if it is not kept."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def _take_lock(self) -> None:
        """Wait for those who compile the same; without a lock where there is no place for one."""
        with suppress(OSError):
            self._impl.locator.ensure_cache_path()
            self._lock = os.open(
                Path(self.cache_path, f"{self._impl.filename_base}.lock"), os.O_CREAT | os.O_RDWR, 0o600
            )
            deadline = monotonic() + PATIENCE
            while not _is_locked(self._lock) and monotonic() < deadline:
                sleep(PAUSE)


def _is_locked(file: int) -> bool:
    """Lock a file, unless another process holds it."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
