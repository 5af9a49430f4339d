"""The versions on which the result of a call depends."""

import sys
from importlib.metadata import version
from typing import NamedTuple


class Versions(NamedTuple):
    """What must be the same in a session and in its workers."""

    cenote: str
    numba: str
    python: str

    def __str__(self) -> str:
        return f"cenote {self.cenote}, numba {self.numba} and Python {self.python}"


def versions_here() -> Versions:
    """The versions of this process."""
    return Versions(version("cenote"), version("numba"), f"{sys.version_info.major}.{sys.version_info.minor}")
