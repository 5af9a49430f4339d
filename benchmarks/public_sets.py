"""The public sets of levels on which solvers are measured. They are not part of the project."""

import sys
from pathlib import Path

from generator.puzzles.sokoban.notation.files import parse_file

LEVELS = Path(__file__).parents[2] / "shared" / "levels" / "sokoban"


def texts_of(name: str) -> list[str]:
    """The levels of a set. Without the set there is nothing to measure, and the run ends."""
    path = LEVELS / f"{name}.txt"
    if not path.is_file():
        sys.stderr.write(f"no level set {path}: nothing to measure\n")
        raise SystemExit(0)
    return [entry.text for entry in parse_file(path.read_text(encoding="latin-1"))]
