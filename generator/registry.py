"""Finds the puzzle families: sub-packages of `generator.puzzles`, imported only when asked for by name.

A family is a package with two modules: `declaration` (cheap: options, presets) whose `DECLARATION` is a
Declaration, and `family` whose `FAMILY` is a Family. Where the folder's name begins with an underscore, which that of
the family does not, it is not listed: the template.
"""

import pkgutil
from collections.abc import Iterable, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, cast

from generator import puzzles
from generator.declaration import Declaration
from generator.errors import UnknownFamilyError
from generator.family import Family

TEMPLATE = "template"
"""The family to begin a new one from, which is found by its name and not listed."""


@cache
def family_names() -> tuple[str, ...]:
    """The names of all puzzle families, sorted."""
    found = pkgutil.iter_modules(puzzles.__path__)
    return tuple(sorted(module.name for module in found if module.ispkg and not module.name.startswith("_")))


@cache
def default_family() -> str:
    """The name of the family that is meant where none is named: the first that declares to be it, else the first."""
    return next((name for name in family_names() if get_declaration(name).is_default), family_names()[0])


def get_family(name: str) -> Family[Any]:
    """The family of that name. Raises UnknownFamilyError."""
    return cast(Family[Any], _module(name, "family").FAMILY)


def get_declaration(name: str) -> Declaration:
    """What the family of that name declares, without its solvers. Raises UnknownFamilyError."""
    return cast(Declaration, _module(name, "declaration").DECLARATION)


def appraised_names(name: str) -> Sequence[str]:
    """The metrics of the family of that name that only `appraise` counts. Raises UnknownFamilyError."""
    return [metric for metric, declared in get_declaration(name).metrics.items() if declared.appraised]


def pieces_of(names: Iterable[str]) -> str:
    """What the pieces of levels of these families are called, in a word for all. Raises UnknownFamilyError."""
    found = {get_declaration(name).pieces for name in names}
    return found.pop() if len(found) == 1 else Declaration.pieces


def folder_of(name: str) -> Path:
    """The folder of a family. Raises UnknownFamilyError."""
    return Path(_module(name, "declaration").__file__).parent


def require_listed(name: str) -> None:
    """Refuse a name from outside that is not listed, also that of the template. Raises UnknownFamilyError."""
    if name not in family_names():
        raise UnknownFamilyError(
            "there is no puzzle family {name!r}; there are: {names}", name=name, names=", ".join(family_names())
        )


def _module(name: str, part: str) -> Any:
    if name == TEMPLATE:
        return import_module(f"{puzzles.__name__}._{name}.{part}")
    require_listed(name)
    return import_module(f"{puzzles.__name__}.{name}.{part}")
