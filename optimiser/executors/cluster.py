"""Which cluster is meant, in words that need no Dask."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from generator.messages import Message
from optimiser.errors import ClusterError

ADDRESS = re.compile(r"(tcp|tls)://.+:\d+|local:0*[1-9]\d*")
RECONNECT = 10.0
"""Minutes that a cluster is waited for."""


@dataclass(frozen=True, slots=True)
class TlsFiles:
    """The files of an encrypted connection; Dask's own configuration has those that are not named."""

    ca: Path | None = None
    certificate: Path | None = None
    key: Path | None = None


@dataclass(frozen=True, slots=True)
class Cluster:
    """A Dask cluster: where its scheduler is, or how many workers it shall have on this machine.

    A cluster that goes away, or that has no worker, is waited for so many `minutes`, or until `ended`; `tell` says so.
    """

    address: str
    minutes: float = RECONNECT
    tls: TlsFiles = TlsFiles()
    tell: Callable[[Message], object] = lambda message: None
    ended: Callable[[], bool] = lambda: False

    def __post_init__(self) -> None:
        if not ADDRESS.fullmatch(self.address):
            raise ClusterError(
                "{address} is not a cluster; give the address of a Dask scheduler, such as tcp://host:8786, "
                "or local:8 for eight workers on this machine",
                address=self.address,
            )

    @property
    def local_workers(self) -> int:
        """How many workers it shall have on this machine; 0 where it is a scheduler somewhere."""
        return int(self.address.partition(":")[2]) if self.address.startswith("local:") else 0
