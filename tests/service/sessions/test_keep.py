"""What stays of a session does not change what it finds, and is a setting like others."""

import json
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

import cenote as public
from optimiser.settings import Keep
from service.errors import ServiceError
from service.sessions.keep import asked_keep
from service.sessions.stop_conditions import StopConditions
from storage.database import Database
from storage.queries import get_session
from tests.service.conftest import Invoke, refused
from tests.service.records import everything

BATCH = 256
"""Candidates of a generation, those of both islands."""
SMALL = {"type": "b", "size": 3}
EVALUATIONS = 33 * BATCH
"""Thinned behind the generations 16 and 32."""
STEPS = (
    "SELECT child.identity, parent.identity, operator, parent_score, child_score, lineage.generation, lineage.slot"
    " FROM lineage JOIN levels child ON child.id = child_id JOIN levels parent ON parent.id = parent_id"
)

FIRST_OF_THEIR_LINE = "SELECT identity FROM levels JOIN evaluations ON level_id = levels.id WHERE operator = 'random'"


@pytest.fixture(scope="module")
def kept(cenote: Invoke, tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """Databases of one session of the template, under a policy, closed after each of these numbers of evaluations."""

    def run(name: str, policy: str, *evaluations: int) -> Path:
        path = tmp_path_factory.mktemp(name) / "levels.db"
        where = ("--workers", "0", "-q", "--storage", f"sqlite:///{path}")
        settings = ("--family", "template", "--size", "8", "--seed", "3", "--islands", "2", "--migration", "5")
        for number, command in enumerate(
            [("run", *settings, "--batch", str(BATCH // 2), "--keep", policy)] + [("resume", "1")] * len(evaluations)
        ):
            until = evaluations[number] if number < len(evaluations) else EVALUATIONS
            assert cenote(*command, "--evaluations", str(until), *where).exit_code == 0
        return path

    return run


@pytest.fixture(scope="module")
def whole(kept: Callable[..., Path]) -> Path:
    return kept("whole", "everything")


@pytest.fixture(scope="module")
def thin(kept: Callable[..., Path]) -> Path:
    return kept("thin", "pool+archive")


def rows(path: Path, query: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(query).fetchall()


@pytest.mark.parametrize(
    "query",
    [
        "SELECT rank, identity, depth, s.score FROM pool JOIN scores s USING (level_id) JOIN levels ON id = level_id",
        "SELECT cell, identity, depth, c.score FROM archive_cells c JOIN levels ON levels.id = level_id",
        "SELECT generation, evaluations, snapshot FROM sessions",
        "SELECT generation, kind, text FROM events",
        "SELECT number, evaluations, best, mean, diversity FROM generations",
    ],
)
def test_a_session_finds_the_same_whatever_stays_of_it(query: str, whole: Path, thin: Path) -> None:
    assert sorted(rows(thin, query)) == sorted(rows(whole, query))


def test_the_lineage_that_stays_is_complete_and_that_of_the_session(whole: Path, thin: Path) -> None:
    steps = rows(thin, STEPS)
    assert 0 < len(steps) < len(rows(whole, STEPS))
    assert set(steps) <= set(rows(whole, STEPS))
    first_of_their_line = "SELECT identity FROM levels WHERE id NOT IN (SELECT child_id FROM lineage)"
    assert set(rows(thin, first_of_their_line)) <= set(rows(whole, FIRST_OF_THEIR_LINE))
    assert len(rows(thin, "SELECT id FROM levels")) < len(rows(whole, "SELECT id FROM levels")) / 2


def test_commands_work_on_what_was_kept_and_lists_that_could_be_longer_say_that_the_rest_was_not(
    cenote: Invoke, whole: Path, thin: Path, folder: Path
) -> None:
    said = "the pool, the archive and what others need, with the lineage; what else was found was not kept"
    ((best,),) = rows(thin, "SELECT level_id FROM pool WHERE rank = 0")
    commands = ("show", best), ("lineage", best), ("best", "--session", 1), ("verify", "--session", 1)
    for command in (*commands, ("best", "--session", 1, "--limit", 10_000)):
        done = cenote(*map(str, command), "--storage", f"sqlite:///{thin}")
        is_short = "--limit" in command
        assert (done.exit_code, done.stderr) == (0, f"the session keeps {said}\n" if is_short else "")
    levels = len(rows(thin, "SELECT id FROM levels"))
    assert f"levels verified: {levels:,} of {levels:,}" in cenote("verify", "--storage", f"sqlite:///{thin}").stdout
    exported = cenote("export", "-o", "all.txt", "--storage", f"sqlite:///{thin}")
    assert exported.stderr.startswith(f"sessions: 1; they keep {said}\n")
    assert f"levels written to all.txt: {levels}" in exported.stderr
    merged = cenote("db", "merge", thin, "--storage", _copy(whole, folder / "both.db"))
    assert "took over 1 session and 0 levels" in merged.stdout
    assert merged.stderr == ""
    assert cenote("verify", "--storage", f"sqlite:///{whole}").stderr == ""


def _copy(path: Path, target: Path) -> str:
    shutil.copy(path, target)
    return f"sqlite:///{target}"


def test_a_session_keeps_the_same_interrupted_or_not(kept: Callable[..., Path], thin: Path) -> None:
    parts = kept("parts", "pool+archive", 15 * BATCH, 17 * BATCH, 32 * BATCH)
    assert everything(parts) == everything(thin)


@pytest.mark.parametrize(
    ("stop", "keep"),
    [
        (StopConditions(minutes=10), Keep.EVERYTHING),
        (StopConditions(minutes=1440), Keep.EVERYTHING),
        (StopConditions(minutes=1441), Keep.POOL_AND_ARCHIVE),
        (StopConditions(evaluations=5_000_000), Keep.EVERYTHING),
        (StopConditions(evaluations=5_000_001), Keep.POOL_AND_ARCHIVE),
        (StopConditions(evaluations=10, minutes=10_000), Keep.EVERYTHING),
        (StopConditions(target="depth>=90"), Keep.POOL_AND_ARCHIVE),
        (StopConditions(), Keep.POOL_AND_ARCHIVE),
    ],
)
def test_a_session_of_more_than_a_day_keeps_its_pool_and_archive(stop: StopConditions, keep: Keep) -> None:
    assert asked_keep("", stop) is keep
    for said in Keep:
        assert asked_keep(said, stop) is said


def test_what_stays_is_a_setting_of_the_session(cenote: Invoke, folder: Path) -> None:
    begun = ("run", "--family", "template", "--evaluations", "32", "--workers", "0", "-q")
    cenote(*begun, "--keep", "pool+archive")
    (folder / "same.toml").write_text(cenote("sessions", "--export-config", "1").output)
    assert 'keep = "pool+archive"\n' in (folder / "same.toml").read_text()
    cenote("run", "--config", "same.toml", "--workers", "0", "-q")
    cenote("resume", "2", "--evaluations", "64", "--workers", "0", "-q")
    cenote(*begun)
    assert [row["keep"] for row in json.loads(cenote("sessions", "-f", "json").output)] == [
        "pool+archive",
        "pool+archive",
        "everything",
    ]
    assert "--keep cannot be 'all'; choose from: everything, pool+archive" in refused(cenote(*begun, "--keep", "all"))


def test_evolution_by_python_keeps_what_it_is_told(folder: Path) -> None:
    where = f"sqlite:///{folder}/levels.db"
    public.evolve("sokoban", SMALL, evaluations=16, storage=where, keep="pool+archive")
    with Database.open_readonly(where) as database:
        assert get_session(database, 1).keep is Keep.POOL_AND_ARCHIVE
    with pytest.raises(ServiceError, match="keep is for a session that is stored"):
        public.evolve("sokoban", SMALL, evaluations=16, keep="everything")
