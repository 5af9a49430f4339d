"""The JSON of every command is as docs/reference/json.schema.json says."""

import json
from pathlib import Path
from typing import Any

import click
import jsonschema_rs
import pytest

from generator import get_declaration
from tests.service.cli.test_command_table import EVERY_COMMAND
from tests.service.conftest import TRADE, Invoke

PAGE = Path(__file__).parents[3] / "docs" / "reference" / "json.schema.json"
SCHEMA = json.loads(PAGE.read_text(encoding="utf-8"))
PARTS = {"level", "run", "notice"}
"""Definitions that others refer to, and that of what sessions tell by themselves."""

MOVES = "rRRurDrdLLL"

ASKED = {
    "sessions": "",
    "status": "--all",
    "best": "--limit 100",
    "show": "1",
    "lineage": "9",
    "similar": "trade.xsb --threshold 1",
    "atlas": "--type b --size 2 --workers 0",
    "rescore": "--weight depth=2",
    "generate": "--family template --count 2",
    "solve": "trade.xsb",
    "check": f"trade.xsb {MOVES}",
    "curate list": "",
    "curate tags": "",
    "curate history": "1",
    "curate search list": "",
    "contest list": "",
    "contest show": "1 --answers",
    "contest answers": "1",
    "contest ranking": "1",
    "account list": "",
    "account log": "",
    "lurd2xsb": MOVES,
    "path": "trade.xsb --box D3 --to E3",
    "point-push": f"trade.xsb {MOVES}",
    "corridor": "--cells 2",
    "relay": "tubes.txt --depth 2",
    "strategy": "tubes.txt --nodes 100",
    "certify": "stuck.txt --nodes 100",
    "to-sokoban": "maze.txt",
}
"""What each command is asked, so that its answer is not empty."""


def defined(name: str) -> str:
    """The name of a command's definition."""
    return name.replace(" ", "-")


def prints_json(command: click.Command) -> bool:
    options = [option for option in command.params if option.name == "format_"]
    return any(isinstance(option.type, click.Choice) and "json" in option.type.choices for option in options)


def test_every_command_that_prints_json_has_a_definition_and_is_tried() -> None:
    names = {path.removeprefix("cenote ") for path, command in EVERY_COMMAND.items() if prints_json(command)}
    assert {*map(defined, names)} == SCHEMA["$defs"].keys() - PARTS
    assert names == ASKED.keys()


@pytest.mark.parametrize("name", ASKED)
def test_every_definition_is_explained(name: str) -> None:
    page = PAGE.with_name("json.md").read_text(encoding="utf-8")
    *groups, last = name.split()
    assert f"`{name}" in page or (groups and f"`{' '.join(groups)}`" in page and f"`{last}`" in page)


@pytest.fixture
def full(cenote: Invoke, folder: Path) -> Path:
    """A database that has something to tell by every command, and files of levels."""
    (folder / "trade.xsb").write_text(f"{TRADE}Title: Trade\nAuthor: nobody\n")
    (folder / "tubes.txt").write_text(f"{get_declaration('watersort').example.text}\n")
    (folder / "stuck.txt").write_text("ba\nab\n")
    (folder / "maze.txt").write_text(f"{get_declaration('orimaze').example.text}\n")
    for command in (
        "import trade.xsb",
        "run --family template --evaluations 64 --seed 3 --workers 0 -q",
        "curate move 1 2 shortlisted",
        "curate rate 1 4",
        "curate tag 1 dense",
        "curate search save deep --min-depth 3",
        "contest create May --opens 2020-05-01 --closes 2999-05-01",
        "contest add-level 1 main 1",
        f"contest submit 1 {MOVES} --name Anna",
    ):
        assert cenote(*command.split()).exit_code == 0, command
    password = b"ten boxes in a well\n"
    assert cenote("account", "add", "anian", "--password-stdin", stdin=password).exit_code == 0
    return folder


def test_what_commands_print_is_as_the_schema_says(cenote: Invoke, full: Path) -> None:
    """In one test, for the database takes longer to fill than to be asked."""
    for name, words in ASKED.items():
        answer = cenote(*name.split(), *words.split(), "-f", "json")
        assert answer.exit_code == 0, (name, answer.output)
        found = json.loads(answer.stdout)
        assert found, name
        require(name, found)


def test_an_explanation_is_as_the_schema_says(cenote: Invoke, full: Path) -> None:
    assert cenote("import", "tubes.txt", "--family", "watersort").exit_code == 0
    (level,) = json.loads(cenote("best", "--family", "watersort", "-f", "json").stdout)
    found = json.loads(cenote("show", str(level["id"]), "--explain", "-f", "json").stdout)
    assert found["explanation"]
    require("show", found)


def require(name: str, found: Any) -> None:
    """Hold an answer against the definition of its command."""
    problems = [
        f"{name}: {error.message} at {list(error.instance_path)}"
        for error in jsonschema_rs.validator_for({**SCHEMA, "$ref": f"#/$defs/{defined(name)}"}).iter_errors(found)
    ]
    assert problems == []


def test_a_key_that_is_not_described_is_found(cenote: Invoke, full: Path) -> None:
    (level,) = json.loads(cenote("best", "--limit", "1", "-f", "json").stdout)
    with pytest.raises(AssertionError, match=r"best: .*surprise"):
        require("best", [{**level, "surprise": 1}])
