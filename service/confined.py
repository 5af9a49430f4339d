"""A process that gives up network and rights before it imports anything that reads texts of strangers.

`python -m service.confined MODULE ARGUMENT ...` runs a module so; without a module it says why the network is still
there, and nothing where it is not.
"""

import ctypes
import os
import resource
import runpy
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from optimiser.garbage import collected_late

_NEW_USER, _NEW_NETWORK = 0x10000000, 0x40000000
_NO_NEW_PRIVILEGES = 38
FILES = 256
"""Files that may be open at a time."""
FILE_BYTES = 64 * 2**20
"""Bytes of the largest file that may be written, such as a compiled kernel."""


def confine() -> str:
    """Give up the network, new rights, many files and long ones; return why the network is still there, if it is.

    To be called while the process has a single thread.
    """
    resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, FILES))
    resource.setrlimit(resource.RLIMIT_FSIZE, (FILE_BYTES, FILE_BYTES))
    if sys.platform != "linux":
        return "only Linux lets a process give it up"
    library = ctypes.CDLL(None, use_errno=True)
    library.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    user, group = os.getuid(), os.getgid()
    # A user namespace of its own gives the right to an empty network namespace, and takes all rights outside of it.
    if library.unshare(_NEW_USER | _NEW_NETWORK):
        return f"this system gives a process no namespaces of its own ({os.strerror(ctypes.get_errno())})"
    with suppress(OSError):  # it keeps its name, where that is allowed
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/uid_map").write_text(f"{user} {user} 1")
        Path("/proc/self/gid_map").write_text(f"{group} {group} 1")
    return ""


def network_left() -> str:
    """Why processes that read texts of strangers have the network here; empty where they have not."""
    done = subprocess.run([sys.executable, "-P", "-m", "service.confined"], capture_output=True, text=True, check=False)
    return done.stdout.strip() or done.stderr.strip().rpartition("\n")[2]


if __name__ == "__main__":
    left = confine()
    if len(sys.argv) > 1:
        del sys.argv[0]
        with collected_late():
            runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
    else:
        sys.stdout.write(left)
