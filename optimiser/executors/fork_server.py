"""Where worker processes come from: a process that has loaded what they need, of which they are copies."""

import multiprocessing
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing import forkserver, resource_tracker
from multiprocessing.context import BaseContext

SAFE_PATH = "PYTHONSAFEPATH"
READY = "generator.ready_numba"
OURS = ("generator.", "optimiser.")
"""How the modules begin that workers need."""


def context() -> BaseContext:
    """How processes begin: as copies of one that has loaded what this process has, or from nothing.

    A copy begins at once, and shares what was loaded. On macOS, libraries of the system do not survive it. Nor is there
    such a process where the folder for temporary files has no room or a long name. It ends with this process.
    """
    # It would unblock the signal if it began later.
    resource_tracker.ensure_running()
    if sys.platform == "linux":
        with suppress(OSError), uninterrupted():
            _ensure_running()
            return multiprocessing.get_context("forkserver")
    return multiprocessing.get_context("spawn")


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Processes that begin within the block do not hear Ctrl-C: it is for this one, which ends them in good order."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _ensure_running() -> None:
    # Whoever begins workers has prepared what they need, and so loaded it here.
    multiprocessing.set_forkserver_preload([*(name for name in sys.modules if name.startswith(OURS)), READY])
    # It would look for modules in the working directory first.
    before = os.environ.get(SAFE_PATH, "")
    os.environ[SAFE_PATH] = "1"
    try:
        forkserver.ensure_running()
    finally:
        os.environ[SAFE_PATH] = before
