"""Free rooms, and sessions that begin with the levels of a file."""

import json
import sqlite3
from pathlib import Path

import pytest

from tests.service.conftest import Invoke, refused
from tests.service.records import everything

FREE = ("run", "--type", "free", "--boxes", "2", "--rows", "4", "--cols", "5", "--effort", "3000", "--seed", "5")
LEVELS = "#######\n#@-$.-#\n#--$.-#\n#######\n\n#######\n#-.--##\n#-$$.##\n#--@-##\n#######\n"
SHELL = "########\n#   #  #\n#      #\n#   #  #\n########\n"


def levels(cenote: Invoke, *arguments: str) -> list[dict[str, object]]:
    found: list[dict[str, object]] = json.loads(cenote("best", *arguments, "-f", "json").stdout)
    return found


def origins() -> list[tuple[int, int, str]]:
    with sqlite3.connect("cenote.db") as database:
        rows = database.execute(
            "SELECT generation, slot, operator FROM evaluations ORDER BY generation, slot"
        ).fetchall()
    database.close()
    return rows


def test_free_rooms_evolve_and_are_proven(cenote: Invoke) -> None:
    assert cenote(*FREE, "--evaluations", "64", "--workers", "0").exit_code == 0
    found = levels(cenote)
    assert {(level["type"], level["boxes"], level["proven"]) for level in found} == {("free", 2, True)}
    assert all(level["depth"] >= 1 and level["metrics"]["component"] for level in found)
    assert cenote("verify").exit_code == 0


def test_a_session_of_rooms_is_the_same_with_any_number_of_workers(cenote: Invoke) -> None:
    run = (*FREE, "--evaluations", "96")
    for workers in ("1", "2"):
        assert cenote(*run, "--workers", workers, "--storage", f"sqlite:///{workers}.db").exit_code == 0
    assert everything(Path("1.db")) == everything(Path("2.db"))


def test_the_first_candidates_are_the_levels_of_the_file(cenote: Invoke, folder: Path) -> None:
    (folder / "levels.xsb").write_text(LEVELS)
    result = cenote(*FREE, "--seed-levels", "levels.xsb", "--evaluations", "32", "--workers", "0")
    assert result.exit_code == 0, result.output
    assert "seeds 2" in result.stdout
    found = origins()
    assert [operator for _, _, operator in found[:3]] == ["seed", "seed", "random"]
    assert "seed" not in [operator for _, _, operator in found[2:]]


def test_a_session_with_seeds_in_parts_is_the_session_in_one(cenote: Invoke, folder: Path) -> None:
    (folder / "levels.xsb").write_text(LEVELS)
    run = (*FREE, "--seed-levels", "levels.xsb", "--workers", "0")
    cenote(*run, "--evaluations", "96", "--storage", "sqlite:///whole.db")
    cenote(*run, "--evaluations", "16", "--storage", "sqlite:///parts.db")
    (folder / "levels.xsb").unlink()
    cenote("resume", "1", "--evaluations", "96", "--workers", "0", "--storage", "sqlite:///parts.db")
    assert everything(Path("whole.db")) == everything(Path("parts.db"))


def test_fixed_walls_stay_and_only_boxes_and_goals_evolve(cenote: Invoke, folder: Path) -> None:
    (folder / "shell.txt").write_text(SHELL)
    run = (
        "run",
        "--type",
        "free",
        "--boxes",
        "2",
        "--walls",
        "fixed",
        "--seed-levels",
        "shell.txt",
        "--effort",
        "3000",
    )
    assert cenote(*run, "--evaluations", "48", "--workers", "0").exit_code == 0
    found = levels(cenote)
    walls = SHELL.replace(" ", "-").strip()
    for level in found:
        assert (
            "".join("#" if letter == "#" else letter if letter == "\n" else "-" for letter in level["level"]) == walls
        )
    assert cenote("verify").exit_code == 0


def test_zero_space_levels_are_seeds_too(cenote: Invoke) -> None:
    cenote("generate", "--type", "b", "--size", "3", "--count", "3", "--seed", "1", "-o", "levels.xsb")
    run = ("run", "--type", "b", "--size", "3", "--seed-levels", "levels.xsb", "--evaluations", "32", "--workers", "0")
    assert cenote(*run).exit_code == 0
    assert [operator for _, _, operator in origins()[:4]] == ["seed", "seed", "seed", "random"]
    deepest = max(level["lower_bound"] for level in json.loads(cenote("solve", "levels.xsb", "-f", "json").stdout))
    assert levels(cenote, "--limit", "1")[0]["depth"] >= deepest


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--type", "free", "--type", "b"), "type free cannot be mixed"),
        (("--type", "free", "--boxes", "0"), "--boxes 0 is not between 1 and 20"),
        (("--type", "free", "--rows", "21"), "--rows 21 is not between 1 and 20"),
        (("--type", "free", "--rows", "1", "--cols", "4"), "the boxes do not fit into the smallest room"),
        (("--type", "free", "--policy", "last"), "--policy does nothing with type free"),
        (("--type", "free", "--effort", "-1"), "--effort -1 is not between 0"),
        (("--type", "free", "--walls", "fixed"), "give --seed-levels FILE"),
        (("--type", "free", "--walls", "fixed", "--rows", "7", "--seed-levels", "levels.xsb"), "--rows does nothing"),
        (("--boxes", "3"), "--boxes is for type free only"),
        (("--type", "free", "--seed-levels", "levels.xsb"), "give --boxes 2 too"),
        (("--type", "free", "--boxes", "2", "--cols", "3", "--seed-levels", "levels.xsb"), "--rows 2 --cols 5"),
        (("--seed-levels", "levels.xsb"), "for other levels give --type free"),
        (("--type", "free", "--seed-levels", "nothing.xsb"), "nothing.xsb: No such file"),
        (("--type", "free", "--seed-levels", "prose.txt"), "prose.txt: there is no level"),
    ],
)
def test_wrong_settings_are_refused_and_begin_no_session(
    cenote: Invoke, folder: Path, arguments: tuple[str, ...], told: str
) -> None:
    (folder / "levels.xsb").write_text(LEVELS)
    (folder / "prose.txt").write_text("Once upon a time.\n")
    assert told in refused(cenote("run", "--evaluations", "16", "--workers", "0", *arguments))
    assert not (folder / "cenote.db").exists()
