"""How much room is left for a database on its disk, and whether a session waits for more."""

import os
from pathlib import Path
from typing import NamedTuple, Self

LEAST = 256 * 2**20
"""Free bytes below which a session waits: its log, and what others write meanwhile, take some tens of megabytes."""
SHARE = 20
"""Of a small disk it is this part."""
MARGIN = 5 / 4
"""So much more than the least has to be free before it goes on, lest it waits again at once."""


class DiskRoom(NamedTuple):
    """What is free on a disk for this user, and its size, in bytes."""

    free: int
    total: int

    @classmethod
    def of(cls, path: Path) -> Self:
        """The room on the disk of a database."""
        found = os.statvfs(path.parent)
        return cls(found.f_bavail * found.f_frsize, found.f_blocks * found.f_frsize)

    @property
    def least(self) -> int:
        """What has to be free."""
        return min(LEAST, self.total // SHARE)

    def lacks(self, *, waiting: bool) -> bool:
        """Whether a session waits for room, or goes on waiting."""
        return self.free < self.least * (MARGIN if waiting else 1)
