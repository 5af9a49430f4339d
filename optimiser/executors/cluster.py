"""Which cluster is meant, in words that need no Dask."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from generator.messages import Message
from optimiser.errors import ClusterError

ADDRESS = re.compile(r"(?:tcp|tls)://.+:(?P<port>\d{1,5})|local:(?P<workers>\d{1,9})")
PORTS = range(1, 2**16)
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
        if not _is_address(self.address):
            raise ClusterError(
                "{address} is not a cluster; give the address of a Dask scheduler, such as tcp://host:8786, "
                "or local:8 for eight workers on this machine",
                address=self.address,
            )
        if self.tls != TlsFiles() and not self.encrypted:
            raise ClusterError(
                "{address} is not encrypted; give tls://HOST:PORT, or leave out the certificates", address=self.address
            )

    @property
    def encrypted(self) -> bool:
        """Whether both sides have to show certificates."""
        return self.address.startswith("tls:")

    @property
    def local_workers(self) -> int:
        """How many workers it shall have on this machine; 0 where it is a scheduler somewhere."""
        return int(self.address.partition(":")[2]) if self.address.startswith("local:") else 0


def _is_address(text: str) -> bool:
    found = ADDRESS.fullmatch(text)
    return found is not None and (int(found["workers"]) > 0 if found["workers"] else int(found["port"]) in PORTS)
