"""What the surroundings decide: where levels are kept, how many cores there are, which program this is."""

import getpass
import os
from importlib.metadata import version

DEFAULT_STORAGE = "sqlite:///cenote.db"
STORAGE_VARIABLE = "CENOTE_STORAGE"


def storage_url(given: str | None) -> str:
    """The storage that was given, or that of the environment, or the default."""
    return given or os.environ.get(STORAGE_VARIABLE) or DEFAULT_STORAGE


def usable_cores() -> int:
    """The number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):  # not everywhere: macOS has none
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def user_name() -> str:
    """The name of this process's user."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # a user without a name, as in containers
        return f"user {os.getuid()}"


def program_version() -> str:
    """The version of this program."""
    return version("cenote")
