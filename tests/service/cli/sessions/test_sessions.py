"""The sessions of a database on the command line: what they are doing, their names and notes."""

import json
from multiprocessing import get_context
from pathlib import Path

import pytest

from service.sessions.activity import complaint_log
from storage.database import Database
from storage.recorder import DatabaseRecorder, start_session
from tests.patience import PATIENCE
from tests.service.conftest import Invoke, refused
from tests.service.records import everything
from tests.storage.records import SETTINGS, full_generation
from tests.storage.writers import hold_session


@pytest.fixture
def url(folder: Path) -> str:
    """Two sessions, with levels in the first."""
    url = f"sqlite:///{folder}/cenote.db"
    with Database.create(url) as database:
        first = start_session(database, SETTINGS)
        start_session(database, SETTINGS)
        for number in (1, 2, 3):
            DatabaseRecorder(database, first).record(full_generation(first, number))
    return url


def listed(cenote: Invoke) -> dict[int, dict]:
    return {row["id"]: row for row in json.loads(cenote("sessions", "-f", "json").stdout)}


@pytest.mark.process
def test_a_session_that_was_killed_is_interrupted_and_one_that_is_held_runs(cenote: Invoke, folder: Path) -> None:
    url = f"sqlite:///{folder}/levels.db"
    with Database.create(url) as database:
        killed, held = start_session(database, SETTINGS), start_session(database, SETTINGS)
    processes = get_context("spawn")
    ready = processes.Event()
    holder = processes.Process(target=hold_session, args=(url, held, ready))
    holder.start()
    assert ready.wait(PATIENCE)
    listed = json.loads(cenote("sessions", "--storage", url, "-f", "json").stdout)
    table = cenote("sessions", "--storage", url).stdout
    holder.kill()
    holder.join()
    assert {row["id"]: row["state"] for row in listed} == {killed: "interrupted", held: "running"}
    assert "interrupted" in table
    assert "running" in table


def test_where_there_is_no_session_the_list_says_how_to_begin_one(cenote: Invoke, folder: Path) -> None:
    url = f"sqlite:///{folder}/empty.db"
    Database.create(url).close()
    assert cenote("sessions", "--storage", url).stdout == "no session yet; to begin: cenote run\n"
    assert cenote("sessions", "--storage", url, "-f", "json").stdout == "[]\n"


def test_a_name_takes_the_place_of_the_id(cenote: Invoke, url: str) -> None:
    assert cenote("sessions", "rename", "1", "doors of May").exit_code == 0
    assert listed(cenote)[1]["name"] == "doors of May"
    assert "doors of May" in cenote("sessions").stdout
    for command in (("best", "-f", "json"), ("best", "-f", "csv"), ("rescore", "--objective", "deep")):
        assert cenote(*command, "--session", "doors of May").stdout == cenote(*command, "--session", "1").stdout
    cenote("sessions", "note", "doors of May", "two lines\nof a note")
    assert listed(cenote)[1]["note"] == "two lines\nof a note"
    cenote("sessions", "rename", "doors of May", "")
    cenote("sessions", "note", "1", "")
    assert (listed(cenote)[1]["name"], listed(cenote)[1]["note"]) == (None, "")


def test_a_session_begins_with_a_name_and_is_resumed_by_it(cenote: Invoke, folder: Path) -> None:
    begun = ("run", "--family", "template", "--workers", "0", "-q")
    assert cenote(*begun, "--evaluations", "16", "--name", "letters").exit_code == 0
    assert cenote("resume", "letters", "--evaluations", "32", "--workers", "0", "-q").exit_code == 0
    assert listed(cenote)[1]["evaluations"] == 32
    assert "session 1 has the name 'letters'" in refused(cenote(*begun, "--evaluations", "16", "--name", "letters"))
    assert len(listed(cenote)) == 1


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("rename", "1", "12"), "cannot be named '12'"),
        (("rename", "1", "\u0661\u0662"), "cannot be named"),
        (("rename", "--", "1", "-x"), "cannot be named '-x'"),
        (("rename", "1", "x" * 41), "at most 40"),
        (("rename", "1", "two\u202elines"), "invisible character"),
        (("rename", "7", "doors"), "there is no session 7"),
        (("rename", "doors", "walls"), "there is no session 'doors'"),
        (("note", "7", "text"), "there is no session 7"),
        (("note", "1", "x" * 2001), "at most 2,000"),
        (("-f", "json", "note", "1", "x"), "does not take the options of the list"),
    ],
)
def test_wrong_names_and_notes_are_refused(cenote: Invoke, url: str, arguments: tuple[str, ...], told: str) -> None:
    before = listed(cenote)
    assert told in refused(cenote("sessions", *arguments))
    assert listed(cenote) == before


def test_a_name_belongs_to_one_session(cenote: Invoke, url: str) -> None:
    cenote("sessions", "rename", "1", "doors")
    assert "session 1 has the name 'doors'" in refused(cenote("sessions", "rename", "2", "doors"))
    assert cenote("sessions", "rename", "1", "doors").exit_code == 0, "its own name is no other's"


def test_the_database_may_be_named_before_the_subcommand(cenote: Invoke, url: str, folder: Path) -> None:
    cenote("db", "backup", "other.db")
    cenote("sessions", "--storage", f"sqlite:///{folder}/other.db", "rename", "1", "doors")
    assert listed(cenote)[1]["name"] is None


def test_a_session_is_deleted_only_with_yes(cenote: Invoke, url: str, folder: Path) -> None:
    complaint_log(folder / "cenote.db", 1).write_text("Error: something")
    assert "48 of the 48 levels: repeat with --yes" in cenote("sessions", "delete", "1").stdout
    assert set(listed(cenote)) == {1, 2}
    assert "session 1 is deleted, with 48 levels" in cenote("sessions", "delete", "1", "--yes").stdout
    assert set(listed(cenote)) == {2}
    assert not complaint_log(folder / "cenote.db", 1).exists(), "the next session may have the same id"


def test_a_pruned_session_goes_on_as_if_nothing_had_gone(cenote: Invoke, folder: Path) -> None:
    cenote("run", "--family", "template", "--seed", "5", "--workers", "0", "-q", "--evaluations", "320", "--name", "a")
    cenote("db", "backup", "whole.db")
    whole = ("--storage", f"sqlite:///{folder}/whole.db")
    told = cenote("db", "prune", "--session", "a").stdout
    assert "repeat with --yes" in told
    assert cenote("db", "prune", "--yes").stdout.startswith(f"removed {told.split()[0]} of")
    assert "0 of" in cenote("db", "prune").stdout
    for storage in ((), whole):
        assert cenote("resume", "a", "--evaluations", "640", "--workers", "0", "-q", *storage).exit_code == 0
    pruned, whole_one = everything(folder / "cenote.db"), everything(folder / "whole.db")
    assert len(pruned["levels"]) < len(whole_one["levels"])
    assert pruned["generations"] == whole_one["generations"]
    assert pruned["sessions"] == whole_one["sessions"]


@pytest.mark.parametrize(
    "arguments",
    [
        ("--family", "template", "--seed", "5", "--weight", "depth=-0.5", "--pool", "5"),
        (
            "--family",
            "template",
            "--replacement",
            "elitist",
            "--batch",
            "8",
            "--require",
            "depth<=9",
            "--axis",
            "depth:2",
        ),
        ("--type", "b", "--size", "3", "--nodes", "100000", "--seed", "7"),
    ],
)
def test_an_exported_session_begins_again_as_the_very_same(
    cenote: Invoke, folder: Path, arguments: tuple[str, ...]
) -> None:
    run = ("run", "--workers", "0", "-q")
    assert cenote(*run, *arguments, "--evaluations", "48").exit_code == 0
    (folder / "again.toml").write_text(cenote("sessions", "--export-config", "1").stdout, "utf-8")
    again = ("--storage", f"sqlite:///{folder}/again.db")
    assert cenote(*run, "--config", "again.toml", *again).exit_code == 0
    assert everything(folder / "again.db") == everything(folder / "cenote.db")
    (one,) = listed(cenote).values()
    (other,) = json.loads(cenote("sessions", "-f", "json", *again).stdout)
    differing = {"created_at", "updated_at", "runs"}
    assert {key: other[key] for key in one.keys() - differing} == {key: one[key] for key in one.keys() - differing}


def test_options_win_over_the_file(cenote: Invoke, folder: Path) -> None:
    (folder / "my.toml").write_text(
        'family = "template"\nseed = 5\nevaluations = 16\nobjective = "deep"\n'
        'workers = 0\nquiet = true\nname = "mine"\n'
    )
    assert cenote("run", "--config", "my.toml").exit_code == 0
    assert cenote("run", "--config=my.toml", "--seed", "6", "--weight", "depth=2", "--name", "x").exit_code == 0
    first, second = listed(cenote).values()
    assert (first["seed"], first["objective"], first["name"]) == (5, "deep", "mine")
    assert (second["seed"], second["weights"], second["name"]) == (6, {"depth": 2}, "x")


@pytest.mark.parametrize(
    ("config", "told"),
    [
        ("sped = 5", "no setting 'sped'"),
        ("storage = 'x'", "no setting 'storage'"),
        ("seed = ", "is not TOML"),
        ("seed = 1.5", "'1.5' is not a valid integer"),
        ("seed = [1, 2]", "takes one value"),
        ("family = 'chess'", "chess"),
        ("budget = 5", "a table space needs"),
        ("family = 'template'\nbudget = 5\npreset = 'x'\n[space]", "preset"),
        ("family = 'template'\nbudget = 5\nrequire = ['depth<=3']\n[space]", "leave --require out"),
        ("family = 'template'\nbudget = 5\naxis = ['depth:3']\n[space]", "leave --axis out"),
        ("family = 'template'\naxis = 'depth:0'", "is not METRIC:WIDTH"),
    ],
)
def test_files_of_settings_that_mean_nothing_are_refused(cenote: Invoke, folder: Path, config: str, told: str) -> None:
    (folder / "my.toml").write_text(config)
    assert told in refused(cenote("run", "--config", "my.toml", "--evaluations", "1"))
    assert not (folder / "cenote.db").exists()


def test_exported_settings_of_a_session_that_is_not_there_are_refused(cenote: Invoke, url: str) -> None:
    assert "there is no session 7" in refused(cenote("sessions", "--export-config", "7"))
