"""What make installs has hashes, and the versions that constraints.txt names."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PIN = re.compile(r"^([\w.-]+)==([^\s;]+)", re.MULTILINE)


def pins(name: str) -> dict[str, str]:
    """Versions by name, written as registries compare names."""
    found = PIN.findall((ROOT / name).read_text(encoding="utf-8"))
    return {library.lower().replace("_", "-"): version for library, version in found}


@pytest.mark.parametrize("extra", ["web", "cluster", "dev"])
def test_the_locked_versions_are_those_of_the_constraints(extra: str) -> None:
    known, locked = pins("constraints.txt"), pins(f"requirements/{extra}.txt")
    assert {name: version for name, version in locked.items() if name in known and known[name] != version} == {}
    assert len(locked) > 30


def test_development_adds_to_what_the_program_needs_and_changes_nothing() -> None:
    assert pins("requirements/web.txt").items() <= pins("requirements/dev.txt").items()
    assert pins("requirements/cluster.txt").items() <= pins("requirements/dev.txt").items()


@pytest.mark.parametrize("extra", ["web", "cluster", "dev"])
def test_every_library_has_hashes(extra: str) -> None:
    text = (ROOT / f"requirements/{extra}.txt").read_text(encoding="utf-8")
    entries = re.split(r"\n(?=\S)", text.strip())
    assert [entry.partition(" ")[0] for entry in entries if "--hash=sha256:" not in entry] == []


def test_every_library_that_is_asked_for_has_a_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = {*project["dependencies"], *(name for extra in project["optional-dependencies"].values() for name in extra)}
    names = {re.split(r"[^\w.-]", entry)[0].lower().replace("_", "-") for entry in asked}
    assert names - pins("constraints.txt").keys() == {"cenote"}
