"""New databases are made without the migrations, and are what these would have made."""

import sqlite3
from contextlib import closing
from pathlib import Path

from storage.creation import NEWEST, statements
from storage.database import Database
from tests.migrations.newest import migrated, script_of

HEADER = ("application_id", "user_version", "page_size", "auto_vacuum", "encoding", "journal_mode")


def header(path: Path) -> list[object]:
    with closing(sqlite3.connect(path)) as database:
        return [database.execute(f"PRAGMA {mark}").fetchone()[0] for mark in HEADER]


def test_a_new_database_is_what_all_migrations_make(tmp_path: Path) -> None:
    Database.create(f"sqlite:///{tmp_path}/made.db").close()
    made, slowly = tmp_path / "made.db", migrated(tmp_path / "slowly.db")
    assert script_of(made) == script_of(slowly)
    assert header(made) == header(slowly)


def test_the_script_is_that_of_the_newest_revision(tmp_path: Path) -> None:
    script = script_of(migrated(tmp_path / "slowly.db"))
    assert NEWEST.read_text(encoding="utf-8") == script, "run `make schema`"


def test_a_trigger_is_one_statement() -> None:
    trigger = "CREATE TRIGGER guard BEFORE DELETE ON levels BEGIN\n\nSELECT 1;\nSELECT 2;\nEND;\n"
    assert [*statements(f"-- A word.\nSELECT 0;\n{trigger}")] == ["-- A word.\nSELECT 0;\n", trigger]
