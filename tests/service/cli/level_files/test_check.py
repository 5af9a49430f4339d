"""Solutions judged on the command line."""

import json
from pathlib import Path

import pytest

from tests.service.conftest import CORRIDOR, Invoke, refused

LONGER = "#######\n#@$--.#\n#######\n"
FIGURES = "moves 3, pushes 3, box lines 1, box changes 1, pushing sessions 1, player lines 1"


@pytest.fixture
def levels(folder: Path) -> Path:
    path = folder / "levels.xsb"
    path.write_text(f"{CORRIDOR}Title: Short\n\n{LONGER}Title: Long\n")
    return path


def test_the_level_that_is_solved_is_found(cenote: Invoke, levels: Path) -> None:
    result = cenote("check", levels, "rrr", "--number", "2")
    assert result.exit_code == 0
    assert result.stdout == f"level 2 (Long): accepted: {FIGURES}\nRRR\n"
    result = cenote("check", levels, "r")
    assert result.exit_code == 0
    assert result.stdout.startswith("level 1 (Short): accepted: moves 1, pushes 1, ")


def test_a_file_of_the_level_with_its_solution_will_do(cenote: Invoke, folder: Path) -> None:
    (folder / "long.xsb").write_text(LONGER)
    (folder / "solved.xsb").write_text(cenote("solve", "long.xsb", "--format", "file").stdout)
    assert "Solution:" in (folder / "solved.xsb").read_text()
    assert cenote("check", "long.xsb", "solved.xsb").stdout == f"level 1: accepted: {FIGURES}\nRRR\n"


def test_a_file_with_several_solutions_is_refused(cenote: Invoke, folder: Path) -> None:
    (folder / "both.xsb").write_text(f"{CORRIDOR}Solution:\nR\n\n{LONGER}Solution:\nRRR\n")
    told = refused(cenote("check", "both.xsb", "both.xsb"))
    assert told == "Error: both.xsb has solutions of 2 levels; give a file with one\n"


@pytest.mark.parametrize("solution", ["RRR", "3r", "C2-F2", "C2-E2,E2-F2"])
def test_every_notation_is_taken(cenote: Invoke, folder: Path, solution: str) -> None:
    (folder / "long.xsb").write_text(LONGER)
    (folder / "solution.txt").write_text(solution)
    wanted = f"level 1: accepted: {FIGURES}\nRRR\n"
    assert cenote("check", "long.xsb", solution).stdout == wanted
    assert cenote("check", "long.xsb", "solution.txt").stdout == wanted
    assert cenote("check", "long.xsb", "-", stdin=solution.encode()).stdout == wanted
    assert cenote("check", "-", solution, stdin=LONGER.encode()).stdout == wanted


def test_what_follows_the_end_is_cut_and_said(cenote: Invoke, folder: Path) -> None:
    (folder / "long.xsb").write_text(LONGER)
    result = cenote("check", "long.xsb", "rrrll")
    assert result.exit_code == 0
    assert result.stdout == f"level 1: accepted: {FIGURES}, moves cut after the solution 2\nRRR\n"


def test_a_refusal_has_its_reason_and_exit_code_1(cenote: Invoke, levels: Path) -> None:
    result = cenote("check", levels, "u")
    assert result.exit_code == 1
    assert result.stderr == ""
    assert result.stdout == "refused for each of the 2 levels: move 1: the player runs into a wall\n"
    result = cenote("check", levels, "rr", "--number", "2")
    assert result.exit_code == 1
    assert result.stdout == "level 2 (Long): refused: move 2: the moves end here, and the level is not solved\n"


def test_json_has_the_documented_keys(cenote: Invoke, levels: Path) -> None:
    (accepted,) = json.loads(cenote("check", levels, "rl", "-f", "json").stdout)
    assert accepted == {
        "number": 1,
        "title": "Short",
        "accepted": True,
        "reason": "",
        "cut": 1,
        "metrics": {
            "moves": 1,
            "pushes": 1,
            "box_lines": 1,
            "box_changes": 1,
            "pushing_sessions": 1,
            "player_lines": 1,
        },
        "solution": "R",
    }
    result = cenote("check", levels, "u", "-f", "json")
    assert result.exit_code == 1
    assert [list(verdict) for verdict in json.loads(result.stdout)] == [list(accepted)] * 2
    assert {verdict["reason"] for verdict in json.loads(result.stdout)} == {"move 1: the player runs into a wall"}


def test_what_cannot_be_read_is_refused_with_exit_code_2(cenote: Invoke, levels: Path, folder: Path) -> None:
    (folder / "empty.xsb").write_text("")
    assert "there is no level" in refused(cenote("check", "empty.xsb", "r"))
    assert "nothing.xsb: No such file" in refused(cenote("check", "nothing.xsb", "r"))
    assert "nothing.txt: No such file" in refused(cenote("check", levels, "nothing.txt"))
    assert "Is a directory" in refused(cenote("check", levels, "./"))
    assert "levels.xsb has 2 levels, so there is no --number 3" in refused(
        cenote("check", levels, "r", "--number", "3")
    )
    assert "SOLUTION" in refused(cenote("check", levels))


def test_moves_may_be_longer_than_names_of_files(cenote: Invoke, levels: Path) -> None:
    result = cenote("check", levels, "rl" + "lr" * 5000, "--number", "2")
    assert result.exit_code == 1
    assert "the player runs into a wall" in result.stdout


def test_every_family_judges_its_own_solutions(cenote: Invoke, folder: Path) -> None:
    (folder / "rows.txt").write_text("bac\n\ncab\n")
    result = cenote("check", "rows.txt", "1", "--family", "template")
    assert result.exit_code == 0
    assert result.stdout.startswith("level 1: accepted: swaps 1")


def test_what_solves_no_level_is_refused_once(cenote: Invoke, levels: Path) -> None:
    result = cenote("check", levels, "garbage")
    assert result.exit_code == 1
    assert len(result.stdout.splitlines()) == 1
    assert result.stdout.startswith("refused for each of the 2 levels: ")
