"""One cluster for the tests of a file."""

from collections.abc import Iterator

import pytest

from tests.optimiser.executors.clusters import DaskMachines, dask_machines


@pytest.fixture(scope="module")
def machines(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DaskMachines]:
    """A scheduler with two workers."""
    with dask_machines(tmp_path_factory.mktemp("machines") / "logs", 2) as machines:
        yield machines
