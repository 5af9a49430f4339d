"""Nothing in the program opens a database file but SQLite, which the whole suite watches."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from types import ModuleType

import pytest

import storage
from storage.database import Database
from storage.queries import list_sessions
from storage.recorder import start_session
from tests.openings import TrespassError
from tests.storage.records import SETTINGS

PICKLOCK = """
def read(path):
    with open(path, "rb") as file:
        return file.read(16)
"""


@pytest.fixture
def picklock() -> ModuleType:
    """A module that passes for one of the program and reads files."""
    code = compile(PICKLOCK, str(Path(storage.__file__).with_name("picklock.py")), "exec")
    module = ModuleType("picklock")
    exec(code, module.__dict__)
    return module


def test_a_module_that_opens_a_database_itself_is_caught(picklock: ModuleType, database: Database) -> None:
    list_sessions(database)
    for name in (database.path, str(database.path), os.fsencode(database.path)):
        with pytest.raises(TrespassError, match="only SQLite may open"):
            picklock.read(name)


def test_other_files_may_be_opened(picklock: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "levels.xsb").write_text("#####")
    assert picklock.read(tmp_path / "levels.xsb") == b"#####"


def test_opening_a_database_again_leaves_the_locks_of_the_first_alone(url: str, database: Database) -> None:
    """Another process would take itself for the last one otherwise, and delete the log under this one's feet."""
    start_session(database, SETTINGS)
    Database.open(url).close()
    Database.open_readonly(url).close()
    Database.create(url).close()
    another = "import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute('SELECT count(*) FROM sessions').fetchone()"
    subprocess.run([sys.executable, "-c", another, database.path], check=True)
    assert Path(f"{database.path}-wal").stat().st_size
    assert start_session(database, SETTINGS) == 2
    with closing(sqlite3.connect(database.path)) as other:
        assert other.execute("SELECT count(*) FROM sessions").fetchone() == (2,)
