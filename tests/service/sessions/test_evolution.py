"""A session goes on under the settings that it was begun with, whatever the program would choose today."""

from collections.abc import Callable
from pathlib import Path

import pytest

from optimiser.recorder import GenerationRecord
from optimiser.session import Session
from optimiser.settings import SessionSettings
from service.sessions.evolution import carry_on
from service.sessions.stop_conditions import StopConditions
from storage.database import Database
from storage.queries import best_levels, generations, get_session
from storage.recorder import load_snapshot, start_session
from storage.upkeep.maintenance import upgrade
from tests.service.conftest import Invoke
from tests.service.records import everything

OWN = SessionSettings(
    family="template",
    space={"size": 7},
    seed=1,
    objective="deep",
    weights={"depth": 1.0},
    budget=1000,
    pool_size=4,
    batch=8,
    population=3,
    patience=20,
)


@pytest.fixture
def evolve(cenote: Invoke) -> Callable[..., str]:
    """Runs the session of OWN in a database of its own, which is closed after each of these numbers of evaluations."""

    def run(name: str, *evaluations: int) -> str:
        url = f"sqlite:///{name}.db"
        with Database.create(url) as database:
            start_session(database, OWN)
        for number in evaluations:
            result = cenote("resume", "1", "--evaluations", str(number), "--workers", "0", "-q", "--storage", url)
            assert result.exit_code == 0
        return url

    return run


def test_every_setting_is_stored_and_decides_the_session(evolve: Callable[..., str]) -> None:
    with Database.open_readonly(evolve("whole", 160)) as database:
        snapshot = load_snapshot(database, 1)
        assert snapshot
        (island,) = snapshot["islands"]
        assert (len(snapshot["pool"]), len(island["pending"][0])) == (4, 8)
        assert len(island["population"]) <= 3
        assert generations(database, 1)[-1].statistics["restarts"] >= 2


def test_a_session_of_other_settings_than_the_defaults_is_the_same_in_parts(evolve: Callable[..., str]) -> None:
    evolve("whole", 160)
    evolve("parts", 24, 80, 160)
    assert everything(Path("parts.db")) == everything(Path("whole.db"))


class Reader:
    """A watcher that looks into the database whenever it is told of a generation."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.told: list[int] = []

    def began(self, *_: object) -> None: ...

    def warned(self, message: str) -> None:
        raise AssertionError(message)

    def generation(self, _: Session, record: GenerationRecord) -> None:
        self.told.append(record.number)
        assert record.number <= get_session(self._database, 1).generation
        assert set(record.pool) <= {level.identity for level in best_levels(self._database, limit=None)}

    def interrupted(self) -> None: ...


@pytest.mark.parametrize("gather", [0.0, 1000.0])
def test_a_watcher_is_told_of_every_generation_once_and_when_it_is_in_the_database(
    tmp_path: Path, gather: float
) -> None:
    with Database.create(f"sqlite:///{tmp_path}/levels.db") as database:
        start_session(database, OWN)
        reader = Reader(database)
        carry_on(database, 1, 0, reader, StopConditions(evaluations=80), gather=gather)
        assert reader.told == list(range(1, 11))
        assert get_session(database, 1).generation == 10


@pytest.mark.parametrize("revision", ["0001", "0002", "0003", "0004"])
def test_a_session_of_an_older_program_goes_on_under_the_settings_of_its_time(
    revision: str, database_of: Callable[[str], Path], cenote: Invoke
) -> None:
    url = f"sqlite:///{database_of(revision)}"
    upgrade(url)
    assert cenote("resume", "1", "--evaluations", "64", "--workers", "0", "-q", "--storage", url).exit_code == 0
    with Database.open_readonly(url) as database:
        row = get_session(database, 1)
    assert (row.pool_size, row.batch, row.population, row.patience) == (10, 16, 10, 500)
    assert (row.generation, row.evaluations) == (4, 64)
