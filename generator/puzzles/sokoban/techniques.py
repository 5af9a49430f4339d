"""What can be asked of the solver, as the command line offers it, without numba behind it."""

from collections.abc import Mapping

from generator.values import Aim

AIMS: Mapping[str, Aim] = {
    "pushes": Aim("the least pushes, and among these as few moves as the limits allow", "pushes"),
    "moves": Aim("the least moves", "moves"),
    "any": Aim("any solution, found fast, with bounds on the least pushes", "pushes", least=False),
}

TECHNIQUES: Mapping[str, str] = {
    "slides": "zero-space levels and other door mazes are searched by slides instead of pushes",
    "both-ends": "the search runs from both ends instead of from the start alone",
    "freeze": "boxes frozen off the goals are deadlocks",
    "corral": "PI-corrals are opened first",
    "matching": "the bound matches boxes with goals instead of sending each to its nearest",
    "fixed-goals": "frozen boxes keep their goals in the matching",
    "groups": "two to four boxes that are lost without the others are deadlocks",
    "patterns": "a few boxes alone must not need more pushes than a known solution leaves them",
}
"""Every technique that can be switched off; what is proven is the same without it."""
