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
}


def python(*arguments: str | Path, folder: Path) -> str:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, *arguments], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.parametrize("example", sorted((ROOT / "examples").glob("*.py")), ids=lambda path: path.name)
def test_an_example_runs_and_stands_in_the_manual(example: Path, tmp_path: Path) -> None:
    said = python(example, folder=tmp_path)
    assert all(part in said for part in SAID[example.name])
    assert f"(../../examples/{example.name})" in (ROOT / "docs/manual/python.md").read_text("utf-8")


def test_the_package_is_the_command(tmp_path: Path) -> None:
    assert python("-m", "cenote", "--version", folder=tmp_path).startswith("cenote ")


def test_importing_the_package_loads_nothing_that_takes_long(tmp_path: Path) -> None:
    program = "import sys, cenote; print(*{'numpy', 'numba', 'sqlalchemy', 'deap'} & set(sys.modules))"
    assert python("-c", program, folder=tmp_path).strip() == ""
