"""Puzzles: everything the program knows about a puzzle, behind one small interface."""

from generator.errors import PuzzleError
from generator.family import (
    Declaration,
    Description,
    Entry,
    Family,
    Genome,
    Metrics,
    Option,
    Solution,
    SolveStatus,
    Space,
    Specimen,
)
from generator.registry import family_names, get_declaration, get_family

__all__ = [
    "Declaration",
    "Description",
    "Entry",
    "Family",
    "Genome",
    "Metrics",
    "Option",
    "PuzzleError",
    "Solution",
    "SolveStatus",
    "Space",
    "Specimen",
    "family_names",
    "get_declaration",
    "get_family",
]
