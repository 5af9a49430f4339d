"""Compiled kernels are shared: by copies of the program with the same sources, and by processes that begin together.

numba itself has a place for each copy, and lets each process compile what it does not find. Which of them compiles a
kernel cannot be foreseen, so the others wait until it is there.
"""

import fcntl
import os
from collections.abc import Callable
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from threading import Lock
from time import monotonic, sleep
from typing import Any

from numba.core import config as numba_config
from numba.core.caching import CompileResultCacheImpl, FunctionCache, UserProvidedCacheLocator

from generator.kernel_cache import SOURCES, cache_folder
from generator.kernel_interrupts import compiling, is_outermost
from generator.kernel_process import in_child
from generator.linked_kernels import rebuilt, reduced

PATIENCE = 300.0
"""Seconds that another process is waited for; one that is suspended never comes."""
PAUSE = 0.02

_making = Lock()
"""Held while a cache is made, of which threads must not make two: a lock is let go by the one that has taken it."""

config: Any = numba_config
untyped: Any = FunctionCache
untyped_contents: Any = CompileResultCacheImpl
untyped_place: Any = UserProvidedCacheLocator


def share_cache(kernel: Any, cache_of: "type[SharedCache]") -> None:
    """Give a kernel, which numba has made of a function, a cache with a lock as soon as it is to be compiled.

    In a process few kernels are compiled, and to make the caches of all takes as long as all else that loads them. The
    lock is held from when the compiled code is not found until it is kept, and taken inside of numba's own lock for
    threads. Kernels that a kernel calls are compiled while its lock is held: as no two call each other, no two
    processes wait for each other. A process that dies lets go of its locks. Where it can, a child of the process
    compiles, which shares its lock.
    """
    compile_kernel = kernel.compile

    @cache
    def shared() -> SharedCache:
        made = _in_place(cache_of, kernel.py_func)
        made.compile_kernel = compile_kernel
        return made

    def compile_once(signature: Any) -> Any:
        with _making:
            kernel._cache = shared()
        with compiling():
            try:
                return compile_kernel(signature)
            finally:
                kernel._cache.let_go()

    kernel.compile = compile_once


def _in_place(cache_of: "type[SharedCache]", function: Any) -> "SharedCache":
    """A cache in the folder of the present state of all kernels."""
    outside, config.CACHE_DIR = config.CACHE_DIR, str(cache_folder())
    try:
        return cache_of(function)
    finally:
        config.CACHE_DIR = outside


class _Place(untyped_place):  # type: ignore[misc]
    """Where compiled code lies: for our own kernels the same, wherever the program is."""

    @classmethod
    def get_suitable_cache_subpath(cls, py_file: str) -> str:
        """The folder inside that of the present state of all kernels."""
        if Path(py_file).is_relative_to(SOURCES):
            return str(Path(py_file).relative_to(SOURCES).parent)
        return str(super().get_suitable_cache_subpath(py_file))


class _Contents(untyped_contents):  # type: ignore[misc]
    _locator_classes = (_Place, *untyped_contents._locator_classes)


class SharedCache(untyped):  # type: ignore[misc]
    """The compiled code of a kernel, with a lock that is taken where it is not found."""

    _impl_class = _Contents
    _lock: int | None = None
    compile_kernel: Callable[[Any], Any]

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """What is kept for these types, now or when others have compiled it; None where it is to be compiled."""
        found = super().load_overload(sig, target_context)
        if found is None and self._lock is None:
            self._take_lock()
            found = super().load_overload(sig, target_context)
            if found is None and self._lock is not None and is_outermost():
                in_child(partial(self.compile_kernel, sig))
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


class _LinkedContents(_Contents):
    def get_filename_base(self, fullname: str, abiflags: str) -> str:
        return f"linked-{super().get_filename_base(fullname, abiflags)}"

    def reduce(self, data: Any) -> tuple[Any, ...]:
        return reduced(data)

    def rebuild(self, target_context: Any, payload: tuple[Any, ...]) -> Any:
        return rebuilt(target_context, payload)


class LinkedCache(SharedCache):
    """The code of a kernel for those that call it, with a lock as well."""

    _impl_class = _LinkedContents


def _is_locked(file: int) -> bool:
    """Lock a file, unless another process holds it."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
