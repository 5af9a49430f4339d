"""One cluster for the tests of a file, and nothing of it for those of the next."""

import gc
import warnings
from collections.abc import Iterator

import pytest
from distributed import Client

from tests.optimiser.executors.clusters import DaskMachines, dask_machines


@pytest.fixture(scope="module")
def machines(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DaskMachines]:
    """A scheduler with two workers."""
    with dask_machines(tmp_path_factory.mktemp("machines") / "logs", 2) as machines:
        yield machines


@pytest.fixture(scope="module", autouse=True)
def _nothing_left() -> Iterator[None]:
    """Dask leaves sockets of lost connections to the collector of garbage, which would accuse the next file of them."""
    yield
    # One that is left looks for its scheduler for minutes, and takes random numbers that tests of others count on.
    assert [client for client in Client._instances if client.status != "closed"] == []
    with warnings.catch_warnings(action="ignore", category=ResourceWarning):
        gc.collect()
