"""The first contact with a scheduler: whether one answers at an address, and the certificates that it asks for."""

import asyncio
import socket
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from distributed.comm.addressing import get_address_host_port
from distributed.comm.core import connect
from distributed.security import Security

from generator.messages import Message
from generator.messages import minutes as minutes_
from optimiser.errors import ClusterError
from optimiser.executors.cluster import Cluster

KNOCK = 2.0
"""Seconds in which a machine says that something listens there."""
ANSWER = 10.0
"""Seconds in which a scheduler answers."""


def security(cluster: Cluster) -> Security:
    """The files of an encrypted connection; Dask's configuration has the others.

    Raises ClusterError where they cannot be used.
    """
    tls = cluster.tls
    certificates = {f"tls_{role}_cert": tls.certificate for role in ("client", "worker")}
    keys = {f"tls_{role}_key": tls.key for role in ("client", "worker")}
    named = {name: path for name, path in {"tls_ca_file": tls.ca, **certificates, **keys}.items() if path is not None}
    for path in named.values():
        if not path.is_file():
            raise ClusterError("there is no file {path}, which should be a certificate or its key", path=str(path))
    found = Security(**{name: str(path) for name, path in named.items()})
    if cluster.encrypted:
        _require_usable(found, cluster)
    return found


def _require_usable(found: Security, cluster: Cluster) -> None:
    try:
        contexts = [found.get_connection_args(role)["ssl_context"] for role in ("client", "worker")]
    except OSError as error:
        raise ClusterError(
            "the certificates for {address} cannot be used: {reason}; "
            "check --tls-ca-file, --tls-cert and --tls-key, or what Dask's configuration says",
            address=cluster.address,
            reason=str(error),
        ) from error
    if None in contexts:
        raise ClusterError(
            "{address} needs certificates; give --tls-ca-file, --tls-cert and --tls-key, "
            "or set them in Dask's configuration",
            address=cluster.address,
        )


def knock(cluster: Cluster) -> None:
    """Raises OSError where nothing listens, sooner than a client does."""
    socket.create_connection(get_address_host_port(cluster.address), KNOCK).close()


def greet(cluster: Cluster) -> None:
    """See that a scheduler answers; a client would wait for ever for something else.

    Raises OSError where none does, and ClusterError where the certificates cannot be used.
    """
    arguments = security(cluster).get_connection_args("client")
    # The caller may have an event loop of its own.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, _shake_hands(cluster.address, arguments)).result()


async def _shake_hands(address: str, arguments: Mapping[str, Any]) -> None:
    try:
        connection = await asyncio.wait_for(connect(address, timeout=ANSWER, **arguments), ANSWER)
    except OSError:
        raise
    except Exception as error:  # whatever it was that answered, Dask could not read it
        raise ConnectionError from error
    await connection.close()


def something_else(cluster: Cluster) -> Message | None:
    """What to say where something listens, but has not answered as a scheduler; None where nothing listens."""
    try:
        knock(cluster)
    except OSError:
        return None
    return Message(
        "what listens at {address} does not answer as a Dask scheduler does; "
        "check the port, whether it is tcp:// or tls://, and the certificates",
        address=cluster.address,
    )


def unreachable(cluster: Cluster, minutes: float) -> ClusterError:
    """The refusal where no scheduler answers, at once or for so long."""
    if news := something_else(cluster):
        return ClusterError(news)
    if not minutes:
        return ClusterError(
            "nothing answers at {address}; start a scheduler there with: dask scheduler", address=cluster.address
        )
    return ClusterError(
        "the scheduler at {address} has not come back for {time}; "
        "start it, and give the command again or resume the session",
        address=cluster.address,
        time=minutes_(minutes),
    )
