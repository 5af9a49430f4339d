"""What lies beside a database: the key of the cookies, and who may read it all."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.accounts.cookie_key import LETTERS, signing_key
from storage.database import Database
from storage.errors import DiskFullError
from storage.locks import session_lock
from storage.recorder import start_session
from storage.upkeep.backups import backup
from tests.patience import PATIENCE
from tests.service.conftest import Invoke, Start, refused
from tests.storage.conftest import SmallDisk
from tests.storage.records import SETTINGS


@pytest.fixture
def umask() -> Iterator[None]:
    """That of most systems, by which everybody may read new files."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, int]:
    return {file.name: file.stat().st_mode & 0o777 for file in folder.iterdir() if file.is_file()}


@pytest.mark.parametrize("left", ["", "half of a k"])
def test_a_key_that_a_full_disk_cut_off_is_refused(cenote: Invoke, tmp_path: Path, left: str) -> None:
    """With an empty key everybody could make cookies of his own."""
    (tmp_path / "cenote.db.key").write_text(left)
    message = refused(cenote("serve", "--port", "0"))
    assert "cenote.db.key is too short for a key; delete it and restart" in message


def test_a_full_disk_leaves_no_key_behind(disk: SmallDisk | None) -> None:
    if disk is None:
        pytest.skip("this needs the right to mount")
    database = disk.folder / "levels.db"
    disk.fill(leave=0)
    with pytest.raises(DiskFullError):
        signing_key(database, lambda _: LETTERS * "k")
    disk.empty()
    assert not [*disk.folder.glob("*.key*")]
    assert signing_key(database, lambda _: LETTERS * "k") == LETTERS * "k"


def test_services_that_start_at_once_agree_on_the_key(tmp_path: Path) -> None:
    script = (
        "import secrets, sys; from pathlib import Path; from service.accounts.cookie_key import signing_key;"
        "sys.stdin.readline(); print(signing_key(Path(sys.argv[1]), secrets.token_urlsafe))"
    )
    command = [sys.executable, "-c", script, tmp_path / "levels.db"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    services = [subprocess.Popen(command, **pipes) for _ in range(4)]
    for service in services:
        service.stdin.write("\n")
        service.stdin.flush()
    keys = {service.communicate(timeout=PATIENCE)[0] for service in services}
    assert len(keys) == 1
    assert len(keys.pop().strip()) == LETTERS
    assert [*tmp_path.glob("*.key*")] == [tmp_path / "levels.db.key"]


@pytest.mark.usefixtures("umask")
def test_a_new_database_and_all_beside_it_is_for_its_owner_alone(start: Start, tmp_path: Path) -> None:
    process = start("serve", "--port", "0")
    assert re.search("http://", process.stdout.readline())
    with (
        Database.open("sqlite:///cenote.db") as database,
        session_lock(database.path, start_session(database, SETTINGS)),
    ):
        backup("sqlite:///cenote.db", tmp_path / "copy.db")
        found = modes(tmp_path)
    assert found == dict.fromkeys(found, 0o600)
    assert found.keys() == {"copy.db", *(f"cenote.db{end}" for end in ("", ".key", ".lock", "-wal", "-shm"))}


@pytest.mark.usefixtures("umask")
def test_a_database_that_is_there_keeps_its_mode_and_what_is_made_beside_it_has_the_same(tmp_path: Path) -> None:
    path = tmp_path / "levels.db"
    path.touch(0o640)
    with Database.create(f"sqlite:///{path}") as database:
        start_session(database, SETTINGS)
        backup(f"sqlite:///{path}", tmp_path / "copy.db")
        found = modes(tmp_path)
    assert found == dict.fromkeys(found, 0o640)
    assert len(found) == 5


def test_doctor_says_when_others_can_read_the_database_or_its_key(cenote: Invoke, tmp_path: Path) -> None:
    with Database.create("sqlite:///cenote.db") as database:
        signing_key(database.path, lambda _: LETTERS * "k")
    assert re.search(r"readable by +its owner alone", cenote("doctor").output)
    (tmp_path / "cenote.db.key").chmod(0o640)
    told = " ".join(cenote("doctor").output.split())
    assert "readable by other users; keep them out with: chmod go=" in told
    assert "cenote.db.key" in told
