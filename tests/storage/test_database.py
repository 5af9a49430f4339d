"""Whatever stands at a storage URL is opened, or refused in one line that says what to do."""

import os
import shlex
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from storage.database import Database
from storage.errors import (
    DatabaseLockedError,
    DatabaseMissingError,
    ForeignDatabaseError,
    NotADatabaseError,
    OtherRevisionError,
    ReadOnlyError,
    StorageError,
    UnreadableDatabaseError,
    UnsupportedUrlError,
)
from storage.queries import best_levels, get_session, list_sessions
from storage.recorder import DatabaseRecorder, start_session
from storage.upkeep.maintenance import check
from tests.storage.conftest import SmallDisk
from tests.storage.records import SETTINGS, full_generation

OPENINGS = [Database.create, Database.open, Database.open_readonly]
OPENINGS_OF_EXISTING = [Database.open, Database.open_readonly]


def refusal(opening, url: str, kind: type[StorageError]) -> str:
    """The message with which a database is refused; the file is left as it was."""
    path = Path(url.removeprefix("sqlite:///"))
    before = path.read_bytes() if path.is_file() else None
    with pytest.raises(kind) as refused:
        opening(url).close()
    assert (path.read_bytes() if path.is_file() else None) == before
    assert "\n" not in str(refused.value)
    return str(refused.value)


def execute(url: str, *statements: str) -> None:
    with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()


def test_create_makes_a_database_once_and_then_opens_it(url: str) -> None:
    with Database.create(url) as database:
        session = start_session(database, SETTINGS)
    with Database.create(url) as database:
        assert get_session(database, session).family == "sokoban"


def test_a_relative_url_is_a_file_in_the_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Database.create("sqlite:///here.db").close()
    assert (tmp_path / "here.db").is_file()


@pytest.mark.parametrize("name", ["with space.db", "50%#.db", "why?.db", "水.db", "it's.db"])
def test_any_file_name_will_do_and_advice_names_it_for_a_shell(tmp_path: Path, name: str) -> None:
    """In a URL, % and ? are written %25 and %3F."""
    escaped = name.replace("%", "%25").replace("?", "%3F")
    advice = refusal(Database.open, f"sqlite:///{tmp_path}/{escaped}", DatabaseMissingError)
    url = shlex.split(advice.partition("--storage")[2])[0]
    with Database.create(url) as database:
        assert database.path == tmp_path / name
        assert (tmp_path / name).is_file()


@pytest.mark.parametrize(
    "url",
    [
        "cenote.db",
        "",
        "sqlite://",
        "sqlite:///",
        "sqlite:///:memory:",
        "sqlite://cenote.db",
        "sqlite:///file:x?mode=memory&uri=true",
        "sqlite:///x.db?mode=ro",
        "postgresql://localhost/cenote",
        "sqlite+aiosqlite:///x.db",
        "sqlite://localhost:port/x.db",
    ],
)
@pytest.mark.parametrize("opening", OPENINGS)
def test_only_urls_of_sqlite_files_are_taken(opening, url: str) -> None:
    with pytest.raises(UnsupportedUrlError, match=r"write sqlite:///FILE"):
        opening(url)


@pytest.mark.parametrize("opening", OPENINGS_OF_EXISTING)
def test_a_missing_database_is_missed_and_not_made(opening, url: str, tmp_path: Path) -> None:
    message = refusal(opening, url, DatabaseMissingError)
    assert f"cenote run --storage {url}" in message
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("opening", OPENINGS_OF_EXISTING)
@pytest.mark.parametrize("statements", [[], ["PRAGMA journal_mode = WAL"], ["CREATE TABLE t(a)", "DROP TABLE t"]])
def test_an_empty_database_counts_as_missing_and_can_be_filled(opening, statements, url: str) -> None:
    execute(url, *statements)
    assert "cenote run" in refusal(opening, url, DatabaseMissingError)
    Database.create(url).close()
    opening(url).close()


@pytest.mark.parametrize("opening", OPENINGS)
def test_a_folder_is_no_database(opening, tmp_path: Path) -> None:
    assert "Is a directory" in refusal(opening, f"sqlite:///{tmp_path}", UnreadableDatabaseError)


def test_a_missing_folder_is_not_made(tmp_path: Path) -> None:
    assert "make it" in refusal(Database.create, f"sqlite:///{tmp_path}/no/x.db", DatabaseMissingError)


def test_a_name_too_long_is_an_error_of_one_line(tmp_path: Path) -> None:
    for opening in OPENINGS:
        with pytest.raises(UnreadableDatabaseError, match="name too long; give another place"):
            opening(f"sqlite:///{tmp_path}/{'x' * 300}.db")


@pytest.mark.parametrize("opening", OPENINGS)
@pytest.mark.parametrize("content", [b"#####\n#@$.#\n#####\n" * 1000, os.urandom(5000), b"x", b"SQLite format 3\0"])
def test_garbage_is_no_database(opening, content: bytes, url: str, tmp_path: Path) -> None:
    (tmp_path / "levels.db").write_bytes(content)
    assert "is not a SQLite database" in refusal(opening, url, NotADatabaseError)


@pytest.mark.parametrize("opening", OPENINGS)
@pytest.mark.parametrize(
    "statements",
    [
        ["CREATE TABLE bookmarks (url TEXT)"],
        ["CREATE TABLE alembic_version (version_num TEXT)", "INSERT INTO alembic_version VALUES ('0001')"],
        ["PRAGMA application_id = 252006674"],
    ],
)
def test_a_database_of_another_application_is_refused(opening, statements, url: str) -> None:
    execute(url, *statements)
    assert "another application" in refusal(opening, url, ForeignDatabaseError)


@pytest.mark.parametrize("opening", OPENINGS)
def test_an_older_revision_is_refused_with_the_command_that_upgrades(opening, url: str) -> None:
    Database.create(url).close()
    execute(url, "UPDATE alembic_version SET version_num = '0000'")
    assert f"cenote db upgrade --storage {url}" in refusal(opening, url, OtherRevisionError)


@pytest.mark.parametrize("opening", OPENINGS)
@pytest.mark.parametrize("revision", ["9999", "unheard-of"])
def test_a_newer_revision_is_refused_as_newer(opening, revision: str, url: str) -> None:
    Database.create(url).close()
    execute(url, f"UPDATE alembic_version SET version_num = '{revision}'")
    assert "made by a newer cenote" in refusal(opening, url, OtherRevisionError)


@pytest.mark.parametrize("kept", [0.3, 0.6, 0.9])
def test_a_truncated_database_is_found_out(kept: float, url: str, tmp_path: Path) -> None:
    with Database.create(url) as database:
        DatabaseRecorder(database, start_session(database, SETTINGS)).record(full_generation(1, 1))
    path = tmp_path / "levels.db"
    os.truncate(path, int(path.stat().st_size * kept))
    for opening in OPENINGS:
        assert "change nothing, and run: cenote db check" in refusal(opening, url, NotADatabaseError)
    assert "is damaged; keep a copy of it, restore a backup" in refusal(check, url, NotADatabaseError)


def test_readers_see_the_last_generation_while_a_writer_writes(database: Database, url: str) -> None:
    with Database.open_readonly(url) as reader, database.begin() as connection:
        connection.exec_driver_sql("INSERT INTO scores SELECT 1, 'deep', 1.0 WHERE false")
        assert list_sessions(reader) == []
    with Database.open_readonly(url) as reader:
        start_session(database, SETTINGS)
        assert len(list_sessions(reader)) == 1


def test_a_reader_cannot_write(database: Database, url: str) -> None:
    with Database.open_readonly(url) as reader, pytest.raises(ReadOnlyError, match="is not writable"):
        start_session(reader, SETTINGS)


def test_a_writer_that_waits_too_long_is_told_so(database: Database, url: str) -> None:
    with Database.open(url, timeout=0.05) as other:
        with database.begin(), pytest.raises(DatabaseLockedError, match="locked by another program"):
            start_session(other, SETTINGS)
        assert start_session(other, SETTINGS) == 1


def make_filled(url: str) -> None:
    with Database.create(url) as database:
        DatabaseRecorder(database, start_session(database, SETTINGS)).record(full_generation(1, 1))


@pytest.fixture
def read_only_url(tmp_path: Path, small_disk: SmallDisk | None) -> Iterator[str]:
    """A filled database where nobody can write: on a medium, or else in a folder without permission."""
    folder = small_disk.folder if small_disk else tmp_path
    url = f"sqlite:///{folder}/levels.db"
    with Database.create(url) as database:
        DatabaseRecorder(database, start_session(database, SETTINGS)).record(full_generation(1, 1))
    if small_disk:
        small_disk.protect()
        yield url
    elif os.getuid() == 0:
        pytest.skip("root may write anywhere, and may not mount a read-only medium here")
    else:
        folder.chmod(0o555)
        yield url
        folder.chmod(0o755)


def test_a_database_on_a_read_only_medium_can_be_read(read_only_url: str) -> None:
    with Database.open_readonly(read_only_url) as database:
        assert len(best_levels(database, limit=None)) == 16
    assert check(read_only_url).problems == ()


@pytest.mark.parametrize("opening", [Database.open, Database.create])
def test_a_database_on_a_read_only_medium_is_not_opened_for_writing(opening, read_only_url: str) -> None:
    assert "is not writable" in refusal(opening, read_only_url, ReadOnlyError)
    refusal(Database.create, read_only_url.replace("levels", "new"), ReadOnlyError)


def test_a_copy_with_its_log_can_be_read_from_a_read_only_medium(
    database: Database, small_disk: SmallDisk | None, tmp_path: Path
) -> None:
    """A database copied while it is written has its newest rows in the log alone."""
    start_session(database, SETTINGS)
    folder = small_disk.folder if small_disk else tmp_path / "copy"
    folder.mkdir(exist_ok=True)
    for file in tmp_path.glob("levels.db*"):
        shutil.copy(file, folder)
    if small_disk:
        small_disk.protect()
    with Database.open_readonly(f"sqlite:///{folder}/levels.db") as copy:
        assert len(list_sessions(copy)) == 1
