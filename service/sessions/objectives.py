"""Objectives by name: those of every family, and those that one alone declares."""

from collections.abc import Mapping
from typing import NamedTuple

from generator import Space, family_names, get_declaration
from optimiser.objective import PRESETS, Objective
from service.errors import ServiceError


class AskedObjective(NamedTuple):
    """What a user asked for: the name of an objective, or of a family for its own one, or weights, or neither."""

    name: str = ""
    weights: Mapping[str, float] = {}


NO_OBJECTIVE = AskedObjective()
"""Nothing asked for, so that the family's own counts."""


def named_objectives() -> Mapping[str, Objective]:
    """All objectives with a name, those of every family first."""
    declared = [get_declaration(family).objectives for family in family_names()]
    own = {name: Objective(name, weights) for objectives in declared for name, weights in objectives.items()}
    return {**PRESETS, **own}


def families_with_objectives() -> tuple[str, ...]:
    """The families whose sessions have an objective of their own by default, by whose names it can be asked for."""
    return tuple(family for family in family_names() if get_declaration(family).objectives)


def objective_of(asked: AskedObjective) -> Objective | None:
    """The objective that is named by itself, None where none is. Raises ServiceError."""
    if asked.weights:
        return _weighted(asked.weights)
    if asked.name in families_with_objectives():
        names = ", ".join(get_declaration(asked.name).objectives)
        raise ServiceError(
            "the objective of {name} depends on the session; give one of: {names}", name=asked.name, names=names
        )
    return named_objectives()[asked.name] if asked.name else None


def session_objective(family: str, space: Space, asked: AskedObjective) -> Objective:
    """The objective of a session: the one that is asked for, else the family's own, else the first of all."""
    named = None if asked.name == family else objective_of(asked)
    return named or named_objectives()[get_declaration(family).objective(space) or next(iter(PRESETS))]


def _weighted(weights: Mapping[str, float]) -> Objective:
    same = [objective for objective in named_objectives().values() if objective.weights == weights]
    # Scores compare under the name of their objective, so the name of free weights is the weights.
    name = " ".join(f"{metric}={weight!r}".removesuffix(".0") for metric, weight in sorted(weights.items()))
    return same[0] if same else Objective(name, weights)
