"""Contests on the command line."""

import hashlib
import json
import zipfile
from pathlib import Path

import pytest

from generator import get_family
from tests.service.conftest import TRADE, Invoke, refused

CORRIDOR = "######\n#@$-.#\n######\n"
FEW_PUSHES, FEW_MOVES = "rRdrruulDrdLL", "rRRurDrdLLL"
OPEN = ("--opens", "2020-01-01", "--closes", "2999-01-01 12:00")


@pytest.fixture
def contest(cenote: Invoke, folder: Path) -> str:
    """An open contest with two levels."""
    (folder / "levels.xsb").write_text(f"{TRADE}Title: Trade\nAuthor: nobody\n\n{CORRIDOR}Title: Corridor\n")
    assert cenote("import", "levels.xsb").exit_code == 0
    assert "contest 1" in cenote("contest", "create", "May", *OPEN, "--text", "Good luck!").stdout
    added = cenote("contest", "add-level", "1", "main", "1")
    assert added.stdout.startswith("contest 1: main is level 1; best known answer: moves 13, pushes 4, ")
    assert "main is level 1; " in cenote("contest", "add-level", "1", "main", "1").output
    assert cenote("contest", "add-level", "1", "extra", "2", "--answer", "rr").exit_code == 0
    return "1"


def test_a_contest_from_answers_to_rankings(cenote: Invoke, folder: Path, contest: str) -> None:
    (folder / "answer.txt").write_text(f"{FEW_MOVES.lower()}\n")
    sent = cenote("contest", "submit", contest, "answer.txt", "--name", "Anna", "--country", "Sweden")
    assert sent.stdout.startswith("accepted: main, moves 11, pushes 6, ")
    again = cenote("contest", "submit", contest, FEW_MOVES, "--name", "Anna")
    assert again.stdout.startswith("already received: main, ")
    assert cenote("contest", "submit", contest, FEW_PUSHES, "--name", "Bertil").exit_code == 0
    assert cenote("contest", "submit", contest, FEW_PUSHES, "--name", "Cecilia").exit_code == 0
    tables = json.loads(cenote("contest", "ranking", contest, "-f", "json").stdout)
    assert [place["player"] for place in tables["moves"]] == ["Anna", "Bertil", "Cecilia"]
    assert [place["player"] for place in tables["pushes"]] == ["Bertil", "Cecilia", "Anna"]
    shown = cenote("contest", "ranking", contest).stdout
    assert "champion of moves: Anna; champion of pushes: Bertil" in shown
    assert cenote("contest", "ranking", contest, "--part", "extra").stdout == "no answer has come in yet\n"
    assert "equal answers of several players to main: Bertil, Cecilia" in cenote("contest", "show", contest).stdout


def test_answers_are_listed_and_removed(cenote: Invoke, contest: str) -> None:
    assert "no answer" in cenote("contest", "answers", contest).stdout
    for name in ("Anna", "Bertil"):
        cenote("contest", "submit", contest, FEW_MOVES, "--name", name, "--email", f"{name}@example.org")
    assert "Bertil@example.org" in cenote("contest", "answers", contest).stdout
    assert cenote("contest", "remove-answer", contest, "1").stdout == "contest 1: answer 1 is removed\n"
    assert [row["id"] for row in json.loads(cenote("contest", "answers", contest, "-f", "json").stdout)] == [2]
    assert cenote("contest", "answers", contest, "--after", "2", "-f", "json").stdout == "[]\n"
    assert "has no answer 1" in refused(cenote("contest", "remove-answer", contest, "1"))


def test_a_name_may_have_a_code_and_be_released(cenote: Invoke, contest: str) -> None:
    assert cenote("contest", "submit", contest, FEW_MOVES, "--name", "Anna", "--code", "sesame").exit_code == 0
    assert "give that code" in refused(cenote("contest", "submit", contest, "RR", "--name", "ANNA"))
    assert cenote("contest", "release-name", "anna").stdout == "anna may be used by anybody\n"
    assert cenote("contest", "submit", contest, "RR", "--name", "ANNA").exit_code == 0
    assert "belongs to nobody" in refused(cenote("contest", "release-name", "anna"))


def test_email_addresses_are_erased_on_request(cenote: Invoke, contest: str) -> None:
    for answer in ("RR", "rlRR"):
        cenote("contest", "submit", contest, answer, "--name", "Anna", "--email", "anna@example.org")
    assert cenote("contest", "erase-emails", "ANNA").stdout == "email addresses erased from answers: 2\n"
    assert "example.org" not in cenote("contest", "answers", contest, "-f", "json").stdout
    assert "no answer has an email address" in refused(cenote("contest", "erase-emails", "anna@example.org"))
    log = cenote("account", "log", "-f", "json").stdout
    assert "emails-erased" in log
    assert "contest-created" in log
    assert "example.org" not in log


def test_hidden_answers_are_shown_only_when_asked_for(cenote: Invoke, contest: str) -> None:
    plain = cenote("contest", "show", contest)
    assert "May: open, 2020-01-01 00:00:00 UTC to 2999-01-01 12:00:00 UTC, answers 0\nGood luck!\n" in plain.stdout
    assert "main: Trade" in plain.stdout
    assert FEW_PUSHES not in plain.stdout + cenote("contest", "show", contest, "-f", "json").stdout
    assert FEW_PUSHES in cenote("contest", "show", contest, "--answers").stdout
    levels = json.loads(cenote("contest", "show", contest, "--answers", "-f", "json").stdout)["levels"]
    assert [level["answer"] for level in levels] == [FEW_PUSHES, "RR"]


def test_contests_are_listed_and_changed(cenote: Invoke, contest: str) -> None:
    assert cenote("contest", "edit", contest, "--closes", "2020-02-01", "--title", "Over").exit_code == 0
    cenote("contest", "create", "Later", "--opens", "2998-01-01", "--closes", "2999-01-01")
    rows = json.loads(cenote("contest", "list", "-f", "json").stdout)
    assert [(row["title"], row["state"]) for row in rows] == [("Later", "upcoming"), ("Over", "closed")]
    assert "Later" in cenote("contest", "list").stdout
    assert "ended at 2020-02-01 00:00 UTC" in refused(cenote("contest", "submit", "1", "RR", "--name", "Anna"))
    assert "opens at 2998-01-01" in refused(cenote("contest", "submit", "2", "RR", "--name", "Anna"))
    assert "answers are public" in cenote("contest", "publish", "1").stdout


def test_a_published_contest_gets_no_other_times_or_levels(cenote: Invoke, contest: str) -> None:
    cenote("contest", "edit", contest, "--closes", "2020-02-01")
    cenote("contest", "publish", contest)
    for change in (
        ("edit", contest, "--closes", "2999-01-01"),
        ("add-level", contest, "special", "1"),
        ("remove-level", contest, "main"),
    ):
        assert "answers to contest 1 are public" in refused(cenote("contest", *change))
    assert "ended at 2020-02-01 00:00 UTC" in refused(cenote("contest", "submit", contest, "RR", "--name", "late"))
    assert cenote("contest", "edit", contest, "--title", "May 2020").exit_code == 0


def test_a_bundle_has_what_forums_and_players_need(cenote: Invoke, folder: Path, contest: str) -> None:
    assert cenote("contest", "export", contest, "-o", "may.zip").exit_code == 0
    bundle = zipfile.ZipFile(folder / "may.zip")
    manifest = json.loads(bundle.read("manifest.json"))
    assert (manifest["title"], manifest["opens_at"]) == ("May", "2020-01-01T00:00:00.000+00:00")
    assert {"manifest.json", *(file["name"] for file in manifest["files"])} == {*bundle.namelist()}
    for file in manifest["files"]:
        assert hashlib.sha256(bundle.read(file["name"])).hexdigest() == file["sha256"]
    for name in ("level.xsb", "level.sok", "level.mf8", "level.url.txt"):
        (entry,) = get_family("sokoban").parse_file(bundle.read(f"main/{name}").decode())
        assert (entry.text, entry.title, entry.solution) == (TRADE.strip(), "Trade", "")
    assert bundle.read("main/level.mf8").startswith(b"[soko=8,5]\nHHHHHHHH\n")
    assert b"sokoplayer" in bundle.read("main/level.url.txt")
    assert bundle.read("extra/level.svg").startswith(b"<svg ")
    assert bundle.read("extra/level.png").startswith(b"\x89PNG")


def test_a_bundle_has_the_hidden_answers_only_when_asked_for(cenote: Invoke, folder: Path, contest: str) -> None:
    cenote("contest", "export", contest, "-o", "may.zip")
    first = (folder / "may.zip").read_bytes()
    assert "exists already" in refused(cenote("contest", "export", contest, "-o", "may.zip"))
    assert cenote("contest", "export", contest, "-o", "may.zip", "--force").exit_code == 0
    assert (folder / "may.zip").read_bytes() == first, "the same contest makes the same bytes"
    bundle = zipfile.ZipFile(folder / "may.zip")
    assert not [name for name in bundle.namelist() if FEW_PUSHES.encode() in bundle.read(name)]
    cenote("contest", "export", contest, "-o", "all.zip", "--answers")
    assert zipfile.ZipFile(folder / "all.zip").read("main/answer.txt") == f"{FEW_PUSHES}\n".encode()


def test_what_cannot_be_done_is_said_in_one_line(cenote: Invoke, contest: str) -> None:
    assert "there is no contest 9" in refused(cenote("contest", "show", "9"))
    assert "there is no contest 9" in refused(cenote("contest", "submit", "9", "RR", "--name", "Anna"))
    assert "no level in the part 'special'" in refused(cenote("contest", "ranking", contest, "--part", "special"))
    assert "no level 77" in refused(cenote("contest", "add-level", contest, "main", "77"))
    assert "move 1" in refused(cenote("contest", "add-level", contest, "main", "1", "--answer", "lll"))
    assert "before it opens" in refused(cenote("contest", "edit", contest, "--closes", "2019-01-01"))
    assert "write it like 2026-05-01 12:00" in refused(cenote("contest", "edit", contest, "--closes", "soon"))
    assert "title cannot be empty" in refused(cenote("contest", "create", " ", *OPEN))
    assert "name cannot be empty" in refused(cenote("contest", "submit", contest, "RR", "--name", ""))
    assert "solves no level" in refused(cenote("contest", "submit", contest, "l", "--name", "Anna"))
    assert "not over" in refused(cenote("contest", "publish", contest))
    cenote("contest", "create", "Empty", *OPEN)
    assert "no levels yet" in refused(cenote("contest", "submit", "2", "RR", "--name", "Anna"))
    assert "no levels yet" in refused(cenote("contest", "export", "2", "-o", "empty.zip"))


def test_a_level_without_a_solution_needs_an_answer(cenote: Invoke, folder: Path, contest: str) -> None:
    (folder / "more.xsb").write_text(CORRIDOR.replace("-.", "--.").replace("######", "#######"))
    cenote("import", "more.xsb", "--no-solve")
    assert "level 3 has no stored solution" in refused(cenote("contest", "add-level", contest, "special", "3"))
    assert cenote("contest", "add-level", contest, "special", "3", "--answer", "3r").exit_code == 0
    assert "special has no level" in cenote("contest", "remove-level", contest, "special").stdout
    replacing = cenote("contest", "add-level", contest, "main", "3", "--answer", "3r")
    assert replacing.stdout.startswith("contest 1: main is level 3 instead of level 1; best known answer: ")


def test_a_contest_is_forgotten_until_the_first_answer_has_come_in(cenote: Invoke, contest: str) -> None:
    cenote("contest", "create", "By mistake", *OPEN)
    assert cenote("contest", "remove", "2").stdout == "contest 2 was deleted\n"
    assert "there is no contest 2" in refused(cenote("contest", "show", "2"))
    assert cenote("contest", "submit", contest, "RR", "--name", "Anna").exit_code == 0
    assert "has answers" in refused(cenote("contest", "remove", contest))
