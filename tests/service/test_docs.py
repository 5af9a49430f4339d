"""The documentation and the program name the same things."""

import re
from pathlib import Path

import pytest

from generator import FileFormat, get_declaration
from generator.puzzles.sokoban.kinds.free.mutate import OPERATORS as FREE_OPERATORS
from generator.puzzles.sokoban.kinds.zero_space.mutate import OPERATORS
from generator.puzzles.sokoban.measure import METRICS
from generator.puzzles.sokoban.measures import appraisal
from optimiser.objective import PRESETS
from service.cli import COMMANDS
from service.cli.family_tools import family_tools
from service.levels.json_objects import KEYS

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_stands_in_the_guide(command: str) -> None:
    assert f"cenote {command}" in (DOCS / "manual/guide.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("tool", [tool.name for tools in family_tools().values() for tool in tools])
def test_every_tool_of_a_family_stands_in_the_guide(tool: str) -> None:
    assert f"cenote {tool}" in (DOCS / "manual/guide.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("objective", PRESETS)
def test_every_objective_stands_in_the_guide(objective: str) -> None:
    assert re.search(rf"`(--objective )?{objective}`", (DOCS / "manual/guide.md").read_text(encoding="utf-8"))


@pytest.mark.parametrize("key", KEYS)
def test_every_key_of_a_level_is_documented(key: str) -> None:
    assert f"`{key}`" in (DOCS / "reference/json.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "name", [*METRICS, *appraisal.METRICS, *OPERATORS, *FREE_OPERATORS, *get_declaration("sokoban").presets]
)
def test_every_metric_operator_and_preset_of_sokoban_is_documented(name: str) -> None:
    assert f"`{name}`" in (DOCS / "manual/sokoban.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("technique", get_declaration("sokoban").techniques)
def test_every_technique_of_the_solver_is_documented(technique: str) -> None:
    pages = (DOCS / "manual/guide.md", DOCS / "research/solver.md")
    assert all(f"`{technique}`" in page.read_text(encoding="utf-8") for page in pages)


@pytest.mark.parametrize("aim", get_declaration("sokoban").aims)
def test_every_aim_of_the_solver_is_documented(aim: str) -> None:
    assert f"`--aim {aim}" in (DOCS / "manual/guide.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(("name", "format_"), get_declaration("sokoban").formats.items())
def test_every_format_of_sokoban_is_documented_with_its_endings(name: str, format_: FileFormat) -> None:
    rows = (DOCS / "reference/formats.md").read_text(encoding="utf-8").split("\n")
    assert any(row.startswith(f"| `{name}` | {', '.join(format_.endings) or 'by name'} |") for row in rows)


@pytest.mark.parametrize("option", [option.name for option in get_declaration("sokoban").options])
def test_every_setting_of_sokoban_is_documented(option: str) -> None:
    assert f"`--{option}" in (DOCS / "manual/sokoban.md").read_text(encoding="utf-8")
