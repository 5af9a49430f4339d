"""Seconds that a benchmark and everything it starts use of all cores, on Linux.

Worker processes are children of a process that outlives the call and, where a command starts them, the command as well.
So it does not do to ask for the children that were waited for.
"""

import ctypes
import os
import resource
from contextlib import suppress

import psutil

_SET_CHILD_SUBREAPER = 36
"""The number of this request in Linux' <sys/prctl.h>."""


def adopt() -> None:
    """From now on processes whose parent ends become children of this one, which can wait for them."""
    ctypes.CDLL(None).prctl(_SET_CHILD_SUBREAPER, 1)


def wait_for_all() -> None:
    """Wait for all processes that this one has started or adopted."""
    with suppress(ChildProcessError):
        while True:
            os.wait()


def processor_seconds() -> float:
    """What this process, all that it waited for, and all that live under it have used so far."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    own = resource.getrusage(resource.RUSAGE_SELF)
    used = own.ru_utime + own.ru_stime + ended.ru_utime + ended.ru_stime
    return used + sum(map(_with_children, psutil.Process().children(recursive=True)))


def _with_children(process: psutil.Process) -> float:
    with suppress(psutil.NoSuchProcess):
        times = process.cpu_times()
        return float(times.user + times.system + times.children_user + times.children_system)
    return 0.0
