"""Levels of a file, solved without a database."""

import json
from pathlib import Path

import pytest

from generator import get_family
from tests.service.conftest import CORRIDOR, UNSOLVABLE, Invoke

SOKOBAN = get_family("sokoban")
KEYS = [
    "title",
    "status",
    "pushes",
    "moves",
    "lower_bound",
    "upper_bound",
    "proven",
    "nodes",
    "seconds",
    "solution",
    "reason",
]


@pytest.fixture
def levels(cenote: Invoke, folder: Path) -> Path:
    """Five levels of type b 3, without their solutions."""
    path = folder / "levels.xsb"
    cenote("generate", "--size", "3", "--count", "5", "--seed", "7", "--no-solutions", "-o", path)
    return path


def solved(cenote: Invoke, *arguments: str | Path, stdin: bytes | None = None) -> list[dict]:
    result = cenote("solve", *arguments, "-f", "json", stdin=stdin)
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_json_has_an_object_with_the_documented_keys_for_each_level(cenote: Invoke, levels: Path) -> None:
    found = solved(cenote, levels)
    entries = SOKOBAN.parse_file(levels.read_text())
    assert [answer["title"] for answer in found] == [entry.title for entry in entries]
    for answer, entry in zip(found, entries, strict=True):
        assert list(answer) == KEYS
        assert answer["status"] == "solved"
        assert answer["proven"] is True
        depth = SOKOBAN.replay(SOKOBAN.parse(entry.level), answer["solution"])
        assert answer["pushes"] == answer["lower_bound"] == answer["upper_bound"] == depth
        assert answer["moves"] == len(answer["solution"])
        assert answer["nodes"] > 0
        assert answer["seconds"] >= 0
        assert answer["reason"] == ""


def test_standard_input_is_read(cenote: Invoke, levels: Path) -> None:
    assert len(solved(cenote, "-", stdin=levels.read_bytes())) == 5


def test_every_kind_of_answer(cenote: Invoke, folder: Path) -> None:
    (folder / "unsolvable.xsb").write_text(UNSOLVABLE)
    (unsolvable,) = solved(cenote, folder / "unsolvable.xsb")
    assert (unsolvable["status"], unsolvable["proven"], unsolvable["pushes"]) == ("unsolvable", True, None)
    assert unsolvable["reason"]

    (folder / "corridor.xsb").write_text(CORRIDOR)
    (unsupported,) = solved(cenote, folder / "corridor.xsb")
    assert (unsupported["status"], unsupported["proven"], unsupported["nodes"]) == ("unsupported", False, 0)
    assert "type" in unsupported["reason"]

    cenote("generate", "--size", "9", "--policy", "last", "--walk", "500", "--seed", "1", "-o", "big.xsb")
    (open_,) = solved(cenote, "big.xsb", "--nodes", "100")
    assert (open_["status"], open_["proven"], open_["pushes"]) == ("node_limit", False, None)
    assert open_["lower_bound"] > 0
    assert open_["upper_bound"] is None
    assert open_["solution"] is None
    assert open_["nodes"] <= 200


def test_xsb_is_the_file_with_solutions(cenote: Invoke, levels: Path) -> None:
    before = SOKOBAN.parse_file(levels.read_text())
    after = SOKOBAN.parse_file(cenote("solve", levels, "-f", "xsb").stdout)
    assert [entry.level for entry in after] == [entry.level for entry in before]
    assert all(SOKOBAN.replay(SOKOBAN.parse(entry.level), entry.solution) for entry in after)


def test_table_has_a_line_for_each_level(cenote: Invoke, levels: Path) -> None:
    lines = cenote("solve", levels).stdout.splitlines()
    assert len(lines) == 2 + 5
    assert all("solved" in line for line in lines[2:])


def test_titles_are_printed_as_they_are(cenote: Invoke, folder: Path) -> None:
    (folder / "odd.xsb").write_text(CORRIDOR + "Title: [red]Müller[/red] :smile:\n", encoding="latin-1")
    assert "[red]Müller[/red] :smile:" in cenote("solve", folder / "odd.xsb").stdout
    assert solved(cenote, folder / "odd.xsb")[0]["title"] == "[red]Müller[/red] :smile:"
