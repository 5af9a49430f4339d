"""`cenote worker`: this machine works for sessions of others."""

from pathlib import Path

import click

from generator import family_names
from optimiser.executors import WITHOUT_DASK
from service.bounds import MOST_WORKERS
from service.cli.input.cluster_options import cluster_at, cluster_options
from service.cli.parameters.options import Whole
from service.cli.parameters.suggestions import FAMILY
from service.errors import ServiceError
from service.settings import usable_cores


@click.command()
@click.argument("address")
@click.option(
    "--workers",
    type=Whole(1, MOST_WORKERS),
    default=usable_cores,
    help="worker processes, of one thread each [the usable cores]",
)
@click.option(
    "--memory-limit",
    default="auto",
    show_default=True,
    metavar="SIZE",
    help="memory of a worker before it is replaced, such as 2GB; 0 for no limit, auto for an even share",
)
@click.option(
    "--family", "families", type=FAMILY, multiple=True, help="puzzle family to compile before; repeatable [all]"
)
@cluster_options
def worker_command(
    address: str,
    workers: int,
    memory_limit: str,
    families: tuple[str, ...],
    reconnect: float,
    tls_ca_file: Path | None,
    tls_cert: Path | None,
    tls_key: Path | None,
) -> None:
    """Work for the sessions of a Dask cluster until Ctrl-C.

    ADDRESS is that of the scheduler. Kernels are compiled first. The versions of cenote, numba and Python must be those
    of the other workers and of the sessions. TLS and everything else can be set in Dask's own configuration too.

    Example: cenote worker tcp://host:8786
    """
    try:
        from optimiser.executors.dask_worker import work
    except ModuleNotFoundError as error:
        raise ServiceError(WITHOUT_DASK) from error
    cluster = cluster_at(address, reconnect, tls_ca_file, tls_cert, tls_key)
    if cluster.local_workers:
        raise ServiceError("workers need the address of a scheduler, such as tcp://host:8786")
    work(cluster, workers, memory_limit, families or family_names())
