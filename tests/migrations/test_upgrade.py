"""A migration keeps every row, or changes nothing at all; a backup is made before."""

import re
import shutil
from collections.abc import Callable
from multiprocessing.context import ForkServerContext
from pathlib import Path
from typing import TypeAlias, cast

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Table

from generator import Chapter, Component
from optimiser.atlas import Charted, Explored
from storage.atlas import begin_atlas, record_chapter
from storage.connection import migrating, reading
from storage.curation import CurationState, move_levels, tag_levels
from storage.database import Database
from storage.errors import DatabaseInUseError, OtherRevisionError, SessionBusyError, UpgradeError
from storage.levels import store_level
from storage.people.accounts import EVERY_RIGHT, add_account
from storage.recorder import DatabaseRecorder, start_session
from storage.revisions import MIGRATIONS, head_revision
from storage.searches import save_search
from storage.tables import METADATA
from storage.tables.accounts import ApiToken, Login
from storage.tables.base import Base, Origin
from storage.tables.contests import Contest, ContestLevel, Player, Submission
from storage.tables.ratings import LevelRating, Play, RatedPlayer
from storage.tables.sessions import Run
from storage.upkeep.maintenance import check, revision, upgrade
from storage.upkeep.upgrade import alembic_config
from tests.patience import PATIENCE
from tests.storage.records import SETTINGS, candidate, full_generation, generation, level
from tests.storage.writers import hold_open, hold_open_for_reading, hold_session

HEAD = head_revision()
NEXT = f"{int(HEAD) + 1:04}"
NEW = f'''
"""One revision more."""

import sqlalchemy as sa
from alembic import op

revision = "{NEXT}"
down_revision = "{HEAD}"


def upgrade() -> None:
'''
BATCH = """
    with op.batch_alter_table("{table}", recreate="always") as table:
        table.add_column(sa.Column("remark", sa.Text(), nullable=True))
"""


Following: TypeAlias = Callable[[str], None]
"""Makes a revision that follows the newest one and does this."""


@pytest.fixture
def url(tmp_path: Path) -> str:
    """A database with rows in every table, all of which hang on sessions and levels."""
    url = f"sqlite:///{tmp_path}/levels.db"
    with Database.create(url) as database:
        session = start_session(database, SETTINGS)
        recorder = DatabaseRecorder(database, session)
        for number in (1, 2, 3):
            recorder.record(full_generation(session, number))
        met_again = [candidate(0, level(f"{session}-1-0"))]
        DatabaseRecorder(database, start_session(database, SETTINGS)).record(generation(1, met_again))
        store_level(database, level("imported"), Origin.IMPORTED)
        curate_and_hold_a_contest(database)
        work_out_an_atlas(database)
        guard(database)
        play(database)
    return url


def curate_and_hold_a_contest(database: Database) -> None:
    """Fill the tables that came with revision 0002."""
    add_account(database, "anian", "hash", EVERY_RIGHT, "anian")
    move_levels(database, [1, 2], CurationState.SHORTLISTED, "anian")
    tag_levels(database, [1], "dense", "anian")
    save_search(database, "deep", "depth_min=80", "anian")
    with database.begin() as connection:
        for table in (Contest, ContestLevel, Submission):
            fill(connection, table)


def work_out_an_atlas(database: Database) -> None:
    """Fill the tables that came with revision 0003."""
    atlas = begin_atlas(database, "sokoban", {"type": "b", "size": 3}, [Chapter("2,2/2,2", 36, 1)], "0.1.0")
    found = [Charted(Component(36, "+", 8, "level"), level("of the atlas"))]
    record_chapter(database, atlas, 0, Explored(found, None))


def guard(database: Database) -> None:
    """Fill the tables that came with revisions 0004 and 0009."""
    with database.begin() as connection:
        for table in (Login, Player, Run, ApiToken):
            fill(connection, table)


def play(database: Database) -> None:
    """Fill the tables that came with revision 0011."""
    with database.begin() as connection:
        for table in (RatedPlayer, LevelRating, Play):
            fill(connection, table)


def fill(connection: Connection, table: type[Base]) -> None:
    """Enter a row into a table."""
    columns = table.__table__.columns
    row = {column.key: PLAIN[str(column.type)] for column in columns if column.name != "id"}
    row |= {"id": 1} if "id" in columns else {}
    row |= {"account": "anian"} if "account" in columns else {}
    connection.execute(cast(Table, table.__table__).insert(), row)


PLAIN = {"INTEGER": 1, "FLOAT": 0.5, "TEXT": "word", "JSON": {}}
"""Something for a column of each type; the number is the id of the row that it may refer to."""


@pytest.fixture
def scripts(tmp_path: Path) -> Path:
    """A copy of the migrations to which a test may add."""
    folder = tmp_path / "100% scripts"
    shutil.copytree(MIGRATIONS, folder, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


@pytest.fixture
def following(scripts: Path) -> Following:
    def write(body: str) -> None:
        (scripts / "versions" / f"{NEXT}_next.py").write_text(NEW + body)

    return write


def content(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """Every row of every table, in the columns of this program."""
    with reading(path) as connection:
        return {
            name: [tuple(row) for row in connection.execute(table.select()).all()]
            for name, table in METADATA.tables.items()
        }


def test_the_migrations_make_the_tables_of_the_models(url: str, tmp_path: Path) -> None:
    with reading(tmp_path / "levels.db") as connection:
        context = MigrationContext.configure(connection, opts={"render_as_batch": True})
        assert compare_metadata(context, METADATA) == []


def test_the_indexes_and_options_of_the_models_are_those_of_the_migrations(tmp_path: Path, url: str) -> None:
    """What alembic does not compare: tables without rowid, and what happens on deletion."""
    with migrating(tmp_path / "models.db", 1.0) as connection, connection.begin():
        METADATA.create_all(connection)
        made = definitions(connection)
    with reading(tmp_path / "levels.db") as connection:
        migrated = definitions(connection)
    assert {name: migrated[name] for name in made} == made


def definitions(connection: Connection) -> dict[str, list[str]]:
    """The parts of every definition, in no order: a column that is added to a table stands behind its constraints.

    SQLite quotes the name of a table that was made anew.
    """
    rows = connection.exec_driver_sql("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL").all()
    parts = {name: re.split(r"[,\n\t]", sql.replace('"', "")) for name, sql in rows}
    return {name: sorted(filter(None, map(str.strip, found))) for name, found in parts.items()}


def test_revisions_are_numbered_in_one_line() -> None:
    """The program takes the newest revision from the names of the files; alembic reads the files."""
    script = ScriptDirectory(str(MIGRATIONS))
    newest_first = [entry.revision for entry in script.walk_revisions()]
    assert newest_first == [f"{n:04}" for n in range(len(newest_first), 0, -1)]
    assert script.get_current_head() == head_revision()


def test_a_batch_change_of_every_table_keeps_every_row(
    url: str, scripts: Path, following: Following, tmp_path: Path
) -> None:
    before = content(tmp_path / "levels.db")
    assert all(before.values())
    following("".join(BATCH.format(table=table) for table in before))
    report = upgrade(url, scripts)
    assert (report.before, report.after) == (HEAD, NEXT)
    assert content(tmp_path / "levels.db") == before
    assert check(url).problems == ()


def test_an_upgrade_leaves_a_backup_of_the_old_revision(
    url: str, scripts: Path, following: Following, tmp_path: Path
) -> None:
    before = content(tmp_path / "levels.db")
    following(BATCH.format(table="levels"))
    report = upgrade(url, scripts)
    assert report.backup == tmp_path / f"levels-{HEAD}.db"
    assert content(report.backup) == before
    assert revision(f"sqlite:///{report.backup}") == HEAD


def test_a_migration_that_loses_what_rows_refer_to_changes_nothing(
    url: str, scripts: Path, following: Following, tmp_path: Path
) -> None:
    before = content(tmp_path / "levels.db")
    following('    op.execute("DELETE FROM sessions")')
    with pytest.raises(UpgradeError, match="rows would lose what they refer to, in: archive_cells, events"):
        upgrade(url, scripts)
    assert content(tmp_path / "levels.db") == before
    assert revision(url) == HEAD


def test_a_migration_that_fails_halfway_changes_nothing(
    url: str, scripts: Path, following: Following, tmp_path: Path
) -> None:
    before = content(tmp_path / "levels.db")
    following(BATCH.format(table="levels") + '    op.execute("DROP TABLE scores")\n    raise ArithmeticError')
    with pytest.raises(ArithmeticError):
        upgrade(url, scripts)
    assert content(tmp_path / "levels.db") == before
    assert revision(url) == HEAD
    following(BATCH.format(table="levels"))
    assert upgrade(url, scripts).backup == tmp_path / f"levels-{HEAD}.db", "which holds what is there still"


def test_another_backup_is_made_where_something_has_changed_since(
    url: str, scripts: Path, following: Following, tmp_path: Path
) -> None:
    following("    raise ArithmeticError")
    with pytest.raises(ArithmeticError):
        upgrade(url, scripts)
    with Database.open(url) as database:
        tag_levels(database, [1], "since", "anian")
    before = content(tmp_path / "levels.db")
    following(BATCH.format(table="levels"))
    report = upgrade(url, scripts)
    assert report.backup == tmp_path / f"levels-{HEAD}-2.db"
    assert content(report.backup) == before


def test_what_a_killed_upgrade_left_of_its_backup_is_removed(
    url: str, scripts: Path, following: Following, tmp_path: Path
) -> None:
    following(BATCH.format(table="levels"))
    for ending in ("", "-journal"):
        (tmp_path / f"levels-{HEAD}.db.partial{ending}").write_bytes(b"SQLite form")
    upgrade(url, scripts)
    assert not [*tmp_path.glob("*partial*")]


@pytest.mark.process
def test_a_database_that_another_process_has_open_is_not_upgraded(
    url: str, scripts: Path, following: Following, processes: ForkServerContext, tmp_path: Path
) -> None:
    following(BATCH.format(table="levels"))
    before = content(tmp_path / "levels.db")
    for opening in (hold_open, hold_open_for_reading):
        ready = processes.Event()
        holder = processes.Process(target=opening, args=(url, ready))
        holder.start()
        assert ready.wait(PATIENCE)
        with pytest.raises(DatabaseInUseError, match=r"levels\.db is in use by another process .* stop it first"):
            upgrade(url, scripts)
        holder.kill()
        holder.join()
    assert content(tmp_path / "levels.db") == before
    assert not [*tmp_path.glob("levels-*")]
    assert upgrade(url, scripts).after == NEXT


def test_an_upgraded_database_is_refused_by_the_older_program(url: str, scripts: Path, following: Following) -> None:
    following(BATCH.format(table="levels"))
    upgrade(url, scripts)
    for opening in (Database.open, Database.create, Database.open_readonly, upgrade):
        with pytest.raises(OtherRevisionError, match="made by a newer cenote"):
            opening(url)


@pytest.mark.process
def test_a_running_session_is_not_upgraded_under_its_feet(
    url: str, scripts: Path, following: Following, processes: ForkServerContext
) -> None:
    following(BATCH.format(table="levels"))
    ready = processes.Event()
    holder = processes.Process(target=hold_session, args=(url, 1, ready))
    holder.start()
    assert ready.wait(PATIENCE)
    with pytest.raises(SessionBusyError, match="a session is being run"):
        upgrade(url, scripts)
    holder.kill()
    holder.join()
    assert upgrade(url, scripts).after == NEXT


def test_a_new_revision_is_drafted_from_the_template(url: str, scripts: Path, tmp_path: Path) -> None:
    with migrating(tmp_path / "levels.db", 1.0) as connection:
        command.revision(alembic_config(connection, scripts), "one revision more", rev_id=NEXT)
    assert [file.name for file in (scripts / "versions").glob(f"{NEXT}*.py")] == [f"{NEXT}_one_revision_more.py"]
    assert upgrade(url, scripts).after == NEXT
