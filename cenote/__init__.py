"""Evolve puzzle levels from Python: the public names of the program; see docs/manual/python.md.

Nothing is imported before it is used, so that `python -m cenote` starts as fast as the command.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cenote.evolution import Progress, Result, evolve
    from cenote.levels import Level, frame, pareto_front, rows
    from cenote.search import Search, SearchOptions
    from cenote.stored import Stored
    from cenote.stored import open_storage as open  # noqa: A004  (as `PIL.Image.open`)
    from generator import family_names as families
    from generator.messages import MessageError as Error
    from optimiser.executors.cluster import Cluster, TlsFiles

_PLACES = {
    "Cluster": ("optimiser.executors.cluster", "Cluster"),
    "Error": ("generator.messages", "MessageError"),
    "Level": ("cenote.levels", "Level"),
    "Progress": ("cenote.evolution", "Progress"),
    "Result": ("cenote.evolution", "Result"),
    "Search": ("cenote.search", "Search"),
    "SearchOptions": ("cenote.search", "SearchOptions"),
    "Stored": ("cenote.stored", "Stored"),
    "TlsFiles": ("optimiser.executors.cluster", "TlsFiles"),
    "evolve": ("cenote.evolution", "evolve"),
    "families": ("generator", "family_names"),
    "frame": ("cenote.levels", "frame"),
    "open": ("cenote.stored", "open_storage"),
    "pareto_front": ("cenote.levels", "pareto_front"),
    "rows": ("cenote.levels", "rows"),
}

__all__ = [
    "Cluster",
    "Error",
    "Level",
    "Progress",
    "Result",
    "Search",
    "SearchOptions",
    "Stored",
    "TlsFiles",
    "evolve",
    "families",
    "frame",
    "open",
    "pareto_front",
    "rows",
]


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, attribute = _PLACES[name]
    return getattr(import_module(module), attribute)
