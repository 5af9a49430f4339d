"""Metrics of a level, for the declaration."""

from collections.abc import Mapping

from generator.values import Better, Metric

METRICS: Mapping[str, Metric] = {
    "depth": Metric("pours", "The least pours, or a lower bound if they are not proven.", Better.MORE, single="pour"),
    "branching": Metric("positions", "Positions that a pour leads to, on average along shortest solutions."),
    "rhythm": Metric("pours", "The longest wait for an empty tube along the solution.", Better.MORE),
    "excess": Metric("pours", "Pours beyond the lower bound at the start.", Better.MORE),
    "colours": Metric("colours", "Colours in the tubes."),
    "capacity": Metric("units", "Units in a full tube."),
    "empty_tubes": Metric("tubes", "Empty tubes at the start."),
    "hidden_units": Metric("units", "Units that are hidden at first."),
    "shortest_solutions": Metric("solutions", "Solutions of least length.", Better.LESS, appraised=True),
    "lost_pours": Metric(
        "share", "The share of positions one pour off the solution that are lost.", Better.MORE, appraised=True
    ),
    "worst_pours": Metric(
        "pours", "Pours that are always enough if one does not know the hidden units.", Better.MORE, appraised=True
    ),
    "expected_pours": Metric(
        "pours", "The least pours on average if one does not know the hidden units.", Better.MORE, appraised=True
    ),
    "difficulty": Metric(
        "bits",
        "What it takes to choose, at each pour of the solution, one that does not lose.",
        Better.MORE,
        appraised=True,
    ),
}
