"""Kernels are compiled in a process of their own, so that the memory for it is free again.

LLVM keeps what it needed for a kernel as long as the process lives. For all kernels of a search that is a gigabyte.
"""

import os
import signal
from collections.abc import Callable
from contextlib import suppress
from threading import current_thread
from threading import enumerate as enumerate_threads


def in_child(act: Callable[[], object]) -> None:
    """Let a child of this process act, and wait for its end.

    What becomes of it is not told: the child may have died. Nothing is done where no child can be made, and beside
    threads that work, since what another one has locked would stay locked in the child. Daemons only watch and draw.
    """
    if not all(thread.daemon for thread in enumerate_threads() if thread is not current_thread()):
        return
    with suppress(OSError):
        child = os.fork()
        if child == 0:
            _act_and_end(act)
        os.waitpid(child, 0)


def _act_and_end(act: Callable[[], object]) -> None:
    """Ctrl-C is for the parent. The child ends without a word, and leaves all that it has from its parent as it is."""
    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        act()
    finally:
        os._exit(0)
