"""Where a command has its work done: `--workers`, or `--cluster` and what belongs to it."""

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from optimiser.executors.cluster import RECONNECT, Cluster, TlsFiles
from service.bounds import MOST_WORKERS
from service.cli.output.console import tell
from service.cli.parameters.options import FILE, Finite, workers_option
from service.errors import ServiceError

CLUSTER_ONLY = ("reconnect", "tls_ca_file", "tls_cert", "tls_key")


def where_options(
    function: Callable[..., Any], workers: Callable[[Callable[..., Any]], Callable[..., Any]] = workers_option
) -> Callable[..., Any]:
    """`--workers`, or a cluster, which arrive in the callback as one Where, `where`."""

    @wraps(function)
    def with_where(*, workers: int, cluster: Cluster | None, **others: Any) -> Any:
        if cluster is None:
            return function(where=workers, **others)
        _refuse(("workers",), "Give either --cluster or {option}, not both.")
        return function(where=cluster, **others)

    return workers(cluster_option(with_where))


def cluster_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """How a cluster is reached."""
    for option in (
        click.option("--tls-key", type=FILE, metavar="FILE", help="key of the certificate"),
        click.option("--tls-cert", type=FILE, metavar="FILE", help="certificate of this machine"),
        click.option("--tls-ca-file", type=FILE, metavar="FILE", help="who certifies the cluster [as Dask has it]"),
        click.option(
            "--reconnect",
            type=Finite(),
            metavar="MINUTES",
            default=RECONNECT,
            show_default=True,
            help="how long to wait for a cluster that is gone",
        ),
    ):
        function = option(function)
    return function


def cluster_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """A cluster, or None for this process, which arrives in the callback as `cluster`."""

    @wraps(function)
    def with_cluster(*, cluster: str | None, **others: Any) -> Any:
        values = {name: others.pop(name) for name in CLUSTER_ONLY}
        if cluster is None:
            _refuse(CLUSTER_ONLY, "Give --cluster too, or leave out {option}.")
            return function(cluster=None, **others)
        return function(cluster=cluster_at(cluster, **values), **others)

    help_ = "work on a Dask cluster, such as tcp://host:8786; local:8 tries it with eight workers here"
    return click.option("--cluster", metavar="ADDRESS", help=help_)(cluster_options(with_cluster))


def cluster_at(
    address: str, reconnect: float, tls_ca_file: Path | None, tls_cert: Path | None, tls_key: Path | None
) -> Cluster:
    """A cluster that says on the error stream what becomes of it. Raises ClusterError or ServiceError."""
    files = TlsFiles(tls_ca_file, tls_cert, tls_key)
    cluster = Cluster(address, reconnect, files, lambda message: tell(str(message)))
    if cluster.local_workers > MOST_WORKERS:
        raise ServiceError(
            "{address} has too many workers for one machine; give at most local:{most}",
            address=address,
            most=MOST_WORKERS,
        )
    return cluster


def _refuse(names: tuple[str, ...], sentence: str) -> None:
    context = click.get_current_context()
    for name in names:
        if context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            raise click.UsageError(sentence.format(option=f"--{name.replace('_', '-')}"), context)
