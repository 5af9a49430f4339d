"""The site of all documentation, which `make docs` builds.

The pages stay plain Markdown, as they are read in a checkout. What a site needs besides is added while they are read:
a table of contents after the index, and every public name of the package `cenote` after the page that introduces them.
"""

import inspect
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, is_typeddict

import cenote

if TYPE_CHECKING:
    from docutils.nodes import Element
    from sphinx.addnodes import pending_xref
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

ROOT = Path(__file__).parents[2]
INDEX = "docs/index"
REFERENCE = "docs/reference/python"
BESIDE = ("README", "CHANGELOG", "CONTRIBUTING", "benchmarks/README", "examples/ice/README")
"""Pages outside of docs/ that belong to the site."""

project = html_title = "cenote"
extensions = ["myst_parser", "sphinx.ext.autodoc"]
root_doc = INDEX
include_patterns = ["docs/**.md", *(f"{page}.md" for page in BESIDE)]
exclude_patterns = [".*", "build", "**/__pycache__"]
html_theme = "furo"
html_extra_path = ["extra"]
html_copy_source = False
html_show_sphinx = False
# The anchors that a forge gives to headings, and pictures with a width.
myst_heading_anchors = 6
myst_enable_extensions = ["html_image"]
# Docstrings have `code` in single backticks.
default_role = "code"
autodoc_default_options = {"members": True}
autoclass_content = "both"
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
python_maximum_signature_line_length = 100
# A type that leads nowhere is an error, but for those of Python itself and those that are only passed on.
nitpicky = True
nitpick_ignore_regex = [
    ("py:class", r"collections\.abc\.\w+"),
    ("py:class", r"optimiser\.(evaluation\.Evaluation|island\.Candidate|recorder\.GenerationRecord)"),
]
linkcheck_ignore = [r"https?://(127\.0\.0\.1|localhost)\b"]


def contents() -> Iterator[str]:
    """The table of contents in the order of the index: a part for each heading, with the pages that it names."""
    parts = re.split(r"^## (.+)$", (ROOT / f"{INDEX}.md").read_text(encoding="utf-8"), flags=re.MULTILINE)
    for title, text in zip(parts[1::2], parts[2::2], strict=True):
        yield _toctree(title, [f"/docs/{page}" for page in re.findall(r"\]\((\w[\w/-]+)\.md\)", text)])
    yield _toctree("Project", [f"/{page}" for page in BESIDE])


def _toctree(title: str, pages: Sequence[str]) -> str:
    return "\n".join(["", "```{toctree}", ":hidden:", f":caption: {title}", *pages, "```", ""])


def reference() -> Iterator[str]:
    """Every public name with its types and its docstring."""
    yield "\n## All names\n"
    for name in cenote.__all__:
        yield f"```{{eval-rst}}\n{_described(name, getattr(cenote, name))}\n```\n"


def _described(name: str, public: object) -> str:
    if inspect.isfunction(public):
        return f".. autofunction:: cenote.{name}"
    if isinstance(public, type) and public.__name__ == name:
        return f".. autoclass:: cenote.{name}" + ("\n   :undoc-members:" if is_typeddict(public) else "")
    # To autodoc, a class under a second name is an alias without a description of its own.
    return f".. py:class:: cenote.{name}\n\n   {inspect.getdoc(public)}"


def _complete(_: "Sphinx", page: str, source: list[str]) -> None:
    if page == INDEX:
        source[0] += "".join(contents())
    if page == REFERENCE:
        source[0] += "".join(reference())


def _find_public(
    app: "Sphinx", environment: "BuildEnvironment", node: "pending_xref", shown: "Element"
) -> "Element | None":
    """Link types that are named by the module where they are defined."""
    for name in cenote.__all__:
        public = getattr(cenote, name)
        if node.get("reftarget") == f"{public.__module__}.{public.__qualname__}":
            python = environment.domains.python_domain
            return python.resolve_xref(environment, node["refdoc"], app.builder, "class", f"cenote.{name}", node, shown)
    return None


def setup(app: "Sphinx") -> None:
    """Complete pages as they are read, and references that Sphinx does not find."""
    app.connect("source-read", _complete)
    app.connect("missing-reference", _find_public)
