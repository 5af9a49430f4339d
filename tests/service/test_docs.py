"""The documentation and the program name the same things."""

from pathlib import Path

import pytest

from generator import get_declaration
from generator.puzzles.sokoban.measure import METRICS
from generator.puzzles.sokoban.zero_space.mutate import OPERATORS
from service.cli import COMMANDS
from service.cli.level_json import KEYS

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_stands_in_the_guide(command: str) -> None:
    assert f"cenote {command}" in (DOCS / "guide.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("key", KEYS)
def test_every_key_of_a_level_is_documented(key: str) -> None:
    assert f"`{key}`" in (DOCS / "json.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", [*METRICS, *OPERATORS, *get_declaration("sokoban").presets])
def test_every_metric_operator_and_preset_of_sokoban_is_documented(name: str) -> None:
    assert f"`{name}`" in (DOCS / "sokoban.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("option", [option.name for option in get_declaration("sokoban").options])
def test_every_setting_of_sokoban_is_documented(option: str) -> None:
    assert f"`--{option}" in (DOCS / "sokoban.md").read_text(encoding="utf-8")
