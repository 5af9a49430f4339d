"""Everything of the command line works for every family; Linjat shows it, sokoban's tests are by command."""

import json
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from generator import family_names, get_declaration, get_family
from service.levels.json_objects import KEYS
from tests.service.conftest import Invoke, refused

LINJAT = get_family("linjat")
BACKWARDS = {"depth": 10, "branching": 4.0}
WEIGHTS = get_declaration("linjat").objectives


@pytest.fixture(scope="module")
def puzzles(cenote: Invoke, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The URL of a database that one session on easy Linjat puzzles has filled; tests only read it."""
    url = f"sqlite:///{tmp_path_factory.mktemp('puzzles')}/levels.db"
    wishes = ("--family", "linjat", "--preset", "easy", "--effort", "300", "--seed", "1")
    result = cenote("run", *wishes, "--evaluations", "96", "--workers", "0", "--storage", url)
    assert result.exit_code == 0, result.output
    return url


def test_a_family_with_the_core_alone_is_run_and_shown_and_verified(
    cenote: Invoke, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The template has no files, pictures or judge of its own."""
    monkeypatch.chdir(tmp_path)
    ends = ("--evaluations", "6400", "--target", "depth>=10")
    assert cenote("run", "--family", "template", *ends, "--seed", "1", "--workers", "0").exit_code == 0
    best, *others = json.loads(cenote("best", "-f", "json").stdout)
    assert (best["level"], best["depth"], best["proven"], best["metrics"]) == ("edcba", 10, True, BACKWARDS)
    assert others
    assert "edcba" in cenote("show", str(best["id"])).stdout
    assert cenote("show", str(best["id"]), "-f", "file").stdout.strip() == "edcba"
    assert cenote("verify").exit_code == 0
    rows = tmp_path / "rows.txt"
    rows.write_text("edcba\n\nba\n")
    solved = json.loads(cenote("solve", "--family", "template", rows, "-f", "json").stdout)
    assert [(one["status"], one["upper_bound"]) for one in solved] == [("solved", 10), ("solved", 1)]
    checked = cenote("check", "--family", "template", rows, solved[0]["solution"]).stdout
    assert checked.startswith("level 1: accepted: swaps 10")
    assert cenote("render", str(best["id"]), "-o", "row.svg").exit_code == 0
    assert len(ElementTree.parse("row.svg").getroot()) == len("edcba")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("run", "--seed-levels", "rows.txt", "--evaluations", "16"), "sessions of template cannot begin with given"),
        (("import", "rows.txt"), "levels of template cannot be imported"),
    ],
)
def test_what_a_family_cannot_do_is_refused(
    cenote: Invoke, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], told: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rows.txt").write_text("edcba")
    assert told in refused(cenote(*arguments, "--family", "template"))


@pytest.mark.parametrize("family", family_names())
def test_help_explains_what_is_counted(cenote: Invoke, family: str) -> None:
    told = " ".join(cenote("run", "--family", family, "--help").stdout.split())
    for name, metric in get_declaration(family).metrics.items():
        assert f"{name} {metric.help} [{metric.unit}" in told


def test_levels_are_ranked_by_the_weights_of_their_mode(cenote: Invoke, puzzles: str) -> None:
    found = json.loads(cenote("best", "--storage", puzzles, "--objective", "linjat-easy", "-f", "json").stdout)
    assert len(found) == 10
    for level in found:
        assert tuple(level) == KEYS
        assert level["proven"]
        assert level["metrics"]["solutions"] == 1
        score = sum(weight * level["metrics"][name] for name, weight in WEIGHTS["linjat-easy"].items())
        assert level["score"] == score
    assert [level["score"] for level in found] == sorted((level["score"] for level in found), reverse=True)


def test_every_stored_level_is_verified(cenote: Invoke, puzzles: str) -> None:
    result = cenote("verify", "--storage", puzzles)
    assert (result.exit_code, result.stderr) == (0, "")


def test_the_explanation_has_a_paragraph_for_every_layer(cenote: Invoke, puzzles: str) -> None:
    level = json.loads(cenote("show", "1", "--explain", "-f", "json", "--storage", puzzles).stdout)
    layers = [line for line in level["explanation"] if line[0].isdigit()]
    assert [int(line.split(".")[0]) for line in layers] == [*range(1, level["depth"] + 1)]
    assert level["explanation"][-1] == "solved"
    shown = cenote("show", "1", "--explain", "--storage", puzzles)
    assert shown.stdout.splitlines()[-len(level["explanation"]) :] == level["explanation"]


def test_an_explanation_does_not_go_into_a_file(cenote: Invoke, puzzles: str) -> None:
    assert "leave --explain out" in refused(cenote("show", "1", "--explain", "-f", "file", "--storage", puzzles))


def test_levels_without_explanation_say_so(cenote: Invoke, evolved: str) -> None:
    assert "levels of sokoban have no explanation" in refused(cenote("show", "1", "--explain", "--storage", evolved))


def test_a_curve_rises_evenly_in_difficulty(cenote: Invoke, puzzles: str, folder: Path) -> None:
    assert cenote("export", "--curve", "12", "-o", "curve.txt", "--storage", puzzles).exit_code == 0
    exported = [LINJAT.parse(entry.text) for entry in LINJAT.parse_file((folder / "curve.txt").read_text())]
    difficulties = [LINJAT.measure(level, LINJAT.solve(level, 10_000))["difficulty"] for level in exported]
    assert len(difficulties) == 12
    assert difficulties == sorted(difficulties)
    step = (difficulties[-1] - difficulties[0]) / 11
    assert np.abs(np.array(difficulties) - np.linspace(difficulties[0], difficulties[-1], 12)).max() <= step / 2


def test_a_curve_needs_enough_levels_and_orders_by_itself(cenote: Invoke, puzzles: str, evolved: str) -> None:
    assert "fewer than 5000" in refused(cenote("export", "--curve", "5000", "--storage", puzzles))
    assert "cenote appraise" in refused(cenote("export", "--curve", "2", "--storage", evolved))
    assert "leave --order and --limit out" in refused(cenote("export", "--curve", "2", "--limit", "3"))


def test_there_is_no_curve_of_levels_whose_difficulty_nobody_counts(cenote: Invoke, folder: Path) -> None:
    (folder / "maze.txt").write_text(f"{get_declaration('orimaze').example.text}\n")
    assert cenote("import", "maze.txt").exit_code == 0
    assert "leave --curve out" in refused(cenote("export", "--curve", "2"))


def test_the_solved_picture_shows_the_lines(cenote: Invoke, puzzles: str, folder: Path) -> None:
    for name, wish in (("open.svg", ()), ("solved.svg", ("--solved",)), ("solved.png", ("--solved",))):
        assert cenote("render", "1", "-o", name, *wish, "--storage", puzzles).exit_code == 0
    strokes = {}
    for name in ("open.svg", "solved.svg"):
        root = ElementTree.parse(folder / name).getroot()
        strokes[name] = len([path for path in root.iter() if path.attrib.get("stroke-width") == "11"])
    level = json.loads(cenote("show", "1", "-f", "json", "--storage", puzzles).stdout)
    assert strokes == {"open.svg": 0, "solved.svg": level["metrics"]["numbers"]}


def test_the_files_of_the_family_go_round(cenote: Invoke, puzzles: str, folder: Path) -> None:
    for ending in ("txt", "json"):
        assert cenote("export", "-o", f"levels.{ending}", "--storage", puzzles).exit_code == 0
        said = cenote("import", f"levels.{ending}", "--family", "linjat").stdout
        assert "known already" in said or "stored and proven" in said
        assert cenote("solve", f"levels.{ending}", "--family", "linjat").exit_code == 0
    shown = cenote("best", "--limit", "2", "-f", "file", "--storage", puzzles).stdout
    assert len(LINJAT.parse_file(shown)) == 2


@pytest.mark.parametrize("name", ["linjat", "linjat-easy"])
def test_the_name_of_the_family_is_its_own_objective(cenote: Invoke, name: str) -> None:
    wishes = ("--family", "linjat", "--preset", "easy", "--effort", "50", "--evaluations", "16", "--workers", "0")
    assert cenote("run", *wishes, "--objective", name).exit_code == 0
    assert json.loads(cenote("sessions", "-f", "json").stdout)[0]["objective"] == "linjat-easy"


def test_which_objective_a_family_name_means_depends_on_the_session(cenote: Invoke, puzzles: str) -> None:
    said = refused(cenote("rescore", "--objective", "linjat", "--storage", puzzles))
    assert "give one of: linjat-easy, linjat-medium" in said
    assert "linjat" in refused(cenote("run", "--objective", "linjat", "--evaluations", "1"))
    assert json.loads(cenote("best", "--objective", "linjat-hard", "-f", "json", "--storage", puzzles).stdout) == []
