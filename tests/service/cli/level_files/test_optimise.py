"""Known solutions, made shorter."""

import json
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from generator import CheckedSolution, get_family
from service.cli.level_files import optimise
from service.levels.shorter_solutions import shorter_solutions
from tests.service.conftest import CORRIDOR, LARGE, TRADE, Invoke, refused

SOKOBAN = get_family("sokoban")

ROOM = "########\n#------#\n#-$-.--#\n#@-----#\n#------#\n########\n"
DETOUR = "uurDlddrUluRR"
"""The box goes down and comes up again before it goes to the goal."""


@pytest.fixture
def solved(cenote: Invoke, folder: Path) -> Path:
    """A wasteful solution in small letters, a level without one, a wrong one, and one that cannot be less."""
    path = folder / "solved.xsb"
    path.write_text(
        f"{ROOM}Title: Detour\nAuthor: Somebody\nSolution: {DETOUR.lower()}ll\n\n{CORRIDOR}Title: Open\n\n"
        f"{CORRIDOR}Title: Wrong\nSolution: l\n\n{CORRIDOR}Title: Short\nSolution: r\n"
    )
    return path


def test_shorter_solutions_are_written_and_the_rest_stays(cenote: Invoke, solved: Path) -> None:
    result = cenote("optimise-solution", solved)
    assert result.exit_code == 0
    detour, open_, wrong, short = SOKOBAN.parse_file(result.stdout)
    assert (detour.solution, detour.title, detour.author) == ("uRR", "Detour", "Somebody")
    assert (open_.solution, wrong.solution, short.solution) == ("", "l", "R")


def test_what_happens_is_told_level_by_level(cenote: Invoke, solved: Path) -> None:
    told = cenote("optimise-solution", solved).stderr.splitlines()
    assert "level 1 (Detour): pushes 4 -> 2, moves 13 -> 3" in told
    assert "level 2 (Open): has no solution, so it stays as it is; cenote solve finds one" in told
    assert any(
        line.startswith("level 3 (Wrong): its solution does not solve it, and is kept as it is: ") for line in told
    )
    assert "level 4 (Short): nothing gave way: pushes 1, moves 1" in told


def test_output_appears_in_any_format_and_overwrites_nothing_unasked(cenote: Invoke, solved: Path) -> None:
    optimise = ("optimise-solution", solved, "-o", "shorter.sok")
    assert "levels written to shorter.sok: 4" in cenote(*optimise).stderr
    text = Path("shorter.sok").read_text()
    assert SOKOBAN.parse_file(text)[0].solution == "uRR"
    assert "overwrite it with --force" in refused(cenote(*optimise))
    assert cenote(*optimise, "--force").exit_code == 0
    assert cenote("optimise-solution", solved, "-f", "sok").stdout == text


def test_ctrl_c_writes_the_best_so_far_and_the_other_levels_as_they_are(
    cenote: Invoke, solved: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*arguments: Any) -> Iterator[CheckedSolution]:
        for better in shorter_solutions(*arguments):
            signal.raise_signal(signal.SIGINT)
            yield better

    monkeypatch.setattr(optimise, "shorter_solutions", interrupted)
    solved.write_text(solved.read_text() + f"{ROOM}Title: Again\nSolution: {DETOUR.lower()}ll\n")
    result = cenote("optimise-solution", solved, "-o", "shorter.xsb")
    assert result.exit_code == 130
    assert "interrupted; what was not done is written as it was" in result.stderr
    entries = SOKOBAN.parse_file(Path("shorter.xsb").read_text())
    assert [entry.title for entry in entries] == ["Detour", "Open", "Wrong", "Short", "Again"]
    assert [entry.solution for entry in entries] == ["uRR", "", "l", "r", f"{DETOUR.lower()}ll"]


@pytest.mark.parametrize(("aim", "least"), [("pushes", (4, 13)), ("moves", (6, 11))])
def test_the_aim_says_what_is_to_be_less(cenote: Invoke, folder: Path, aim: str, least: tuple[int, int]) -> None:
    (folder / "trade.xsb").write_text(TRADE)
    other = {"pushes": "moves", "moves": "pushes"}[aim]
    solved = cenote("solve", "trade.xsb", "--aim", other, "-f", "xsb").stdout_bytes
    (entry,) = SOKOBAN.parse_file(cenote("optimise-solution", "-", "--aim", aim, stdin=solved).stdout)
    metrics = SOKOBAN.check(SOKOBAN.parse(TRADE), entry.solution).metrics
    assert (metrics["pushes"], metrics["moves"]) == least


def test_no_seconds_leave_only_straight_walks(cenote: Invoke, folder: Path) -> None:
    (folder / "stroll.xsb").write_text(f"{ROOM}Solution: uduurDlddrUluRR\n")
    (entry,) = SOKOBAN.parse_file(cenote("optimise-solution", "stroll.xsb", "--seconds", "0").stdout)
    assert entry.solution == DETOUR


def test_a_stored_level_is_named_by_its_id(cenote: Invoke, solved: Path) -> None:
    cenote("import", "--no-solve", solved)
    first = json.loads(cenote("best", "-f", "json", "--order", "id").stdout)[0]
    (entry,) = SOKOBAN.parse_file(cenote("optimise-solution", str(first["id"])).stdout)
    assert (entry.solution, entry.title) == ("uRR", "Detour")


def test_wrong_questions_are_refused(cenote: Invoke, solved: Path) -> None:
    assert "sokoban has no aim 'beauty'" in refused(cenote("optimise-solution", solved, "--aim", "beauty"))
    assert "cannot be compared by the aim 'any'" in refused(cenote("optimise-solution", solved, "--aim", "any"))
    assert "there is no database" in refused(cenote("optimise-solution", "7"))
    assert "no format 'doc'" in refused(cenote("optimise-solution", solved, "-f", "doc"))
    assert "--seconds" in refused(cenote("optimise-solution", solved, "--seconds", "nan"))
    assert "no-such.xsb: No such file" in refused(cenote("optimise-solution", "no-such.xsb"))


def test_levels_that_are_too_large_stay_as_they_are(cenote: Invoke, folder: Path) -> None:
    (folder / "large.xsb").write_text(f"{LARGE}Solution: R\n")
    result = cenote("optimise-solution", "large.xsb")
    assert "level 1: stays as it is: the level has 4,900 floor cells" in result.stderr
    assert SOKOBAN.parse_file(result.stdout)[0].solution == "R"
