"""Metrics of a level, for the declaration."""

from collections.abc import Mapping

from generator.values import Better, Metric

METRICS: Mapping[str, Metric] = {
    "depth": Metric("moves", "The least moves, or a lower bound if they are not proven.", Better.MORE, single="move"),
    "branching": Metric("moves", "Moves to choose from, on average along the solution."),
    "positions": Metric("positions", "Positions that can be reached from the start.", Better.MORE),
    "hardest": Metric("moves", "The least moves from the position from which it takes the most."),
    "shortest_solutions": Metric("solutions", "Solutions of least length.", Better.LESS),
}
