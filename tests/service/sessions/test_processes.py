"""Sessions in processes of their own: started, stopped, resumed and killed, whoever started them."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep

import pytest

from generator import get_declaration
from optimiser.errors import UnknownMetricError
from optimiser.settings import SessionSettings
from service.errors import ServiceError
from service.sessions import evolution
from service.sessions.activity import Activity
from service.sessions.asked_search import AskedSearch
from service.sessions.objectives import NO_OBJECTIVE, AskedObjective
from service.sessions.processes import SessionProcesses
from service.sessions.stop_conditions import StopConditions
from storage.database import Database
from storage.errors import SessionBusyError, UnknownSessionError
from storage.locks import holder
from storage.queries import get_session
from tests.patience import PATIENCE
from tests.service.conftest import Start

pytestmark = pytest.mark.process

STARTER = """
import sys
from service.sessions.processes import SessionProcesses
from service.sessions.stop_conditions import StopConditions
from storage.database import Database
url = sys.argv[1]
with Database.open_readonly(url) as database:
    SessionProcesses(url).resume(database, 1, StopConditions(evaluations=10**6), 0)
sys.stdin.read()
"""
"""A service that resumes session 1 and then waits for its end."""

ENTERER = """
import sys
from service.sessions import evolution
from service.sessions.asked_search import AskedSearch
from service.sessions.objectives import AskedObjective
from service.sessions.stop_conditions import StopConditions
from storage.database import Database
search = AskedSearch(objective=AskedObjective("", {"moves": 1.0}), seed=5)
settings = evolution.session_settings("sokoban", {}, search, StopConditions(target="gap>=3"))
with Database.open(sys.argv[1]) as database:
    evolution.start(database, settings)
print("numba" in sys.modules)
"""
"""A program that enters a session and tells whether it has loaded what compiles kernels."""


def settings(stop: StopConditions, asked: AskedObjective = NO_OBJECTIVE) -> SessionSettings:
    chosen = {"type": ["b"], "size": [3]}
    return evolution.session_settings("sokoban", chosen, AskedSearch(objective=asked, seed=5), stop)


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/levels.db"


@pytest.fixture
def database(url: str) -> Iterator[Database]:
    with Database.create(url) as database:
        yield database
        for session_id in range(1, 4):
            process = holder(database.path, session_id)
            if process:
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)


@pytest.fixture
def processes(url: str, database: Database) -> SessionProcesses:
    return SessionProcesses(url)


def until(happened: Callable[[], bool]) -> None:
    deadline = monotonic() + PATIENCE
    while not happened():
        assert monotonic() < deadline
        sleep(0.02)


class Watch:
    """A session as its users see it."""

    def __init__(self, database: Database, processes: SessionProcesses, session_id: int) -> None:
        self._database, self._processes, self.id = database, processes, session_id

    @property
    def activity(self) -> Activity:
        return self._processes.activity(self._database, self.id, get_session(self._database, self.id).state)

    @property
    def generation(self) -> int:
        return get_session(self._database, self.id).generation

    def goes_on(self) -> bool:
        """Whether the session gets further than it is now."""
        reached = self.generation
        until(lambda: self.generation > reached)
        return self.activity is Activity.RUNNING


def test_a_session_is_started_stopped_and_resumed_to_its_end(database: Database, processes: SessionProcesses) -> None:
    session = Watch(database, processes, processes.start(database, settings(StopConditions(evaluations=10**6)), 0))
    assert session.activity in (Activity.STARTING, Activity.RUNNING)
    until(lambda: session.generation > 2)
    processes.stop(database, session.id)
    assert session.activity in (Activity.STOPPING, Activity.STOPPED)
    until(lambda: session.activity is Activity.STOPPED)
    end = 16 * (session.generation + 3)
    processes.resume(database, session.id, StopConditions(evaluations=end), 0)
    until(lambda: session.activity is Activity.FINISHED)
    assert get_session(database, session.id).evaluations == end
    until(lambda: not [*database.path.parent.glob("*.log")])


def test_the_end_of_its_first_process_leaves_the_log_of_the_second_alone(
    database: Database, processes: SessionProcesses
) -> None:
    session = Watch(database, processes, processes.start(database, settings(StopConditions(evaluations=16)), 0))
    first = processes._newest[session.id]
    until(lambda: session.activity is Activity.FINISHED)
    processes.resume(database, session.id, StopConditions(evaluations=10**6), 0)
    processes._await_end(database, session.id, first)
    assert len([*database.path.parent.glob("*.log")]) == 1
    until(lambda: session.activity is Activity.RUNNING)
    processes.stop(database, session.id)
    until(lambda: session.activity is Activity.STOPPED)


def test_a_session_goes_on_when_the_service_that_started_it_dies(
    url: str, database: Database, processes: SessionProcesses
) -> None:
    evolution.start(database, settings(StopConditions(evaluations=10**6)))
    service = subprocess.Popen([sys.executable, "-c", STARTER, url], stdin=subprocess.PIPE, start_new_session=True)
    session = Watch(database, processes, 1)
    until(lambda: session.generation > 1)
    # The whole group, as a terminal does that is closed.
    os.killpg(service.pid, signal.SIGHUP)
    service.communicate()
    assert session.goes_on()
    processes.stop(database, 1)
    until(lambda: session.activity is Activity.STOPPED)


def test_a_session_that_was_started_in_a_terminal_can_be_stopped(
    database: Database, processes: SessionProcesses, start: Start
) -> None:
    terminal = start("run", "--size", "3", "--workers", "0", "--storage", f"sqlite:///{database.path}")
    until(lambda: holder(database.path, 1) is not None)
    assert holder(database.path, 1) == terminal.pid
    session = Watch(database, processes, 1)
    until(lambda: session.generation > 1)
    with pytest.raises(SessionBusyError, match="session 1 is running already"):
        processes.resume(database, 1, StopConditions(), 0)
    processes.stop(database, 1)
    assert terminal.wait(PATIENCE) == 0
    assert session.activity is Activity.STOPPED


def test_a_killed_session_is_interrupted_and_can_be_resumed(database: Database, processes: SessionProcesses) -> None:
    session = Watch(database, processes, processes.start(database, settings(StopConditions(evaluations=10**6)), 0))
    until(lambda: session.generation > 1)
    process = holder(database.path, session.id)
    assert process is not None
    os.kill(process, signal.SIGKILL)
    until(lambda: session.activity is Activity.INTERRUPTED)
    assert not processes.complaint(session.id)
    processes.resume(database, session.id, StopConditions(), 0)
    assert session.goes_on()


def test_metrics_that_a_family_does_not_measure_are_refused_and_no_session_is_left(
    database: Database, processes: SessionProcesses
) -> None:
    with pytest.raises(UnknownMetricError, match="there is no metric 'beauty'; the family measures: ") as refusal:
        processes.start(database, settings(StopConditions(), AskedObjective("", {"beauty": 1.0})), 0)
    assert "\n" not in str(refusal.value)
    with pytest.raises(UnknownSessionError):
        get_session(database, 1)


@pytest.mark.parametrize(("weights", "appraised"), [({"beauty": 1.0}, False), ({"beauty": 1.0, "gap": 1.0}, True)])
def test_the_refusal_of_a_metric_lists_what_the_session_counts(
    database: Database, processes: SessionProcesses, weights: Mapping[str, float], appraised: bool
) -> None:
    with pytest.raises(UnknownMetricError) as refusal:
        processes.start(database, settings(StopConditions(), AskedObjective("", weights)), 0)
    listed = str(refusal.value).rpartition(": ")[2].split(", ")
    metrics = get_declaration("sokoban").metrics
    assert listed == sorted(name for name, metric in metrics.items() if appraised or not metric.appraised)


def test_a_session_is_entered_without_a_solver(url: str, database: Database) -> None:
    answer = subprocess.run([sys.executable, "-c", ENTERER, url], capture_output=True, text=True, check=True)
    assert answer.stdout == "False\n"
    assert get_session(database, 1).weights == {"moves": 1.0}


def test_why_a_session_broke_down_is_told(database: Database, processes: SessionProcesses) -> None:
    session = Watch(database, processes, evolution.start(database, settings(StopConditions(evaluations=16))))
    processes.resume(database, session.id, StopConditions(target="beauty>=3"), 0)
    until(lambda: session.activity is Activity.INTERRUPTED and bool(processes.complaint(session.id)))
    assert all(file.stat().st_mode & 0o777 == 0o600 for file in database.path.parent.iterdir())
    assert str(processes.complaint(session.id)).startswith("there is no metric 'beauty'; the family measures: ")


def test_what_does_not_run_cannot_be_stopped(database: Database, processes: SessionProcesses) -> None:
    session_id = evolution.start(database, settings(StopConditions(evaluations=16)))
    with pytest.raises(ServiceError, match="session 1 is not running"):
        processes.stop(database, session_id)
    with pytest.raises(UnknownSessionError, match="there is no session 7"):
        processes.stop(database, 7)


def test_asking_who_holds_a_session_makes_no_lock(database: Database) -> None:
    lock = Path(f"{database.path}.lock")
    lock.unlink(missing_ok=True)
    assert holder(database.path, 1) is None
    assert not lock.exists()
