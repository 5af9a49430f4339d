"""A database whose sessions end with the test, however the test ends."""

import os
import signal
from collections.abc import Iterator
from contextlib import suppress

import pytest

from storage.database import Database
from storage.locking import holder
from storage.queries import list_sessions


@pytest.fixture
def url(url: str) -> Iterator[str]:
    yield url
    with Database.open_readonly(url) as database:
        for row in list_sessions(database):
            process = holder(database, row.id)
            if process is not None:
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
