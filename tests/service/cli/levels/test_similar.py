"""Near duplicates in a database, on the command line."""

import json
from pathlib import Path

import pytest

from generator import get_family
from tests.service.conftest import CORRIDOR, Invoke, refused

SOKOBAN = get_family("sokoban")
KEYS = ["number", "id", "similarity", "depth", "proven", "title", "level"]


@pytest.fixture
def made(cenote: Invoke, folder: Path) -> list[dict]:
    """Some levels of type b 3 in the default database, and behind them a corridor with a title."""
    cenote("generate", "--size", "3", "--count", "6", "--seed", "7", "--store")
    (folder / "corridor.xsb").write_text(f"{CORRIDOR}Title: Corridor\n")
    cenote("import", "corridor.xsb")
    return json.loads(cenote("best", "-f", "json", "--order", "id").stdout)


def turned(text: str) -> str:
    """A level held upside down, another floor cell under the player."""
    return "\n".join(row[::-1] for row in reversed(text.split("\n")))


def similar(cenote: Invoke, *arguments: str | Path) -> list[dict]:
    result = cenote("similar", *arguments, "-f", "json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_a_turned_level_is_found_first(cenote: Invoke, made: list[dict], folder: Path) -> None:
    for level in made:
        (folder / "level.xsb").write_text(turned(level["level"]))
        first, *others = similar(cenote, "level.xsb", "--threshold", "50")
        assert list(first) == KEYS
        assert first == {**{key: level[key] for key in ("id", "depth", "proven", "level")}, **first}
        assert (first["number"], first["similarity"]) == (1, 1)
        assert [other["similarity"] for other in others] == sorted((o["similarity"] for o in others), reverse=True)
        assert all(0.5 <= other["similarity"] <= 1 for other in others)


def test_threshold_and_limit_are_kept(cenote: Invoke, made: list[dict], folder: Path) -> None:
    cenote("export", "--type", "b", "-o", "levels.xsb")
    count = len(made) - 1
    assert len(similar(cenote, "levels.xsb", "--threshold", "1", "--limit", "100")) == count * len(made)
    assert len(similar(cenote, "levels.xsb", "--threshold", "1", "--limit", "2")) == 2 * count
    same = similar(cenote, "levels.xsb", "--threshold", "100")
    assert [one["number"] for one in same] == list(range(1, count + 1))


def test_boxes_can_be_ignored(cenote: Invoke, made: list[dict], folder: Path) -> None:
    (folder / "level.xsb").write_text("######\n#@$-.#\n######\n")
    (folder / "other.xsb").write_text("######\n#$@-.#\n######\n")
    cenote("import", "level.xsb", "--no-solve")
    assert "######" not in {one["level"] for one in similar(cenote, "other.xsb", "--threshold", "95")}
    found = similar(cenote, "other.xsb", "--threshold", "95", "--ignore-boxes")
    assert [one["level"] for one in found] == ["######\n#@$-.#\n######"]


def test_the_table_names_level_depth_and_title(cenote: Invoke, made: list[dict]) -> None:
    words = cenote("similar", "corridor.xsb").stdout.splitlines()[2].split()
    assert words[:4] == ["1", str(made[-1]["id"]), "100.0", "%"]
    assert words[-2:] == [str(made[-1]["depth"]), "Corridor"]
    Path("far.xsb").write_text("#########\n#@$$$...#\n#########\n")
    assert cenote("similar", "far.xsb").stdout == "no level is like that\n"


def test_wrong_files_and_thresholds_are_refused(cenote: Invoke, made: list[dict]) -> None:
    assert "nothing.xsb: No such file" in refused(cenote("similar", "nothing.xsb"))
    for threshold in ("0", "101", "x"):
        assert "--threshold" in refused(cenote("similar", "corridor.xsb", "--threshold", threshold))
