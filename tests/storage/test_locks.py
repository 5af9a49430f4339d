"""What is said where another process holds a session, an atlas or the whole database."""

from multiprocessing.context import ForkServerContext

import pytest

from storage.database import Database
from storage.errors import AtlasBusyError, DatabaseLockedError, SessionBusyError
from storage.locks import atlas_lock, session_lock, whole_lock
from tests.storage.writers import held, hold_atlas, hold_session, hold_whole

pytestmark = pytest.mark.process


def test_a_database_that_is_changed_as_a_whole_is_neither_a_session_nor_an_atlas_at_work(
    database: Database, url: str, processes: ForkServerContext
) -> None:
    with held(processes, hold_whole, url):
        for lock in (session_lock(database.path, 1), atlas_lock(database.path, 1), whole_lock(database.path)):
            with pytest.raises(DatabaseLockedError, match="try again when it has finished"), lock:
                pass


def test_who_works_on_an_atlas_is_told_from_who_runs_a_session(
    database: Database, url: str, processes: ForkServerContext
) -> None:
    with held(processes, hold_atlas, url, 1):
        with pytest.raises(AtlasBusyError, match="at work on this atlas"), atlas_lock(database.path, 1):
            pass
        with pytest.raises(SessionBusyError, match="an atlas is being made"), whole_lock(database.path):
            pass
        with atlas_lock(database.path, 2), session_lock(database.path, 1):
            pass
    with (
        held(processes, hold_session, url, 1),
        pytest.raises(SessionBusyError, match="a session is being run"),
        whole_lock(database.path),
    ):
        pass
