"""Databases that older programs really made are upgraded, and nothing of them is lost."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from storage.database import Database
from storage.errors import OtherRevisionError
from storage.level_filter import LevelFilter
from storage.names import code_of, name_of
from storage.queries import best_levels, generations, list_sessions
from storage.revisions import head_revision
from storage.upkeep.maintenance import check, upgrade


def rows(path: Path, columns: dict[str, str]) -> dict[str, list[tuple[object, ...]]]:
    with closing(sqlite3.connect(path)) as database:
        return {
            table: database.execute(f"SELECT {names} FROM {table} ORDER BY {names}").fetchall()
            for table, names in columns.items()
        }


def columns_of(path: Path) -> dict[str, str]:
    """The columns of every table but that of the revision."""
    with closing(sqlite3.connect(path)) as database:
        tables = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        return {
            table: ", ".join(row[1] for row in database.execute(f"PRAGMA table_info({table})"))
            for (table,) in tables
            if table != "alembic_version"
        }


@pytest.mark.parametrize("revision", ["0001", "0002", "0003", "0004", "0005", "0006", "0007", "0008"])
def test_every_row_of_an_old_database_is_kept(revision: str, database_of: Callable[[str], Path]) -> None:
    old_database = database_of(revision)
    url = f"sqlite:///{old_database}"
    with pytest.raises(OtherRevisionError, match="cenote db upgrade"):
        Database.open_readonly(url)
    columns = columns_of(old_database)
    before = rows(old_database, columns)
    assert all(before.values())
    report = upgrade(url)
    assert (report.before, report.after) == (revision, head_revision())
    assert rows(old_database, columns) == before
    assert check(url).problems == ()


def test_generations_of_old_sessions_have_no_times(old_database: Path) -> None:
    upgrade(f"sqlite:///{old_database}")
    with Database.open_readonly(f"sqlite:///{old_database}") as database:
        assert [row.created_at for row in generations(database, 1)] == [None] * 3


def test_old_sessions_have_the_settings_that_all_had_in_their_time(database_of: Callable[[str], Path]) -> None:
    old_database = database_of("0004")
    upgrade(f"sqlite:///{old_database}")
    with Database.open_readonly(f"sqlite:///{old_database}") as database:
        assert {(session.population, session.patience) for session in list_sessions(database)} == {(10, 500)}


def test_an_old_session_has_met_what_it_met_before(old_database: Path) -> None:
    """Who met which level was asked of the evaluations; that answer is what the upgrade must keep."""
    with closing(sqlite3.connect(old_database)) as database:
        met = {
            session: sorted(
                row[0]
                for row in database.execute(
                    "SELECT DISTINCT level_id FROM evaluations WHERE session_id = ? AND level_id IS NOT NULL",
                    (session,),
                )
            )
            for session in (1, 2)
        }
    assert set(met[1]) & set(met[2])
    upgrade(f"sqlite:///{old_database}")
    with Database.open_readonly(f"sqlite:///{old_database}") as database:
        for session in list_sessions(database):
            found = best_levels(database, LevelFilter(session=session.id), "id", None)
            assert [row.id for row in found] == met[session.id]


def test_levels_of_an_old_database_have_the_names_and_difficulties_that_new_ones_would_have(
    database_of: Callable[[str], Path],
) -> None:
    old_database = database_of("0008")
    with closing(sqlite3.connect(old_database)) as database:
        database.execute('UPDATE levels SET metrics = \'{"states": Infinity, "difficulty": 3}\' WHERE id = 2')
        database.commit()
    upgrade(f"sqlite:///{old_database}")
    with Database.open_readonly(f"sqlite:///{old_database}") as database:
        rows = best_levels(database, limit=None)
    assert [row.name for row in rows] == [name_of(code_of(row.family, row.identity)) for row in rows]
    assert {row.id: row.difficulty for row in rows} == {row.id: row.metrics.get("difficulty") for row in rows}
    assert {row.difficulty for row in rows if row.id == 2} == {3.0}
