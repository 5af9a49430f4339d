"""A migration keeps every row, or changes nothing at all; a backup is made before."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from storage.database import Database, migrating, reading
from storage.errors import OtherRevisionError, SessionBusyError, UpgradeError
from storage.levels import store_level
from storage.maintenance import check, revision, upgrade
from storage.models import Base, Origin
from storage.recorder import DatabaseRecorder, start_session
from storage.revisions import MIGRATIONS, head_revision
from storage.upgrading import alembic_config
from tests.storage.records import SETTINGS, full_generation, level
from tests.storage.writers import hold_session

SECOND = '''
"""A second revision."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
'''
BATCH = """
    with op.batch_alter_table("{table}", recreate="always") as table:
        table.add_column(sa.Column("remark", sa.Text(), nullable=True))
"""


@pytest.fixture
def url(tmp_path: Path) -> str:
    """A database with rows in every table, all of which hang on sessions and levels."""
    url = f"sqlite:///{tmp_path}/levels.db"
    with Database.create(url) as database:
        session = start_session(database, SETTINGS)
        recorder = DatabaseRecorder(database, session)
        for number in (1, 2, 3):
            recorder.record(full_generation(session, number))
        store_level(database, level("imported"), Origin.IMPORTED)
    return url


@pytest.fixture
def scripts(tmp_path: Path) -> Path:
    """A copy of the migrations to which a test may add."""
    folder = tmp_path / "100% scripts"
    shutil.copytree(MIGRATIONS, folder, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


@pytest.fixture
def second(scripts: Path) -> Callable[[str], None]:
    def write(body: str) -> None:
        (scripts / "versions" / "0002_second.py").write_text(SECOND + body)

    return write


def content(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """Every row of every table, in the columns of the first revision."""
    with reading(path) as connection:
        return {
            name: [tuple(row) for row in connection.execute(table.select()).all()]
            for name, table in Base.metadata.tables.items()
        }


def test_the_migrations_make_the_tables_of_the_models(url: str, tmp_path: Path) -> None:
    with reading(tmp_path / "levels.db") as connection:
        context = MigrationContext.configure(connection, opts={"render_as_batch": True})
        assert compare_metadata(context, Base.metadata) == []


def test_the_indexes_and_options_of_the_models_are_those_of_the_migrations(tmp_path: Path, url: str) -> None:
    """What alembic does not compare: tables without rowid, and what happens on deletion."""
    with migrating(tmp_path / "models.db", 1.0) as connection, connection.begin():
        Base.metadata.create_all(connection)
        made = definitions(connection)
    with reading(tmp_path / "levels.db") as connection:
        migrated = definitions(connection)
    assert {name: migrated[name] for name in made} == made


def definitions(connection) -> dict[str, list[str]]:
    rows = connection.exec_driver_sql("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL").all()
    return {name: sorted(part.strip(" ,") for part in sql.replace("\t", "").splitlines()) for name, sql in rows}


def test_revisions_are_numbered_in_one_line() -> None:
    """The program takes the newest revision from the names of the files; alembic reads the files."""
    script = ScriptDirectory(str(MIGRATIONS))
    newest_first = [entry.revision for entry in script.walk_revisions()]
    assert newest_first == [f"{n:04}" for n in range(len(newest_first), 0, -1)]
    assert script.get_current_head() == head_revision()


def test_a_batch_change_of_every_table_keeps_every_row(url: str, scripts: Path, second, tmp_path: Path) -> None:
    before = content(tmp_path / "levels.db")
    assert all(before.values())
    second("".join(BATCH.format(table=table) for table in before))
    report = upgrade(url, scripts)
    assert (report.before, report.after) == ("0001", "0002")
    assert content(tmp_path / "levels.db") == before
    assert check(url).problems == ()


def test_an_upgrade_leaves_a_backup_of_the_old_revision(url: str, scripts: Path, second, tmp_path: Path) -> None:
    before = content(tmp_path / "levels.db")
    second(BATCH.format(table="levels"))
    report = upgrade(url, scripts)
    assert report.backup == tmp_path / "levels-0001.db"
    assert content(report.backup) == before
    assert revision(f"sqlite:///{report.backup}") == "0001"


def test_a_migration_that_loses_what_rows_refer_to_changes_nothing(
    url: str, scripts: Path, second, tmp_path: Path
) -> None:
    before = content(tmp_path / "levels.db")
    second('    op.execute("DELETE FROM sessions")')
    with pytest.raises(UpgradeError, match="rows would lose what they refer to, in: archive_cells, events"):
        upgrade(url, scripts)
    assert content(tmp_path / "levels.db") == before
    assert revision(url) == "0001"


def test_a_migration_that_fails_halfway_changes_nothing(url: str, scripts: Path, second, tmp_path: Path) -> None:
    before = content(tmp_path / "levels.db")
    second(BATCH.format(table="levels") + '    op.execute("DROP TABLE scores")\n    raise ArithmeticError')
    with pytest.raises(ArithmeticError):
        upgrade(url, scripts)
    assert content(tmp_path / "levels.db") == before
    assert revision(url) == "0001"
    second(BATCH.format(table="levels"))
    assert upgrade(url, scripts).backup == tmp_path / "levels-0001-2.db"


def test_an_upgraded_database_is_refused_by_the_older_program(url: str, scripts: Path, second) -> None:
    second(BATCH.format(table="levels"))
    upgrade(url, scripts)
    for opening in (Database.open, Database.create, Database.open_readonly, upgrade):
        with pytest.raises(OtherRevisionError, match="made by a newer cenote"):
            opening(url)


@pytest.mark.process
def test_a_running_session_is_not_upgraded_under_its_feet(url: str, scripts: Path, second, processes) -> None:
    second(BATCH.format(table="levels"))
    ready = processes.Event()
    holder = processes.Process(target=hold_session, args=(url, 1, ready))
    holder.start()
    assert ready.wait(30)
    with pytest.raises(SessionBusyError, match="a session is being run"):
        upgrade(url, scripts)
    holder.kill()
    holder.join()
    assert upgrade(url, scripts).after == "0002"


def test_a_new_revision_is_drafted_from_the_template(url: str, scripts: Path, tmp_path: Path) -> None:
    with migrating(tmp_path / "levels.db", 1.0) as connection:
        command.revision(alembic_config(connection, scripts), "a second revision", rev_id="0002")
    assert [file.name for file in (scripts / "versions").glob("0002*.py")] == ["0002_a_second_revision.py"]
    assert upgrade(url, scripts).after == "0002"
