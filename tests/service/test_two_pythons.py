"""A session is the same on another version of Python."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.service.records import everything

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
VARIABLE = "CENOTE_OTHER_PYTHON"
"""Names the other interpreter."""
MINORS = (13, 12, 14, 11)
"""Versions 3.x that are looked for, in this order."""
PYENV = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
"""Where pyenv keeps its versions."""
SESSIONS = {
    "sokoban": ("--preset", "b4", "--evaluations", "320"),
    "linjat": ("--family", "linjat", "--mode", "hard", "--evaluations", "48"),
    "watersort": ("--family", "watersort", "--evaluations", "64"),
}


def _minor(python: str | Path) -> int:
    """The x of an interpreter of version 3.x, 0 for what does not run or is too old."""
    code = "import sys; print(sys.version_info.minor * (sys.version_info >= (3, 11)))"
    try:
        done = subprocess.run([python, "-c", code], capture_output=True, text=True)
    except OSError:
        return 0
    return int(done.stdout) if done.returncode == 0 else 0


def _candidates() -> Iterator[str]:
    if VARIABLE in os.environ:
        yield os.environ[VARIABLE]
        return
    for minor in MINORS:
        for folder in os.get_exec_path():
            if found := shutil.which(f"python3.{minor}", path=folder):
                yield found
        # What pyenv has on the path only says that the version is not chosen.
        yield from map(str, PYENV.glob(f"versions/3.{minor}.*/bin/python3.{minor}"))


@pytest.fixture(scope="module")
def other(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Another Python with this program and exactly the libraries of the constraints."""
    python = next((path for path in _candidates() if _minor(path) not in (0, sys.version_info.minor)), None)
    if python is None:
        pytest.skip(f"there is no other Python from 3.11 on; install one, or name it with {VARIABLE}")
    folder = tmp_path_factory.mktemp("other")
    subprocess.run([python, "-m", "venv", folder], check=True)
    install = [folder / "bin" / "python", "-m", "pip", "install", "--quiet", "--editable", ROOT]
    subprocess.run(install, check=True, env={**os.environ, "PIP_CONSTRAINT": str(ROOT / "constraints.txt")})
    return folder / "bin" / "python"


def cenote(python: Path | str, database: Path, *arguments: str) -> str:
    """The output of a command under an interpreter."""
    command = [python, "-m", "service.cli", *arguments, "--storage", f"sqlite:///{database}"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=database.parent, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("family", SESSIONS)
def test_levels_scores_and_lineage_are_the_same_and_each_verifies_those_of_the_other(
    other: Path, tmp_path: Path, family: str
) -> None:
    here, there = tmp_path / "here.db", tmp_path / "there.db"
    for python, database in ((sys.executable, here), (other, there)):
        cenote(python, database, "run", *SESSIONS[family], "--seed", "7", "--workers", "0", "--quiet")
    found = everything(here)
    assert found["levels"], "the session found no levels"
    assert everything(there) == found
    assert "levels verified: " in cenote(other, here, "verify")
    assert "levels verified: " in cenote(sys.executable, there, "verify")


def test_a_session_goes_on_under_the_other_python_as_if_nothing_had_happened(other: Path, tmp_path: Path) -> None:
    whole, halves = tmp_path / "whole.db", tmp_path / "halves.db"
    session = "--preset", "b4", "--seed", "7", "--workers", "0", "--quiet"
    cenote(sys.executable, whole, "run", *session, "--evaluations", "320")
    cenote(sys.executable, halves, "run", *session, "--evaluations", "160")
    cenote(other, halves, "resume", "1", "--workers", "0", "--quiet", "--evaluations", "320")
    assert everything(halves) == everything(whole)
    assert f"3.{_minor(other)}." in cenote(sys.executable, halves, "sessions", "-f", "json")
