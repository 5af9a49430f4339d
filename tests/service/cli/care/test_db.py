"""The health of a database, and of the program."""

import json
import re
import sqlite3
import subprocess
import sys
from contextlib import closing, suppress
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from time import sleep

import numpy as np
import pytest

from service.cli.care import doctor
from storage.database import Database
from storage.recorder import DatabaseRecorder, start_session
from storage.revisions import head_revision
from storage.sqlite_version import sqlite_warning
from tests.service.conftest import Invoke, Start, refused
from tests.storage.records import SETTINGS, full_generation
from tests.storage.upkeep.test_growth import fill_log, foreign_reader, pace_one_generation_a_second
from tests.storage.writers import held_session

KILLS = 8


@pytest.fixture
def database(cenote: Invoke, folder: Path) -> Path:
    cenote("generate", "--size", "3", "--store")
    return folder / "cenote.db"


def test_backup_is_a_database_of_its_own(cenote: Invoke, database: Path, folder: Path) -> None:
    assert cenote("db", "backup", "copy.db").output == "copied to copy.db\n"
    found = cenote("best", "-f", "json").stdout
    assert cenote("best", "-f", "json", "--storage", "sqlite:///copy.db").stdout == found
    assert len(json.loads(found)) == 1
    assert "copy.db exists already" in refused(cenote("db", "backup", "copy.db"))
    assert "nowhere" in refused(cenote("db", "backup", "nowhere/copy.db"))


def test_backups_in_a_folder_are_named_after_their_time_and_restored(
    cenote: Invoke, database: Path, folder: Path
) -> None:
    (folder / "backups").mkdir()
    assert re.match(r"copied to backups/cenote-\d{8}-\d{6}\.db\n", cenote("db", "backup", "backups").output)
    found = cenote("best", "-f", "json").stdout
    (made,) = (folder / "backups").glob("*.db")
    database.unlink()
    assert "is now as in backups/cenote-" in cenote("db", "restore", made.relative_to(folder)).output
    assert cenote("best", "-f", "json").stdout == found
    assert f"what was there before: {folder}/cenote-replaced.db" in cenote("db", "restore", made).output
    assert "--keep is for a folder" in refused(cenote("db", "backup", "copy.db", "--keep", "2"))


@pytest.mark.parametrize(
    ("command", "sentence"), [("restore", "there is no backup at"), ("merge", "there is no database at")]
)
def test_a_file_to_read_that_is_not_there_is_no_place_to_begin(
    cenote: Invoke, database: Path, folder: Path, command: str, sentence: str
) -> None:
    assert f"{sentence} {folder}/nowhere.db; name one that is there" in refused(cenote("db", command, "nowhere.db"))


@pytest.mark.process
def test_a_service_makes_backups_and_keeps_its_database_from_being_replaced(
    cenote: Invoke, start: Start, database: Path, folder: Path
) -> None:
    service = start("serve", "--port", "0", "--backups", "backups", "--keep", "2")
    assert service.stdout is not None
    assert "cenote is at" in service.stdout.readline()
    while not (made := [*(folder / "backups").glob("*.db")]):
        assert service.poll() is None
        sleep(0.05)
    assert f"{database} is in use by another process" in refused(cenote("db", "restore", made[0]))
    service.terminate()
    service.communicate()
    assert cenote("db", "restore", made[0]).exit_code == 0


def test_check_finds_rows_that_refer_to_nothing(cenote: Invoke, database: Path) -> None:
    result = cenote("db", "check")
    assert result.exit_code == 0
    assert "no damage" in result.stdout
    with closing(sqlite3.connect(database)) as opened, opened:
        opened.execute("INSERT INTO scores VALUES (99, 'deep', 1)")
    result = cenote("db", "check")
    assert result.exit_code == 1
    assert "scores" in result.stdout
    assert "problems: 1" in result.stdout


def test_upgrade_of_a_new_database_has_nothing_to_do(cenote: Invoke, database: Path) -> None:
    assert "already" in cenote("db", "upgrade").stdout


def test_a_session_of_an_old_program_goes_on_after_the_upgrade(cenote: Invoke, old_database: Path) -> None:
    url = f"sqlite:///{old_database}"
    assert f"cenote db upgrade --storage {url}" in refused(cenote("resume", "1", "--storage", url))
    assert f"now has revision {head_revision()}" in cenote("db", "upgrade", "--storage", url).stdout
    before = json.loads(cenote("best", "--limit", "1000", "--order", "id", "-f", "json", "--storage", url).stdout)
    result = cenote("resume", "1", "--evaluations", "80", "--workers", "0", "--storage", url)
    assert result.exit_code == 0, result.output
    first, _ = json.loads(cenote("sessions", "-f", "json", "--storage", url).stdout)
    assert (first["state"], first["evaluations"]) == ("finished", 80)
    after = json.loads(cenote("best", "--limit", "1000", "--order", "id", "-f", "json", "--storage", url).stdout)
    # a level that began as a random one has parents from when it is found again
    found_first = [name for name in before[0] if name != "parents"]
    for one, other in zip(before, after, strict=False):
        assert {name: one[name] for name in found_first} == {name: other[name] for name in found_first}
    assert len(after) > len(before)


@pytest.mark.process
def test_a_database_that_the_service_has_open_is_not_upgraded(cenote: Invoke, start: Start, database: Path) -> None:
    service = start("serve", "--port", "0")
    assert service.stdout is not None
    assert "cenote is at" in service.stdout.readline()
    with closing(sqlite3.connect(database)) as opened, opened:
        opened.execute("UPDATE alembic_version SET version_num = '0001'")
    assert f"{database} is in use by another process" in refused(cenote("db", "upgrade"))
    with closing(sqlite3.connect(database)) as opened, opened:
        opened.execute("UPDATE alembic_version SET version_num = ?", (head_revision(),))
    service.terminate()
    service.communicate()
    assert "already" in cenote("db", "upgrade").stdout


@pytest.mark.process
def test_an_upgrade_that_is_killed_at_any_moment_leaves_a_database_that_can_be_upgraded(
    cenote: Invoke, start: Start, old_database: Path
) -> None:
    url = f"sqlite:///{old_database}"
    cenote("db", "backup", "before.db", "--storage", url)
    moments = np.random.default_rng(2)
    for _ in range(KILLS):
        process = start("db", "upgrade", "--storage", url)
        with suppress(subprocess.TimeoutExpired):
            process.wait(float(moments.uniform(0.2, 1.2)))
        process.kill()
        process.communicate()
        assert "no damage" in cenote("db", "check", "--storage", url).stdout
    assert cenote("db", "upgrade", "--storage", url).exit_code == 0
    assert not [*old_database.parent.glob("*partial*")]
    assert [file.name for file in old_database.parent.glob("old-*")] == ["old-0001.db"]
    assert cenote("db", "upgrade", "--storage", "sqlite:///before.db").exit_code == 0
    assert contents(old_database) == contents(Path("before.db"))


@pytest.mark.process
def test_an_upgrade_uses_the_backup_of_one_that_was_killed_while_it_read_it(cenote: Invoke, old_database: Path) -> None:
    backup = old_database.with_name("old-0001.db")
    with closing(sqlite3.connect(old_database)) as opened, closing(sqlite3.connect(backup)) as copy:
        opened.execute("PRAGMA journal_mode = WAL")
        opened.backup(copy)
    killed = "c = sqlite3.connect(sys.argv[1]); c.execute('SELECT * FROM levels'); os.kill(os.getpid(), 9)"
    subprocess.run([sys.executable, "-c", f"import os, sqlite3, sys; {killed}", backup])
    assert backup.with_name("old-0001.db-wal").exists()
    assert f"{backup}" in cenote("db", "upgrade", "--storage", f"sqlite:///{old_database}").stdout
    assert [file.name for file in old_database.parent.glob("old-*")] == ["old-0001.db"]


def contents(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as opened:
        return [*opened.iterdump()]


@pytest.mark.parametrize("command", ["upgrade", "check", "backup"])
def test_missing_database_is_refused(cenote: Invoke, folder: Path, command: str) -> None:
    assert "there is no database at" in refused(cenote("db", command, *(["copy.db"] if command == "backup" else [])))
    assert list(folder.iterdir()) == []


def test_doctor_names_versions_cores_kernels_and_the_database(cenote: Invoke, database: Path) -> None:
    text = cenote("doctor").stdout
    assert all(name in text for name in ("cenote", "python", "numba", "sqlalchemy", "usable of", "compiled: ", "GB"))
    assert sqlite3.sqlite_version in text
    assert "sqlite:///cenote.db" in text
    head = head_revision()
    assert f"{head} (this program: {head})" in text


def test_doctor_says_how_large_the_database_is_and_who_holds_its_log_back(
    cenote: Invoke, evolved: str, database: Path
) -> None:
    text = cenote("doctor", "--storage", evolved).stdout
    assert re.search(r"size +[\d.]+ MB, [\d,]+ bytes an evaluation, [\d.,]+ [GM]B free", text)
    assert not re.search("(growth|log) +warning", text)
    with Database.open(f"sqlite:///{database}") as opened, foreign_reader(opened):
        fill_log(opened)
        text = " ".join(cenote("doctor").stdout.split())
    assert "log warning: 72." in text
    assert "a reader holds it back, one of: " in text


@pytest.mark.process
def test_doctor_says_how_soon_the_disk_is_full_while_a_session_runs(cenote: Invoke, tmp_path: Path) -> None:
    with Database.create(url := f"sqlite:///{tmp_path}/levels.db") as opened:
        session = start_session(opened, SETTINGS)
        for number in range(1, 4):
            DatabaseRecorder(opened, session).record(full_generation(session, number))
        pace_one_generation_a_second(opened)
        with held_session(get_context("spawn"), url, session):
            (line,) = re.findall("growth +(.*)", cenote("doctor", "--storage", url).stdout)
    assert re.fullmatch(r"(warning: )?[\d.,]+ [GT]B a day by the sessions that run; the disk is full in .*", line)


def test_doctor_warns_of_a_version_of_sqlite_with_the_fault_of_the_log(
    cenote: Invoke, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "sqlite_warning", partial(sqlite_warning, (3, 40, 1)))
    assert "SQLite warning: SQLite 3.40.1 has the WAL-reset bug" in " ".join(cenote("doctor").stdout.split())


def test_doctor_works_without_a_database(cenote: Invoke, folder: Path) -> None:
    result = cenote("doctor")
    assert result.exit_code == 0
    assert "there is no database at" in result.stdout
    assert list(folder.iterdir()) == []
