"""What statistics of a generation tell of the machines, and what the seed decides."""

from collections.abc import Mapping

MEASURED = ("solving_seconds", "cluster_workers")


def decided(statistics: Mapping[str, float]) -> dict[str, float]:
    """The statistics that are the same wherever a session runs."""
    return {name: value for name, value in statistics.items() if name not in MEASURED}
