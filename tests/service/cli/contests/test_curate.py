"""Curation on the command line."""

import json
import re
from pathlib import Path

import pytest

from tests.service.conftest import CORRIDOR, Invoke, refused


@pytest.fixture
def made(cenote: Invoke, folder: Path) -> Path:
    """Four levels of type b 3 in the default database, and as level 5 a corridor."""
    cenote("generate", "--size", "3", "--count", "4", "--seed", "7", "--store")
    (folder / "corridor.xsb").write_text(CORRIDOR)
    cenote("import", "corridor.xsb")
    return folder


def answered(cenote: Invoke, *arguments: str) -> str:
    result = cenote("curate", *arguments)
    assert result.exit_code == 0, result.output
    return result.stdout


def listed(cenote: Invoke, *arguments: str) -> list[dict]:
    return json.loads(answered(cenote, *arguments, "-f", "json"))


def test_a_level_goes_from_the_board_into_a_contest(cenote: Invoke, made: Path) -> None:
    assert answered(cenote, "move", "1", "2", "candidate", "--by", "anian") == "candidate: 2 changed\n"
    for state in ("shortlisted", "approved", "published"):
        assert answered(cenote, "move", "2", state, "--by", "anian") == f"{state}: 1 changed\n"
    assert answered(cenote, "move", "2", "published") == "published: nothing to change\n"
    assert [(level["id"], level["state"]) for level in listed(cenote, "list")] == [(1, "candidate"), (2, "published")]
    assert [level["id"] for level in listed(cenote, "list", "--state", "published")] == [2]
    changes = listed(cenote, "history", "2")
    assert [(change["who"], change["before"], change["after"]) for change in changes] == [
        ("anian", "", "candidate"),
        ("anian", "candidate", "shortlisted"),
        ("anian", "shortlisted", "approved"),
        ("anian", "approved", "published"),
    ]


def test_the_levels_of_the_board_have_the_keys_of_their_description(cenote: Invoke, made: Path) -> None:
    answered(cenote, "move", "1", "candidate")
    (level,) = listed(cenote, "list")
    page = (Path(__file__).parents[4] / "docs" / "reference" / "json.md").read_text(encoding="utf-8")
    described = re.search(r"`curate list` prints an array of objects with (.*?)\.\n", page, re.DOTALL)
    assert described
    assert sorted(level) == sorted(re.findall(r"`(\w+)`", described[1]))


def test_what_was_said_of_a_level_is_shown_and_found(cenote: Invoke, made: Path) -> None:
    answered(cenote, "rate", "3", "4", "4")
    answered(cenote, "tag", "3", "4", "two ways")
    answered(cenote, "tag", "3", "dense")
    answered(cenote, "note", "3", "hard to begin")
    assert listed(cenote, "tags") == [{"tag": "dense", "levels": 1}, {"tag": "two ways", "levels": 2}]
    shown = cenote("show", "3").stdout
    for name, said in (("state", "candidate"), ("rating", "4 of 5"), ("tags", "dense, two ways"), ("note", "hard")):
        assert any(line.split()[:1] == [name] and said in line for line in shown.splitlines())
    for arguments, expected in (
        (("--tag", "two ways"), {3, 4}),
        (("--tag", "dense"), {3}),
        (("--min-rating", "4"), {3, 4}),
        (("--min-rating", "5"), set()),
        (("--state", "candidate", "--tag", "dense"), {3}),
        (("--state", "approved"), set()),
    ):
        assert {level["id"] for level in json.loads(cenote("best", "-f", "json", *arguments).stdout)} == expected
    answered(cenote, "untag", "3", "4", "two ways")
    answered(cenote, "rate", "3", "none")
    assert listed(cenote, "tags") == [{"tag": "dense", "levels": 1}]
    assert "rating" not in cenote("show", "3").stdout


def test_tables_show_what_json_does(cenote: Invoke, made: Path) -> None:
    assert answered(cenote, "list") == "the board has no level\n"
    assert answered(cenote, "tags") == "no tags\n"
    assert answered(cenote, "history", "1") == "nothing was changed\n"
    answered(cenote, "rate", "1", "5")
    answered(cenote, "tag", "1", "dense")
    row = answered(cenote, "list").splitlines()[2].split()
    assert row[:5] == ["1", "candidate", "5", "b", "3"]
    assert "dense" in row
    assert answered(cenote, "tags").split()[-2:] == ["dense", "1"]
    assert [line.split()[3] for line in answered(cenote, "history", "1").splitlines()[2:]] == [
        "state",
        "rating",
        "tags",
    ]


def test_the_user_is_named_by_the_system_where_he_names_nobody(
    cenote: Invoke, made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOGNAME", "dries")
    answered(cenote, "move", "1", "candidate")
    assert listed(cenote, "history", "1")[0]["who"] == "dries"


def test_near_duplicates_are_told_and_moved_all_the_same(cenote: Invoke, made: Path) -> None:
    (made / "rooms.xsb").write_text("\n\n".join(f"#######\n#@{row}#\n#-----#\n#######" for row in ("-$-.", "--$.")))
    cenote("import", "rooms.xsb", "--no-solve")
    first = cenote("curate", "move", "5", "6", "7", "candidate")
    assert first.stderr == ""
    assert cenote("curate", "move", "6", "shortlisted").stderr == ""
    result = cenote("curate", "move", "7", "1", "approved")
    assert re.fullmatch(r"level 7 is nearly the same as level 6 \((8|9)\d %\)\n", result.stderr)
    assert result.stdout == "approved: 2 changed\n"


def test_searches_are_kept_as_the_pages_know_them(cenote: Invoke, made: Path) -> None:
    name = "deep & narrow"
    options = ("--min-depth", "80", "--max-branching", "2.5", "--proven", "--tag", "two ways", "--order", "-moves")
    answered(cenote, "search", "save", name, *options, "--by", "anian")
    (search,) = listed(cenote, "search", "list")
    assert (search["name"], search["who"]) == (name, "anian")
    assert search["query"] == "depth_min=80&branching_max=2.5&proven=true&tag=two+ways&order=-moves"
    assert name in answered(cenote, "search", "list")
    assert "already" in refused(cenote("curate", "search", "save", name))
    answered(cenote, "search", "delete", name)
    assert answered(cenote, "search", "list") == "no searches\n"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("move", "1", "chosen"), "'chosen' is not one of"),
        (("move", "99", "candidate"), "there is no level 99"),
        (("move", "candidate"), "Missing argument"),
        (("rate", "1", "6"), "'6' is not one of"),
        (("rate", "99", "5"), "there is no level 99"),
        (("tag", "1", "one,two"), "without a comma"),
        (("tag", "1", "x" * 41), "at most 40 characters"),
        (("untag", "1", "\x1b[1m"), "control characters"),
        (("note", "1", "x" * 10_001), "at most 10,000 characters"),
        (("note", "1", "\x07"), "control characters"),
        (("move", "1", "candidate", "--by", " "), "of who makes this change is empty"),
        (("history", "99"), "there is no level 99"),
        (("search", "delete", "deep"), "there is no search 'deep'"),
        (("search", "save", "x" * 101), "at most 100 characters"),
    ],
)
def test_wrong_wishes_are_refused_and_change_nothing(
    cenote: Invoke, made: Path, arguments: tuple[str, ...], told: str
) -> None:
    assert told in refused(cenote("curate", *arguments))
    assert listed(cenote, "list") == []
    assert listed(cenote, "search", "list") == []
