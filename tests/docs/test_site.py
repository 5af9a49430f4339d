"""The site of the documentation has every page, and every public name with what it is for."""

import inspect
import os
import re
import runpy
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import cenote

ROOT = Path(__file__).parents[2]
REFERENCE = "docs/reference/python"


@pytest.fixture(scope="module")
def site() -> dict[str, Any]:
    """What the settings of the site define; they are read without the generator."""
    return runpy.run_path(str(ROOT / "docs/site/conf.py"))


def described() -> Iterator[tuple[str, object]]:
    """Public names, and the public members of classes, with what has their docstring."""
    for name in cenote.__all__:
        public = getattr(cenote, name)
        yield name, public
        if isinstance(public, type) and name != "Error":
            members = {member: value for member, value in vars(public).items() if not member.startswith("_")}
            for member, value in members.items():
                if inspect.isfunction(value) or isinstance(value, property):
                    yield f"{name}.{member}", value


@pytest.mark.parametrize(("name", "public"), [*described()])
def test_every_public_name_has_a_docstring(name: str, public: object) -> None:
    text = inspect.cleandoc(public.__doc__ or "")
    assert re.match(r"[A-Z]", text), f"say in a docstring what cenote.{name} is for"
    assert not text.startswith(f"{name}("), f"the docstring of cenote.{name} is only its signature"


@pytest.mark.parametrize("name", cenote.__all__)
def test_the_reference_names_every_public_name(name: str, site: dict[str, Any]) -> None:
    page = (ROOT / f"{REFERENCE}.md").read_text(encoding="utf-8")
    assert f"`{name}`" in page
    assert re.search(rf"^\.\. [a-z:]+:: cenote\.{name}$", "".join(site["reference"]()), re.MULTILINE)


def test_the_contents_of_the_site_have_every_page(site: dict[str, Any]) -> None:
    listed = re.findall(r"^/(\S+)$", "".join(site["contents"]()), re.MULTILINE)
    pages = {str(page.relative_to(ROOT).with_suffix("")) for page in (ROOT / "docs").rglob("*.md")}
    assert sorted(listed) == sorted((pages - {"docs/index"}) | set(site["BESIDE"]))


@pytest.mark.slow
def test_the_site_is_built_without_a_warning(tmp_path: Path) -> None:
    pytest.importorskip("sphinx", reason="the extra docs is not installed")
    command = [sys.executable, "-m", "sphinx", "--quiet", "--fail-on-warning", "--keep-going"]
    folders = ["--conf-dir", "docs/site", "--doctree-dir", str(tmp_path / "doctrees"), ".", str(tmp_path / "site")]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    built = subprocess.run([*command, *folders], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert built.returncode == 0, built.stderr
    page = (tmp_path / f"site/{REFERENCE}.html").read_text(encoding="utf-8")
    assert [name for name, _ in described() if f'id="cenote.{name}"' not in page] == []
    assert (tmp_path / "site/index.html").is_file()
