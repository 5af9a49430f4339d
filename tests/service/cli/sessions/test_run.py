"""Sessions begun, stopped and resumed from the command line, in this process."""

import json
import os
import signal
import sqlite3
import threading
from contextlib import closing
from importlib.metadata import version
from pathlib import Path
from platform import python_version
from time import monotonic, sleep

import pytest

from generator.messages import Message
from tests.service.conftest import Invoke, refused
from tests.service.records import everything

RUN = ("run", "--type", "b", "--size", "3", "--seed", "5", "--workers", "0")


def test_run_creates_the_database_and_shows_ten_boards_and_what_to_type_next(cenote: Invoke, folder: Path) -> None:
    result = cenote("run", "--preset", "b4", "--seed", "5", "--evaluations", "160", "--workers", "0")
    assert result.exit_code == 0
    assert (folder / "cenote.db").exists()
    assert result.stdout.count("\nlevel ") + result.stdout.count("  level ") == 10
    assert "session 1: all evaluations are done after 160 evaluations" in result.stdout
    assert all(
        text in result.stdout for text in ("cenote show ", "cenote best --session 1 --pool -f file", "cenote lineage ")
    )
    assert "\x1b" not in result.stdout


def test_run_says_its_seed_and_two_runs_choose_different_ones(cenote: Invoke) -> None:
    for _ in range(2):
        cenote("run", "--size", "2", "--evaluations", "1", "--workers", "0", "-q")
    one, other = json.loads(cenote("sessions", "-f", "json").stdout)
    assert one["seed"] != other["seed"]
    told = cenote("run", "--size", "3", "--evaluations", "1", "--workers", "0").stdout
    seed = json.loads(cenote("sessions", "-f", "json").stdout)[-1]["seed"]
    assert f"seed {seed}\n" in told


def test_quiet_run_prints_one_line(cenote: Invoke) -> None:
    result = cenote(*RUN, "--evaluations", "16", "--quiet")
    assert result.output.startswith("session 1: all evaluations are done after 16 evaluations, best score ")
    assert result.output.count("\n") == 1


def test_settings_of_the_command_line_override_the_preset(cenote: Invoke) -> None:
    cenote("run", "--preset", "e4", "--size", "2", "--nodes", "5000", "--evaluations", "1", "--workers", "0", "-q")
    (session,) = json.loads(cenote("sessions", "-f", "json").stdout)
    assert session["space"]["types"] == ["e"]
    assert session["space"]["sizes"] == [2]
    assert session["budget"] == 5000


def test_a_session_in_parts_is_the_session_in_one(cenote: Invoke) -> None:
    cenote(*RUN, "--evaluations", "320", "--storage", "sqlite:///whole.db")
    cenote(*RUN, "--evaluations", "64", "--storage", "sqlite:///parts.db")
    for evaluations in ("80", "200", "320"):
        result = cenote(
            "resume", "1", "--evaluations", evaluations, "--workers", "0", "--storage", "sqlite:///parts.db"
        )
        assert result.exit_code == 0
    assert everything(Path("whole.db")) == everything(Path("parts.db"))


def test_a_target_may_be_the_score_by_the_objective(cenote: Invoke) -> None:
    wish = ("--weight", "depth=2", "--target", "score>=60")
    cenote("run", "--preset", "b4", "--seed", "1", *wish, "--workers", "0")
    (best,) = json.loads(cenote("best", "--limit", "1", "-f", "json").stdout)
    assert 60 <= best["score"] < 120


def test_target_ends_a_session_at_the_first_level_that_meets_it(cenote: Invoke) -> None:
    result = cenote("run", "--preset", "b4", "--seed", "1", "--target", "depth>=30", "--workers", "0")
    assert "session 1: the target is met after" in result.stdout
    depths = [level["depth"] for level in json.loads(cenote("best", "-f", "json").stdout)]
    assert max(depths) >= 30


def test_minutes_end_a_session_after_its_kernels_are_ready(cenote: Invoke) -> None:
    begun = monotonic()
    result = cenote(*RUN, "--minutes", "0.01")
    assert monotonic() - begun >= 0.6
    assert "session 1: the time is up after" in result.stdout


def test_no_session_begins_that_has_no_time(cenote: Invoke) -> None:
    result = cenote(*RUN, "--minutes", "0")
    assert (result.exit_code, Path("cenote.db").exists()) == (2, False)
    assert "0 is not a number above 0" in result.stderr


def test_resume_takes_the_newest_unfinished_session_and_its_stored_conditions(cenote: Invoke) -> None:
    cenote(*RUN, "--evaluations", "32", "-q")
    cenote(*RUN, "--evaluations", "48", "-q")
    with sqlite3.connect("cenote.db") as database:
        database.execute("UPDATE sessions SET state = 'stopped', stop = '{\"evaluations\": 80}' WHERE id = 1")
    database.close()
    result = cenote("resume", "--workers", "0", "-q")
    assert result.output.startswith("session 1: all evaluations are done after 80 evaluations")
    assert "there is no unfinished session" in refused(cenote("resume"))


def test_resume_of_a_finished_session_says_how_to_give_it_more(cenote: Invoke) -> None:
    cenote(*RUN, "--evaluations", "16", "-q")
    result = cenote("resume", "1", "--workers", "0")
    assert result.exit_code == 0
    assert "all evaluations are done after 16" in result.stdout
    assert "cenote resume 1 --minutes 5" in result.stdout


def test_a_session_that_is_resumed_under_other_versions_says_so(cenote: Invoke) -> None:
    cenote(*RUN, "--evaluations", "16", "-q")
    with sqlite3.connect("cenote.db") as database:
        database.execute("UPDATE runs SET python = '3.9.1'")
    database.close()
    result = cenote("resume", "1", "--evaluations", "32", "--workers", "0", "-q")
    changes = f"python 3.9.1 -> {python_version()}"
    assert f"resumed under other versions than before: {changes}" in result.stderr.splitlines()
    with sqlite3.connect("cenote.db") as database:
        assert database.execute("SELECT text FROM events WHERE kind = 'versions'").fetchall() == [
            (json.dumps(Message("resumed under other versions than before: {changes}", changes=changes).to_json()),)
        ]
    database.close()
    (session,) = json.loads(cenote("sessions", "-f", "json").stdout)
    assert [(run["generation"], run["python"]) for run in session["runs"]] == [(0, "3.9.1"), (1, python_version())]
    assert {run["numba"] for run in session["runs"]} == {version("numba")}


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_stops_after_the_generation_and_says_how_to_resume(cenote: Invoke, number: signal.Signals) -> None:
    handler = signal.getsignal(number)

    def interrupt() -> None:
        while not any(Path().glob("cenote.db")) or not _generations():
            sleep(0.02)
        os.kill(os.getpid(), number)

    thread = threading.Thread(target=interrupt)
    thread.start()
    result = cenote(*RUN)
    thread.join()
    assert result.exit_code == 0
    assert "session 1: stopped and saved after" in result.stdout
    assert "\ncenote resume 1 " in result.stdout
    assert signal.getsignal(number) is handler
    (session,) = json.loads(cenote("sessions", "-f", "json").stdout)
    assert session["state"] == "stopped"
    assert session["generation"] == _generations()


def _generations() -> int:
    try:
        with closing(sqlite3.connect("file:cenote.db?mode=ro", uri=True)) as database:
            (count,) = database.execute("SELECT count(*) FROM generations").fetchone()
    except sqlite3.OperationalError:
        return 0
    return int(count)


def test_free_weights_are_an_objective_of_their_own(cenote: Invoke) -> None:
    cenote(*RUN, "--evaluations", "32", "-q", "--weight", "branching=-0.5", "--weight", "depth=2")
    (session,) = json.loads(cenote("sessions", "-f", "json").stdout)
    assert session["objective"] == "branching=-0.5 depth=2"
    assert session["weights"] == {"branching": -0.5, "depth": 2.0}
    level = json.loads(cenote("best", "--objective", session["objective"], "--limit", "1", "-f", "json").stdout)[0]
    assert level["score"] == pytest.approx(2 * level["depth"] - 0.5 * level["branching"])


def test_weights_of_a_preset_are_that_preset(cenote: Invoke) -> None:
    cenote(*RUN, "--evaluations", "16", "-q", "--weight", "depth=1")
    assert json.loads(cenote("sessions", "-f", "json").stdout)[0]["objective"] == "deep"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--size", "1"), "size 1 of type b is not between 2 and 48"),
        (("--size", "five"), "--size 'five' is not a whole number; write it in digits"),
        (("--type", "q"), "--type cannot be 'q'; choose from: b, e"),
        (("--policy", "deepest", "--size", "9"), "--policy farthest"),
        (("--walk", "0", "--policy", "last"), "--walk 0"),
        (("--preset", "b99"), "'b99' is not one of"),
        (("--nodes", "0"), "--nodes 0 is not between 1 and"),
        (("--nodes", "9" * 30), "is too large; write a smaller number"),
        (("--seed", "-1"), "is not in the range"),
        (("--seed", "9" * 30), "is not in the range"),
        (("--evaluations", "0"), "is not in the range"),
        (("--minutes", "nan"), "is not a number"),
        (("--minutes", "inf"), "is not a number"),
        (("--minutes", "-1"), "is not a number"),
        (("--target", "deep"), "depth>=90"),
        (("--target", "beauty>=9"), "there is no metric 'beauty'"),
        (("--require", "score>=9"), "there is no metric 'score'"),
        (("--weight", "depth"), "METRIC=NUMBER"),
        (("--weight", "beauty=1"), "there is no metric 'beauty'"),
        (("--weight", "depth=1", "--objective", "deep"), "not both"),
        (("--objective", "shallow"), "'shallow' is not one of"),
        (("--replacement", "none"), "'none' is not one of"),
        (("--workers", "-1"), "is not in the range"),
        (("--storage", "postgresql://host/levels"), "not supported"),
        (("--storage", "levels.db"), "sqlite:///FILE"),
        (("b",), "unexpected extra argument"),
    ],
)
def test_wrong_values_are_refused_and_begin_no_session(cenote: Invoke, arguments: tuple[str, ...], told: str) -> None:
    assert told in refused(cenote("run", "--evaluations", "16", "--workers", "0", *arguments))
    if Path("cenote.db").exists():
        assert json.loads(cenote("sessions", "-f", "json").stdout) == []


def test_unknown_session_is_refused(cenote: Invoke) -> None:
    cenote(*RUN, "--evaluations", "16", "-q")
    assert "there is no session 2" in refused(cenote("resume", "2"))


def test_storage_is_taken_before_and_behind_the_command_and_from_the_environment(
    cenote: Invoke, monkeypatch: pytest.MonkeyPatch
) -> None:
    cenote("--storage", "sqlite:///before.db", *RUN, "--evaluations", "1", "-q")
    cenote(*RUN, "--evaluations", "1", "-q", "--storage", "sqlite:///behind.db")
    monkeypatch.setenv("CENOTE_STORAGE", "sqlite:///environment.db")
    told = cenote(*RUN, "--evaluations", "1").stdout
    assert "--storage" not in told
    assert {path.name for path in Path().glob("*.db")} == {"before.db", "behind.db", "environment.db"}
    told = cenote(*RUN, "--evaluations", "1", "--storage", "sqlite:///my levels.db").stdout
    assert "cenote resume 1 --minutes 5 --storage 'sqlite:///my levels.db'" in told


def test_another_family_runs_too(cenote: Invoke) -> None:
    cenote("run", "--family", "template", "--size", "7", "--evaluations", "200", "--workers", "0", "--seed", "1")
    level = json.loads(cenote("best", "--limit", "1", "-f", "json").stdout)[0]
    assert level["family"] == "template"
    assert level["depth"] == 21
    assert level["level"] == "gfedcba"


def test_an_objective_decides_the_policy_and_a_policy_the_objective(cenote: Invoke) -> None:
    cenote(*RUN, "--objective", "deceptive", "--evaluations", "1", "-q")
    cenote(*RUN, "--policy", "deceptive", "--evaluations", "1", "-q")
    cenote(*RUN, "--objective", "deceptive", "--policy", "deepest", "--evaluations", "1", "-q")
    told = json.loads(cenote("sessions", "-f", "json").stdout)
    assert [(row["space"]["policy"], row["objective"]) for row in told] == [
        ("deceptive", "deceptive"),
        ("deceptive", "deceptive"),
        ("deepest", "deceptive"),
    ]
