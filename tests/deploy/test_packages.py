"""What is published: the source package, the wheel, the image, and the units that start the service."""

import re
import shlex
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
import yaml

from service.cli import cli

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
PACKAGES = ("cenote", "generator", "optimiser", "storage", "service", "migrations")
WHOLE = (*PACKAGES, "tests", "benchmarks", "deploy", "docs", "examples", "requirements")
SINGLE = ("Makefile", "constraints.txt", "pyproject.toml", "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE")


def built(target: str, source: Path, folder: Path) -> Path:
    """The package that is built from a tree."""
    command = [sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", str(folder)]
    subprocess.run(command, cwd=source, check=True, capture_output=True)
    (package,) = folder.iterdir()
    return package


def files_below(folder: Path) -> set[str]:
    found = (file for file in folder.rglob("*") if file.is_file() and "__pycache__" not in file.parts)
    return {file.relative_to(ROOT).as_posix() for file in found}


def test_the_source_package_is_the_whole_project(tmp_path: Path) -> None:
    with tarfile.open(built("sdist", ROOT, tmp_path)) as package:
        names = {name.partition("/")[2] for name in package.getnames()}
    assert names >= {*SINGLE}.union(*(files_below(ROOT / folder) for folder in WHOLE))
    assert {name.partition("/")[0] for name in names} <= {*SINGLE, *WHOLE, "PKG-INFO", ".gitignore"}


def test_the_image_has_all_that_the_wheel_has(tmp_path: Path) -> None:
    context = tmp_path / "context"
    for name in let_in():
        source, target = ROOT / name, context / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copytree(source, target) if source.is_dir() else shutil.copy(source, target)
    with (
        zipfile.ZipFile(built("wheel", context, tmp_path / "image")) as image,
        zipfile.ZipFile(built("wheel", ROOT, tmp_path / "wheel")) as wheel,
    ):
        assert set(image.namelist()) == set(wheel.namelist())
        assert set(wheel.namelist()) >= set().union(*(files_below(ROOT / name) for name in PACKAGES))


def let_in() -> list[str]:
    """What the image is built from: everything else is kept out of it."""
    lines = (DEPLOY / "Dockerfile.dockerignore").read_text(encoding="utf-8").splitlines()
    assert lines[0] == "*"
    return [line[1:] for line in lines if line.startswith("!")]


def commands() -> Iterator[list[str]]:
    """The commands of the program with which the image, the composition and the unit begin."""
    dockerfile = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
    yield from (yaml.safe_load(listed) for listed in re.findall(r"^CMD (\[.*\])$", dockerfile, re.MULTILINE))
    composed = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    yield composed["services"]["cenote"]["command"]
    unit = (DEPLOY / "cenote.service").read_text(encoding="utf-8")
    yield from (shlex.split(line)[1:] for line in re.findall(r"^ExecStart=(.*)$", unit, re.MULTILINE))


@pytest.mark.parametrize("command", [*commands()], ids=" ".join)
def test_the_service_knows_every_option_that_it_is_started_with(command: Sequence[str]) -> None:
    name, *options = command
    known = cli.get_command(cli.make_context("cenote", [name]), name)
    assert known is not None
    assert known.make_context(name, options).params["public"]


def test_other_systems_are_refused_in_one_line() -> None:
    program = (
        "import sys; sys.modules |= dict.fromkeys(('fcntl', 'resource', 'pty'))\n"
        "import os, service.cli\n"
        "os.name = 'nt'\n"
        "service.cli.main()"
    )
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT)
    assert answer.stderr == "Error: cenote runs on Linux and macOS; on Windows use it in WSL or in a container\n"
    assert answer.returncode == 2
