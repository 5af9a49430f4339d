"""Processes that write at once, hold sessions and are killed."""

from multiprocessing.context import ForkServerContext

import numpy as np
import pytest

from storage.database import Database
from storage.errors import SessionBusyError
from storage.locks import atlas_lock, session_lock
from storage.queries import best_levels, get_session, pool
from storage.recorder import load_snapshot, start_session
from storage.upkeep.maintenance import check
from tests.patience import PATIENCE
from tests.storage.records import SETTINGS
from tests.storage.writers import hold_session, write_generations


def assert_whole(url: str, session: int) -> int:
    """Every generation has all its rows or none; returns the number of the last one."""
    assert check(url).problems == ()
    with Database.open_readonly(url) as database:
        last = get_session(database, session).generation
        with database.read() as connection:
            rows = {
                table: connection.exec_driver_sql(f"SELECT count(*) FROM {table}").scalar_one()
                for table in (
                    "generations",
                    "evaluations",
                    "levels",
                    "scores",
                    "archive_cells",
                    "events",
                    "lineage",
                )
            }
        assert rows.pop("generations") == rows.pop("events") == last
        assert rows.pop("lineage") == 16 * max(0, last - 1)
        assert set(rows.values()) == {16 * last}
        assert load_snapshot(database, session) == ({"generation": last} if last else None)
        assert {row.generation for row in pool(database, session)} == ({last} if last else set())
    return last


@pytest.mark.process
@pytest.mark.parametrize("gather", [0.0, 0.02])
def test_a_killed_writer_leaves_whole_generations(
    database: Database, url: str, processes: ForkServerContext, gather: float
) -> None:
    session = start_session(database, SETTINGS)
    database.close()
    rng = np.random.default_rng(1)
    lasts = [0]
    for _ in range(10):
        ready = processes.Event()
        writer = processes.Process(target=write_generations, args=(url, session, ready, None, gather))
        writer.start()
        assert ready.wait(PATIENCE)
        writer.join(float(rng.uniform(0, 0.15)))
        writer.kill()
        writer.join()
        lasts.append(assert_whole(url, session))
    assert lasts == sorted(lasts)
    assert lasts[-1] >= 10


@pytest.mark.process
def test_two_writers_at_once_both_get_their_generations_in(
    database: Database, url: str, processes: ForkServerContext
) -> None:
    sessions = [start_session(database, SETTINGS) for _ in range(2)]
    ready = processes.Event()
    writers = [processes.Process(target=write_generations, args=(url, session, ready, 20)) for session in sessions]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join(PATIENCE)
        assert writer.exitcode == 0
    assert [get_session(database, session).generation for session in sessions] == [20, 20]
    assert len(best_levels(database, limit=None)) == 2 * 20 * 16


@pytest.mark.process
def test_a_session_is_run_by_one_process_until_that_one_dies(
    database: Database, url: str, processes: ForkServerContext
) -> None:
    session, other = (start_session(database, SETTINGS) for _ in range(2))
    ready = processes.Event()
    holder = processes.Process(target=hold_session, args=(url, session, ready))
    holder.start()
    assert ready.wait(PATIENCE)
    with (
        pytest.raises(SessionBusyError, match=f"session {session} is being run"),
        session_lock(database.path, session),
    ):
        pass
    with session_lock(database.path, other), atlas_lock(database.path, session):
        pass
    holder.kill()
    holder.join()
    with session_lock(database.path, session):
        pass


@pytest.mark.process
def test_two_processes_that_make_one_database_make_it_once(url: str, processes: ForkServerContext) -> None:
    makers = [processes.Process(target=make_database, args=(url,)) for _ in range(2)]
    for maker in makers:
        maker.start()
    for maker in makers:
        maker.join(PATIENCE)
        assert maker.exitcode == 0
    assert check(url).problems == ()


def make_database(url: str) -> None:
    Database.create(url).close()
