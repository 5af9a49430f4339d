"""Commands in this process and in processes of their own, databases that sessions have filled, and small disks."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from service.cli import cli
from service.cli.output import console
from tests.patience import PATIENCE
from tests.storage.conftest import SmallDisk

CENOTE = Path(sys.executable).with_name("cenote")

Invoke = Callable[..., Result]
Start = Callable[..., "subprocess.Popen[str]"]

CORRIDOR = "#####\n#@$.#\n#####\n"
"""The smallest level; its one push is R."""

UNSOLVABLE = "#######\n#@----#\n#-#*#-#\n#-*-$-#\n#-#.#-#\n#-----#\n#######\n"
"""A level of type b whose goals are on other lines than its boxes, and no box leaves its line."""

LARGE = "\n".join(["#" * 72, "#@$." + 67 * "-" + "#", *["#" + 70 * "-" + "#"] * 69, "#" * 72, ""])
"""A room with more floor cells than the solver takes; its one push is R."""

TRADE = "########\n#-##---#\n#@-$---#\n#-.----#\n########\n"
"""A level with 4 pushes and 13 moves, or 6 pushes and 11 moves."""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working directory, where the default database would be."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("CENOTE_STORAGE", raising=False)
    return tmp_path


@pytest.fixture(scope="session")
def cenote() -> Iterator[Invoke]:
    """Runs a command in this process; exceptions that it does not foresee fail the test.

    However busy the machine is, it does not say after five seconds that it compiles.
    """

    def invoke(*arguments: str | Path, stdin: bytes | None = None) -> Result:
        result = CliRunner().invoke(cli, list(map(str, arguments)), input=stdin, prog_name="cenote")
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(console, "PATIENCE", PATIENCE)
        yield invoke


@pytest.fixture(scope="session")
def evolved(cenote: Invoke, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The URL of a database that one session on b 4 has filled; tests only read it."""
    url = f"sqlite:///{tmp_path_factory.mktemp('evolved')}/levels.db"
    result = cenote("run", "--preset", "b4", "--seed", "1", "--evaluations", "300", "--workers", "0", "--storage", url)
    assert result.exit_code == 0, result.output
    return url


@pytest.fixture
def start() -> Iterator[Start]:
    """Starts commands in processes of their own, and ends those that still run when the test is over."""
    running = []

    def begin(*arguments: str | Path, **options: Any) -> "subprocess.Popen[str]":
        pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        process: subprocess.Popen[str] = subprocess.Popen([CENOTE, *arguments], **{**pipes, **options})
        running.append(process)
        return process

    yield begin
    for process in running:
        process.kill()
        process.communicate()


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[SmallDisk | None]:
    """A disk of 24 megabytes, or None where mounting is not allowed."""
    folder = tmp_path / "disk"
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=24m", "tmpfs", str(folder)]
    if os.geteuid() or subprocess.run(command, capture_output=True).returncode:
        yield None
        return
    try:
        yield SmallDisk(folder)
    finally:
        subprocess.run(["umount", folder], check=True)


def refused(result: Result) -> str:
    """The one line with which a command has refused something."""
    assert result.exit_code == 2, result.output
    assert result.stderr.startswith("Error: ")
    assert result.stderr.count("\n") == 1
    return result.stderr
