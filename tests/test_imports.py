"""No module imports itself by way of others."""

from graphlib import TopologicalSorter

import grimp
import pytest

PARTS = ("cenote", "generator", "optimiser", "storage", "service", "migrations")


@pytest.mark.parametrize("part", PARTS)
def test_there_is_no_circle_of_imports(part: str) -> None:
    graph = grimp.build_graph(part, cache_dir=None)
    imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    assert {*TopologicalSorter(imports).static_order()} == graph.modules  # or CycleError with the modules of a circle
