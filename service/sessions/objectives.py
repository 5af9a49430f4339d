"""Objectives by name: those of every family, and those that one alone declares."""

from collections.abc import Mapping
from typing import NamedTuple

from generator import Space, family_names, get_declaration
from optimiser.objective import PRESETS, Objective
from service.errors import ServiceError


class Wish(NamedTuple):
    """What a user asked for: the name of an objective, or of a family for its own one, or weights, or neither."""

    name: str = ""
    weights: Mapping[str, float] = {}


def named_objectives() -> Mapping[str, Objective]:
    """All objectives with a name, those of every family first."""
    declared = [get_declaration(family).objectives for family in family_names()]
    own = {name: Objective(name, weights) for objectives in declared for name, weights in objectives.items()}
    return {**PRESETS, **own}


def families_with_objectives() -> tuple[str, ...]:
    """The families whose sessions have an objective of their own by default, by whose names it can be asked for."""
    return tuple(family for family in family_names() if get_declaration(family).objectives)


def objective_of(wish: Wish) -> Objective | None:
    """The objective that a wish names by itself, None where it names none. Raises ServiceError."""
    if wish.weights:
        return _weighted(wish.weights)
    if wish.name in families_with_objectives():
        names = ", ".join(get_declaration(wish.name).objectives)
        raise ServiceError(
            "which objective of {name} depends on the session; name one: {names}", name=wish.name, names=names
        )
    return named_objectives()[wish.name] if wish.name else None


def session_objective(family: str, space: Space, wish: Wish) -> Objective:
    """The objective of a session: the one that is asked for, else the family's own, else the first of all."""
    asked = None if wish.name == family else objective_of(wish)
    return asked or named_objectives()[get_declaration(family).objective(space) or next(iter(PRESETS))]


def _weighted(weights: Mapping[str, float]) -> Objective:
    same = [objective for objective in named_objectives().values() if objective.weights == weights]
    # Scores compare under the name of their objective, so the name of free weights is the weights.
    name = " ".join(f"{metric}={weight!r}".removesuffix(".0") for metric, weight in sorted(weights.items()))
    return same[0] if same else Objective(name, weights)
