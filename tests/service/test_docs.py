"""The documentation and the program name the same things, and its links lead somewhere."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from generator import family_names, get_declaration, get_family
from generator.puzzles.sokoban.kinds.free.mutate import OPERATORS as FREE_OPERATORS
from generator.puzzles.sokoban.kinds.zero_space.mutate import OPERATORS
from optimiser.objective import PRESETS
from service.cli import COMMANDS, family_tools
from service.levels.json_objects import KEYS

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
GUIDE = "manual/guide.md"
PAGES = sorted((*ROOT.glob("*.md"), *ROOT.glob("[a-z]*/**/*.md")))
FAMILIES = family_names()
WIDEST = 120
LINK = re.compile(r'\]\(([^)\s]+)\)|<img src="([^"]+)"')


@cache
def text_of(page: str) -> str:
    return (DOCS / page).read_text(encoding="utf-8")


def prose(page: Path) -> Iterator[tuple[int, str]]:
    """The lines of a page that are not code, with their numbers."""
    fenced = False
    for number, line in enumerate(page.read_text(encoding="utf-8").split("\n"), 1):
        if line.startswith("```"):
            fenced = not fenced
        elif not fenced and not line.startswith("    "):
            yield number, line


def links(page: Path) -> Iterator[tuple[int, Path, str]]:
    """The relative links of a page: the line, the file that is meant, and the anchor."""
    for number, line in prose(page):
        for target in (match[1] or match[2] for match in LINK.finditer(line)):
            if not re.match(r"[a-z]+:", target):
                path, _, anchor = target.partition("#")
                yield number, (page.parent / path).resolve() if path else page, anchor


def anchors(page: Path) -> set[str]:
    """The anchors that a page's headings get from GitHub."""
    headings = (line.lstrip("#") for _, line in prose(page) if re.match(r"#{1,6} ", line))
    return {re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_to_a_file_and_to_a_heading_of_it(page: Path) -> None:
    for number, file, anchor in links(page):
        assert file.exists(), f"line {number} links to {file}, which does not exist"
        assert not anchor or anchor in anchors(file), f"line {number}: {file.name} has no heading #{anchor}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_lines_are_wrapped_where_they_can_be(page: Path) -> None:
    wide = [number for number, line in prose(page) if len(line) > WIDEST and not line.startswith("|")]
    assert not wide, f"lines {wide} have more than {WIDEST} letters; wrap them"


def test_every_page_is_reached_from_the_index() -> None:
    reached, ahead = set[Path](), [DOCS / "index.md"]
    while ahead:
        page = ahead.pop()
        reached.add(page)
        ahead += [file for _, file, _ in links(page) if file.suffix == ".md" and file not in reached]
    unreached = {str(page.relative_to(DOCS)) for page in set(DOCS.rglob("*.md")) - reached}
    assert not unreached, "link them from docs/index.md, or from a page that it links to"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_stands_in_the_guide(command: str) -> None:
    assert f"cenote {command}" in text_of(GUIDE)


@pytest.mark.parametrize("tool", [tool.name for tools in family_tools().values() for tool in tools])
def test_every_tool_of_a_family_stands_in_the_guide(tool: str) -> None:
    assert f"cenote {tool}" in text_of(GUIDE)


@pytest.mark.parametrize("objective", PRESETS)
def test_every_objective_stands_in_the_guide(objective: str) -> None:
    assert re.search(rf"`(--objective )?{objective}`", text_of(GUIDE))


@pytest.mark.parametrize("key", KEYS)
def test_every_key_of_a_level_is_documented(key: str) -> None:
    assert f"`{key}`" in text_of("reference/json.md")


@pytest.mark.parametrize("family", FAMILIES)
def test_every_option_of_a_family_stands_on_its_page(family: str) -> None:
    page = text_of(f"manual/{family}.md")
    for option in get_declaration(family).options:
        assert f"`--{option.name}" in page, option.name
        assert all(re.search(rf"`(--{option.name} )?{choice}`", page) for choice in option.choices), option.choices


@pytest.mark.parametrize("family", FAMILIES)
def test_every_preset_and_objective_of_a_family_stands_on_its_page(family: str) -> None:
    declaration = get_declaration(family)
    for name in (*declaration.presets, *declaration.objectives):
        assert f"`{name}`" in text_of(f"manual/{family}.md"), name


@pytest.mark.parametrize("family", FAMILIES)
def test_every_metric_of_a_family_stands_on_its_page(family: str) -> None:
    for name in get_declaration(family).metrics:
        assert f"`{name}`" in text_of(f"manual/{family}.md"), name


@pytest.mark.parametrize("family", FAMILIES)
def test_every_operator_of_a_family_stands_on_its_page(family: str) -> None:
    declaration = get_declaration(family)
    spaces = [declaration.space(preset) for preset in declaration.presets.values()]
    operators = {name for space in spaces for name in get_family(family).operators(space)}
    if family == "sokoban":
        operators |= {*OPERATORS, *FREE_OPERATORS}
    assert {name for name in operators if f"`{name}`" not in text_of(f"manual/{family}.md")} == set()


@pytest.mark.parametrize("family", FAMILIES)
def test_every_technique_and_aim_of_a_solver_is_documented(family: str) -> None:
    page = text_of("manual/solving.md") if family == "sokoban" else text_of(f"manual/{family}.md")
    declaration = get_declaration(family)
    assert all(f"`{technique}`" in page for technique in declaration.techniques)
    aims = declaration.aims if len(declaration.aims) > 1 else ()
    assert all(re.search(rf"--aim {aim}\b", page) for aim in aims)


@pytest.mark.parametrize("technique", get_declaration("sokoban").techniques)
def test_every_technique_of_sokoban_stands_in_the_guide_and_is_explained(technique: str) -> None:
    assert all(f"`{technique}`" in text_of(page) for page in (GUIDE, "research/solver.md"))


@pytest.mark.parametrize("family", FAMILIES)
def test_every_format_of_a_family_is_documented_with_its_endings(family: str) -> None:
    rows = text_of("reference/formats.md").split("\n")
    for name, format_ in get_declaration(family).formats.items():
        begin = f"| `{name}` | {', '.join(format_.endings) or 'by name'} |"
        assert any(row.startswith(begin) for row in rows), begin
