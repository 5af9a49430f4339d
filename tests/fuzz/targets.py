"""All targets by name; only the modules of the groups that are asked for are imported."""

from collections.abc import Iterator, Sequence
from importlib import import_module

from tests.fuzz.target import Target

GROUPS = ("sokoban", "linjat", "watersort", "orimaze", "service", "sandbox", "web")
"""The modules that list targets."""


def targets(groups: Sequence[str] = GROUPS) -> Iterator[Target]:
    """The targets of some groups."""
    for group in groups:
        yield from import_module(f"tests.fuzz.{group}").TARGETS


def target_named(name: str) -> Target:
    """The target of that name, which begins with that of its group."""
    return next(target for target in targets([name.partition("-")[0]]) if target.name == name)
