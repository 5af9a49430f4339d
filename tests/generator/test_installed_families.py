"""Families of installed packages: found by their entry points, refused in one line where they are broken."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.installing import install, search_path

OWN = ["linjat", "orimaze", "sokoban", "watersort"]
DECLARATION = """
from generator.puzzles._template.declaration import TemplateDeclaration
class Declared(TemplateDeclaration):
    {body}
DECLARATION = Declared()
"""
FAMILY = """
from generator.puzzles._template.family import TemplateFamily
class Family(TemplateFamily):
    name = {name!r}
FAMILY = Family()
"""
ASK = """
import sys
from generator import family_names, get_declaration, get_family, default_family
from generator.errors import PuzzleError
from generator.registry import broken_families
print(*family_names(), default_family())
for name in sys.argv[1:]:
    try:
        print(get_declaration(name).pieces, get_family(name).name)
    except PuzzleError as error:
        print(f"{type(error).__name__}: {error}")
print(len(broken_families()))
"""


@pytest.fixture
def site(tmp_path: Path) -> Path:
    return tmp_path / "site"


def add(site: Path, package: str, name: str, body: str = "pieces = 'letters'", family: str = FAMILY) -> None:
    """Install a package that registers a copy of the template under a name."""
    (site / package).mkdir(parents=True)
    (site / package / "__init__.py").touch()
    (site / package / "declaration.py").write_text(DECLARATION.format(body=body))
    (site / package / "family.py").write_text(family.format(name=name))
    install(package, {"cenote.families": {name: package}}, site)


def asked(site: Path, *names: str) -> list[str]:
    """What a process with these packages says of families: all names, each that is asked for, how many are broken."""
    environment = {**os.environ, "PYTHONPATH": search_path(site)}
    answer = subprocess.run(
        [sys.executable, "-c", ASK, *names], capture_output=True, text=True, env=environment, check=True
    )
    return answer.stdout.splitlines()


def test_installed_families_stand_behind_those_of_the_program(site: Path) -> None:
    add(site, "abacus_package", "abacus")
    add(site, "rows_package", "rows")
    assert asked(site, "rows", "linjat") == [
        " ".join([*OWN, "abacus", "rows", "sokoban"]),
        "letters rows",
        "numbers linjat",
        "0",
    ]


def test_what_is_broken_is_refused_by_its_name_and_the_others_go_on(site: Path) -> None:
    add(site, "good_package", "good")
    add(site, "slip_package", "slip", body="pieces = undefined_name")
    add(site, "bare_package", "bare", body="player = 'index.js'")
    add(site, "late_package", "late", family="import nothing_of_this_name\n")
    install("ghost_package", {"cenote.families": {"ghost": "not_there"}}, site)
    said = asked(site, "slip", "bare", "late", "ghost", "good")
    assert said[0] == " ".join([*OWN, "good", "late", "sokoban"])
    for name, line in zip(("slip", "bare", "late", "ghost"), said[1:], strict=False):
        package = f"{name}_package"
        expected = f"BrokenFamilyError: the puzzle family {name!r} of the installed package {package} cannot be used: "
        assert line.startswith(expected)
    assert "undefined_name" in said[1]
    assert "index.js" in said[2]
    assert "nothing_of_this_name" in said[3]
    assert "not_there" in said[4]
    assert said[5:] == ["letters good", "3"]


@pytest.mark.parametrize("name", ["sokoban", "template", "Has Blanks"])
def test_no_package_takes_a_name_that_is_not_free(site: Path, name: str) -> None:
    add(site, "greedy_package", name)
    names, *_, broken = asked(site)
    assert (names.split(), broken) == ([*OWN, "sokoban"], "1")


def test_of_two_packages_with_one_name_neither_is_taken(site: Path) -> None:
    add(site, "one_package", "twin")
    add(site, "other_package", "twin")
    _, said, _ = asked(site, "twin")
    assert "one_package" in said
    assert "other_package" in said


def test_objectives_and_tools_of_other_families_are_not_taken(site: Path) -> None:
    add(site, "thief_package", "thief", body="objectives = {'linjat-hard': {'depth': 1.0}}")
    _, said, _ = asked(site, "thief")
    assert "linjat-hard" in said


def test_doctor_names_what_is_broken(site: Path, tmp_path: Path) -> None:
    add(site, "greedy_package", "sokoban")
    answer = subprocess.run(
        [sys.executable, "-m", "service.cli", "doctor"],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": search_path(site), "COLUMNS": "200"},
        cwd=tmp_path,
        check=True,
    )
    assert "warning: the puzzle family 'sokoban' of the installed package greedy_package" in answer.stdout


def test_a_file_is_read_by_the_families_that_can_be_used(site: Path, tmp_path: Path) -> None:
    add(site, "late_package", "late", family="import nothing_of_this_name\n")
    environment = {**os.environ, "PYTHONPATH": search_path(site)}

    def run(*arguments: str) -> "subprocess.CompletedProcess[str]":
        command = [sys.executable, "-m", "service.cli", *arguments]
        return subprocess.run(command, capture_output=True, text=True, env=environment, cwd=tmp_path, check=False)

    run("generate", "--family", "linjat", "--count", "1", "--seed", "1", "-o", "one.txt").check_returncode()
    answer = run("convert", "one.txt", "-")
    assert (answer.returncode, answer.stdout) == (0, (tmp_path / "one.txt").read_text())
