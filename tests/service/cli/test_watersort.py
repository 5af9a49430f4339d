"""Everything of the command line works for water sort."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

from generator import get_declaration, get_family
from generator.values import Request
from tests.generator.puzzles.watersort.published import Article
from tests.service.conftest import Invoke, refused

WATERSORT = get_family("watersort")
OURS = ("--family", "watersort")
LEVEL = "ab.\nba.\n"
DEEP = "bdda.\nacdc.\nabcb.\ndbca.\n"


@pytest.fixture(scope="module")
def racks(cenote: Invoke, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The URL of a database that one session on four colours has filled and appraised; tests only read it."""
    url = f"sqlite:///{tmp_path_factory.mktemp('racks')}/levels.db"
    wishes = (*OURS, "--colours", "4", "--seed", "1", "--evaluations", "64", "--workers", "0", "--storage", url)
    assert cenote("run", *wishes).exit_code == 0
    assert cenote("appraise", "--storage", url).exit_code == 0
    return url


@pytest.fixture
def file(folder: Path) -> Path:
    path = folder / "level.txt"
    path.write_text(LEVEL)
    return path


def test_levels_that_nobody_solved_are_bounded_from_below_too(cenote: Invoke, folder: Path) -> None:
    """What an older program stored without the bound takes it over when the file is imported again."""
    cenote("generate", *OURS, "--colours", "9", "--seed", "1", "-o", "deep.txt")
    bring_in = ("import", "deep.txt", *OURS, "--no-solve")
    assert cenote(*bring_in).stdout == "levels: 1; stored: 1\n"
    (level,) = json.loads(cenote("best", "-f", "json").stdout)
    assert 0 < level["lower_bound"] < level["upper_bound"]
    assert level["metrics"]["excess"] == 0
    with closing(sqlite3.connect(folder / "cenote.db")) as database, database:
        database.execute("UPDATE levels SET lower_bound = 0, depth = 0")
    assert "its lower_bound is" in cenote("verify").output
    assert "improved: 1" in cenote(*bring_in).stdout
    assert json.loads(cenote("best", "-f", "json").stdout) == [level]
    assert "levels verified: 1 of 1" in cenote("verify").stdout


def test_a_solution_is_broken_into_lines_between_pours(
    cenote: Invoke, racks: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.cli.levels.browse.SOLUTION_WIDTH", 20)
    level = best(cenote, racks)[0]
    _, _, lines = cenote("show", str(level["id"]), "--storage", racks).stdout.partition("solution\n")
    assert len(lines.splitlines()) > 1
    assert lines.split() == level["solution"].split()


def best(cenote: Invoke, racks: str) -> list[dict]:
    return json.loads(cenote("best", "--storage", racks, "-f", "json").stdout)


def test_the_deepest_levels_are_proven_and_first(cenote: Invoke, racks: str) -> None:
    found = best(cenote, racks)
    assert [level["depth"] for level in found] == sorted((level["depth"] for level in found), reverse=True)
    assert found[0]["depth"] >= 12
    for level in found:
        solution = WATERSORT.solve(WATERSORT.parse(level["level"]), 100_000)
        assert level["proven"]
        assert (
            level["depth"]
            == solution.lower_bound
            == WATERSORT.replay(WATERSORT.parse(level["level"]), level["solution"])
        )
        assert level["type"] == "4x4+2"


def test_the_same_seed_makes_the_same_levels(cenote: Invoke, racks: str) -> None:
    wishes = (
        *OURS,
        "--colours",
        "4",
        "--seed",
        "1",
        "--evaluations",
        "64",
        "--workers",
        "2",
        "--storage",
        "sqlite:///again.db",
    )
    assert cenote("run", *wishes).exit_code == 0
    again = json.loads(cenote("best", "--storage", "sqlite:///again.db", "-f", "json").stdout)
    assert [level["level"] for level in again] == [level["level"] for level in best(cenote, racks)]


def test_every_stored_level_is_verified(cenote: Invoke, racks: str) -> None:
    result = cenote("verify", "--storage", racks)
    assert (result.exit_code, result.stderr) == (0, "")


def test_a_level_that_is_solved_already_is_shown_and_verified(cenote: Invoke, folder: Path) -> None:
    (folder / "solved.txt").write_text("ab.\nab.\n")
    assert cenote("import", "solved.txt", *OURS).exit_code == 0
    assert "very long" not in cenote("show", "1").stdout
    assert cenote("verify").exit_code == 0


def test_a_level_is_shown_with_its_explanation(cenote: Invoke, racks: str) -> None:
    level = json.loads(cenote("show", "1", "--explain", "-f", "json", "--storage", racks).stdout)
    pours = [line.split(",")[0] for line in level["explanation"] if line.startswith("   ")]
    assert WATERSORT.replay(WATERSORT.parse(level["level"]), " ".join(pours)) == level["depth"]
    shown = cenote("show", "1", "--explain", "--storage", racks).stdout
    assert shown.splitlines()[-len(level["explanation"]) :] == level["explanation"]
    assert level["level"] in shown


def test_appraised_levels_know_their_solutions_and_lost_pours(cenote: Invoke, racks: str) -> None:
    for place in (1, 2, 3):
        metrics = json.loads(cenote("show", str(place), "-f", "json", "--storage", racks).stdout)["metrics"]
        assert metrics["shortest_solutions"] >= 1
        assert 0 <= metrics["lost_pours"] <= 1


@pytest.mark.parametrize("format_", get_declaration("watersort").formats)
def test_the_files_of_the_family_go_round(cenote: Invoke, racks: str, folder: Path, format_: str) -> None:
    ending = get_declaration("watersort").formats[format_].endings[0]
    assert cenote("export", "-o", f"levels{ending}", "--storage", racks).exit_code == 0
    count = len(WATERSORT.parse_file((folder / f"levels{ending}").read_text()))
    assert (
        f"levels: {count}; known already: {count}"
        in cenote("import", f"levels{ending}", *OURS, "--storage", racks).stdout
    )
    assert "known already" not in cenote("import", f"levels{ending}", *OURS).stdout
    assert len(json.loads(cenote("best", "-f", "json", "--limit", "1000").stdout)) == count


@pytest.mark.parametrize("format_", get_declaration("watersort").formats)
def test_levels_go_from_one_format_to_another_and_back(cenote: Invoke, folder: Path, format_: str) -> None:
    (folder / "level.txt").write_text(f"; one\nLOOSE\n{LEVEL}Author: me\nSolution: AC BA\n")
    assert cenote("convert", "level.txt", "there", "--to", format_, *OURS).exit_code == 0
    assert cenote("convert", "there", "back", "--to", "boards", *OURS).exit_code == 0
    kept = (folder / "level.txt").read_text()
    assert (folder / "back").read_text() == (kept.split("Author")[0] if format_ == "numbers" else kept)


def test_a_curve_rises_in_difficulty(cenote: Invoke, racks: str, folder: Path) -> None:
    assert cenote("export", "--curve", "3", "-o", "curve.txt", "--storage", racks).exit_code == 0
    levels = [WATERSORT.parse(entry.text) for entry in WATERSORT.parse_file((folder / "curve.txt").read_text())]
    difficulties = [WATERSORT.appraise(level, WATERSORT.solve(level, 10**6))["difficulty"] for level in levels]
    assert len(difficulties) == 3
    assert difficulties == sorted(difficulties)


def test_a_picture_has_the_size_of_its_rack(cenote: Invoke, racks: str, folder: Path) -> None:
    for ending in ("svg", "png", "gif"):
        assert cenote("render", "1", "-o", f"level.{ending}", "--storage", racks).exit_code == 0
    assert ElementTree.parse(folder / "level.svg").getroot().attrib["width"] == str(13 * 16)
    with Image.open(folder / "level.png") as png, Image.open(folder / "level.gif") as gif:
        assert png.size == gif.size == (13 * 32, 6 * 32)
        depth = json.loads(cenote("show", "1", "-f", "json", "--storage", racks).stdout)["depth"]
        assert gif.n_frames == depth + 1


def test_the_ruler_and_the_solved_level_are_drawn(cenote: Invoke, racks: str, folder: Path) -> None:
    pictures = {"plain.svg": (), "ruler.svg": ("--ruler",), "solved.svg": ("--solved",)}
    for name, wish in pictures.items():
        assert cenote("render", "1", "-o", name, *wish, "--storage", racks).exit_code == 0
    assert len({(folder / name).read_text() for name in pictures}) == 3


def test_a_level_is_solved_with_proof(cenote: Invoke, file: Path) -> None:
    (answer,) = json.loads(cenote("solve", file, *OURS, "-f", "json").stdout)
    assert (answer["status"], answer["counted"], answer["proven"]) == ("solved", "pours", True)
    assert answer["lower_bound"] == answer["upper_bound"] == 3
    assert WATERSORT.replay(WATERSORT.parse(LEVEL.strip()), answer["solution"]) == 3


@pytest.mark.parametrize("without", ["deadlocks", "completing"])
def test_techniques_can_be_left_out(cenote: Invoke, file: Path, without: str) -> None:
    file.write_text(DEEP)
    least = WATERSORT.solve(WATERSORT.parse(DEEP.strip()), 100_000)
    (answer,) = json.loads(cenote("solve", file, *OURS, "--without", without, "-f", "json").stdout)
    assert (answer["upper_bound"], answer["status"]) == (least.upper_bound, least.status)


def test_any_solution_is_an_answer(cenote: Invoke, file: Path) -> None:
    file.write_text("abcdefgh..\ncdefghab..\nhgfedcba..\nbadcfehg..\n")
    (answer,) = json.loads(cenote("solve", file, *OURS, "--aim", "any", "-f", "json").stdout)
    level = WATERSORT.parse(file.read_text().strip())
    assert answer["status"] == "solved"
    assert WATERSORT.replay(level, answer["solution"]) == answer["upper_bound"]
    assert answer["upper_bound"] == WATERSORT.solve(level, 1_000_000, Request("any")).upper_bound


def test_a_solution_is_checked_in_every_notation(cenote: Invoke, file: Path) -> None:
    printed = "deep = 2 from 1 to 2 deep = 1 from 1 to 0 deep = 0 from 0 to 2"
    for solution in ("AC BA BC", "A>C,B>A,B>C", "a-c b-a b-c", printed):
        result = cenote("check", file, solution, *OURS)
        assert (result.exit_code, result.stdout) == (0, "level 1: accepted: pours 3\nAC BA BC\n")
    result = cenote("check", file, "AC BA", *OURS)
    assert result.exit_code == 1
    assert result.stdout == "level 1: refused: move 3: the pours end before the level is solved\n"


def test_the_printed_solution_of_the_article_is_checked(cenote: Invoke, shared: Path, folder: Path) -> None:
    article = Article(shared)
    (folder / "printed.txt").write_text(article.solution)
    (folder / "level.in").write_text(f"LOOSE\n{article.numbers('14')}")
    result = cenote("check", "level.in", "printed.txt", *OURS)
    assert result.stdout.startswith("level 1: accepted: pours 46\nCA CB ")
    (folder / "level.in").write_text(article.numbers("14"))
    assert "refused: move 47: the pours end" in cenote("check", "level.in", "printed.txt", *OURS).stdout


@pytest.mark.parametrize("depth", [5, 8])
def test_a_relay_goes_on_from_where_it_ended(cenote: Invoke, file: Path, folder: Path, depth: int) -> None:
    file.write_text(DEEP)
    said = cenote("relay", file, "--depth", str(depth)).stdout
    position, _, pours = said.partition("\nComment: ")
    (folder / "rest.txt").write_text(said)
    (rest,) = json.loads(cenote("solve", "rest.txt", *OURS, "-f", "json").stdout)
    solution = f"{pours.partition(': ')[2].strip()} {rest['solution']}"
    result = cenote("check", file, solution, *OURS)
    assert result.stdout.startswith(f"level 1: accepted: pours {depth + rest['upper_bound']}\n")
    fields = json.loads(cenote("relay", file, "--depth", str(depth), "-f", "json").stdout)
    assert (fields["level"], fields["pours"], fields["solved"]) == (position, depth, False)


def test_what_a_relay_prints_is_piped_into_the_next(cenote: Invoke, file: Path) -> None:
    file.write_text(DEEP)
    first = cenote("relay", file, "--depth", "5")
    second = cenote("relay", "-", "--depth", "30", stdin=first.stdout_bytes)
    assert ", solved: " in second.stdout
    leg, before = second.stdout.rstrip("\n").split("; before: ")
    assert before == first.stdout.rstrip("\n").rpartition(": ")[2]
    moves = f"{before} {leg.rpartition(': ')[2]}"
    assert cenote("check", file, moves, *OURS).stdout.startswith("level 1: accepted: ")


def test_a_relay_without_depth_or_level_is_refused(cenote: Invoke, file: Path) -> None:
    assert "--depth" in refused(cenote("relay", file))
    assert "--depth 0 is not between 1 and 1000" in refused(cenote("relay", file, "--depth", "0"))
    file.write_text("ab.\nbb.\n")
    assert "colour a should have 2 units, as many as a tube holds, not 1" in refused(
        cenote("relay", file, "--depth", "2")
    )


def test_the_same_rack_in_another_order_is_found_again(cenote: Invoke, racks: str, folder: Path) -> None:
    level, *_ = best(cenote, racks)
    mixed = "\n".join(row[::-1].translate(str.maketrans("abcd", "wvut")) for row in level["level"].split("\n"))
    (folder / "mixed.txt").write_text(f"{mixed}\n")
    found = json.loads(
        cenote("similar", "mixed.txt", *OURS, "--threshold", "100", "--storage", racks, "-f", "json").stdout
    )
    assert [(one["id"], one["similarity"]) for one in found] == [(level["id"], 1)]
    result = cenote("import", "mixed.txt", *OURS, "--storage", racks)
    assert f"is already in the database, as level {level['id']}" in result.stderr


def test_racks_of_one_size_are_somewhat_similar(cenote: Invoke, racks: str, folder: Path) -> None:
    level, *_ = best(cenote, racks)
    (folder / "level.txt").write_text(level["level"])
    found = json.loads(
        cenote("similar", "level.txt", *OURS, "--threshold", "40", "--storage", racks, "-f", "json").stdout
    )
    assert len(found) > 1
    assert all(0.4 <= one["similarity"] <= 1 for one in found)


def test_sessions_begin_with_the_levels_of_a_file(cenote: Invoke, file: Path) -> None:
    file.write_text(DEEP)
    sizes = (*OURS, "--colours", "4", "--empty", "1", "--evaluations", "8", "--workers", "0")
    assert cenote("run", *sizes, "--seed-levels", file).exit_code == 0
    found = json.loads(cenote("best", "-f", "json").stdout)
    assert WATERSORT.identity(WATERSORT.parse(DEEP.strip())) in {
        WATERSORT.identity(WATERSORT.parse(level["level"])) for level in found
    }
    wrong = (*OURS, "--colours", "5", "--evaluations", "8", "--workers", "0", "--seed-levels", file)
    assert "give --colours 4 --capacity 4 --empty 1 too" in refused(cenote("run", *wrong))


@pytest.mark.parametrize(
    ("wishes", "type_"),
    [
        (("--pours", "ball", "--ends", "loose"), "3x3+1 ball loose"),
        (("--pours", "whole"), "3x3+1 whole"),
        (("--fill", "backward", "--steps", "9"), "3x3+1"),
    ],
)
def test_sessions_of_other_rules(cenote: Invoke, wishes: tuple[str, ...], type_: str) -> None:
    sizes = (*OURS, "--colours", "3", "--capacity", "3", "--empty", "1", "--evaluations", "24", "--workers", "0")
    assert cenote("run", *sizes, *wishes).exit_code == 0
    found = json.loads(cenote("best", "-f", "json").stdout)
    assert {level["type"] for level in found} == {type_}
    assert cenote("verify").exit_code == 0


def test_levels_are_ranked_by_rhythm(cenote: Invoke, racks: str) -> None:
    assert cenote("rescore", "--objective", "rhythm", "--storage", racks).exit_code == 0
    found = json.loads(cenote("best", "--objective", "rhythm", "-f", "json", "--storage", racks).stdout)
    assert [level["score"] for level in found] == [level["depth"] + 2 * level["metrics"]["rhythm"] for level in found]


@pytest.mark.parametrize(
    ("wishes", "told"),
    [
        (("--colours", "25"), "--colours 25 is not between 1 and 24"),
        (("--capacity", "17"), "--capacity 17 is not between 2 and 16"),
        (("--colours", "24", "--empty", "3"), "there are more than 26 tubes; give fewer --colours or --empty"),
        (("--steps", "5"), "--steps is for --fill backward alone"),
        (("--pours", "oil"), "--pours cannot be 'oil'; choose from: "),
    ],
)
def test_wrong_wishes_are_refused_in_one_line(cenote: Invoke, wishes: tuple[str, ...], told: str) -> None:
    assert told in refused(cenote("run", *OURS, "--evaluations", "8", "--workers", "0", *wishes))


def test_a_tool_searches_as_far_as_is_usual_where_nothing_is_said(cenote: Invoke, file: Path) -> None:
    file.write_text("ab\nba\n")
    assert cenote("certify", "level.txt").stdout == cenote("certify", "level.txt", "--nodes", "1000000").stdout != ""
    assert "Missing option '--depth'" in refused(cenote("relay", "level.txt"))
