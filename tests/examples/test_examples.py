"""The examples of the manual run as they stand."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.installing import ROOT

pytestmark = pytest.mark.process

SAID = {
    "evolve.py": ("best score", "proven: "),
    "ask_and_tell.py": ("(", "."),
    "explore.py": ("id,depth,branching,solution",),
    "check_certificate.py": ("right: there is no solution for ab ba",),
}
GIVEN = {"check_certificate.py": "No solution\ncapacity 2\npours whole\nends together\nab ba\n"}
"""The standard input of those that read it."""
MANUAL = "".join(page.read_text("utf-8") for page in (ROOT / "docs/manual").glob("*.md"))


def python(*arguments: str | Path, folder: Path, given: str = "") -> str:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, *arguments]
    done = subprocess.run(
        command, cwd=folder, env=environment, input=given, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.parametrize("example", sorted((ROOT / "examples").glob("*.py")), ids=lambda path: path.name)
def test_an_example_runs_and_stands_in_the_manual(example: Path, tmp_path: Path) -> None:
    said = python(example, folder=tmp_path, given=GIVEN.get(example.name, ""))
    assert all(part in said for part in SAID[example.name])
    assert f"(../../examples/{example.name})" in MANUAL


def test_the_package_is_the_command(tmp_path: Path) -> None:
    assert python("-m", "cenote", "--version", folder=tmp_path).startswith("cenote ")


def test_importing_the_package_loads_nothing_that_takes_long(tmp_path: Path) -> None:
    program = "import sys, cenote; print(*{'numpy', 'numba', 'sqlalchemy', 'deap'} & set(sys.modules))"
    assert python("-c", program, folder=tmp_path).strip() == ""
