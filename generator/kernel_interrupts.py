"""What may not happen while a kernel is being compiled.

LLVM calls back into Python there, and no exception comes out of such a call. One that Ctrl-C raises would be lost, and
LLVM would go on with half an answer and crash.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import current_thread, main_thread


@dataclass(slots=True)
class _MainThread:
    """How many kernels the main thread compiles, each for the one before, and what waits for the last of them."""

    depth: int = 0
    waiting: Callable[[], None] | None = None


_main = _MainThread()


@contextmanager
def compiling() -> Iterator[None]:
    """Around the compiling of one kernel; at its end comes what has waited for it."""
    if current_thread() is not main_thread():
        yield
        return
    _main.depth += 1
    try:
        yield
    finally:
        _main.depth -= 1
        act, _main.waiting = _main.waiting, None
        if act is not None:
            act()


def is_outermost() -> bool:
    """Whether the kernel that is compiled now is one of the main thread, and for no other kernel."""
    return current_thread() is main_thread() and _main.depth == 1


def when_compiled(act: Callable[[], None]) -> None:
    """Act now, or when the kernel that the main thread compiles is done; for handlers of signals, which may raise."""
    if _main.depth:
        _main.waiting = act
    else:
        act()
