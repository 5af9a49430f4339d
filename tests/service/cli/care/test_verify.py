"""Verification finds every difference between a level and its genome."""

import json
import math
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.service.conftest import Invoke


@pytest.fixture(scope="module")
def unchanged(cenote: Invoke, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database of a session; tests only copy it."""
    path = tmp_path_factory.mktemp("unchanged") / "cenote.db"
    session = ("--size", "3", "--seed", "1", "--evaluations", "48", "--workers", "0", "-q")
    assert cenote("run", *session, "--storage", f"sqlite:///{path}").exit_code == 0
    return path


@pytest.fixture
def database(unchanged: Path, folder: Path) -> Path:
    shutil.copy(unchanged, folder)
    return folder / "cenote.db"


def change(path: Path, what: str) -> None:
    with closing(sqlite3.connect(path)) as database, database:
        database.execute(f"UPDATE levels SET {what} WHERE id = 2")


def test_every_level_of_a_session_is_verified(cenote: Invoke, evolved: str) -> None:
    result = cenote("verify", "--storage", evolved)
    assert result.exit_code == 0
    assert result.output.startswith("levels verified: ")


def test_a_metric_that_an_older_program_did_not_know_is_no_damage(cenote: Invoke, database: Path) -> None:
    change(database, "metrics = json_remove(metrics, '$.box_lines')")
    assert cenote("verify").exit_code == 0


@pytest.mark.parametrize(
    ("what", "told"),
    [
        ("text = replace(text, '.', '-')", "its genome gives another level"),
        ("text = (SELECT text FROM levels WHERE id = 1)", "its genome gives another level"),
        ("genome = (SELECT genome FROM levels WHERE id = 1)", "its genome gives another level"),
        ("genome = '{}'", "not a genome"),
        ("solution = solution || 'l'", "move"),
        ("solution = substr(solution, 2)", "move"),
        ("solution = ''", "its solution is"),
        ("depth = depth + 2", "its depth is"),
        ("lower_bound = lower_bound - 2", "its lower_bound is"),
        ("upper_bound = upper_bound + 2", "its solution has depth"),
        ("proven = 0", "its proven is True, not False"),
        ("nodes = nodes + 1", "its nodes is"),
        ("moves = moves + 1", "its moves is"),
        ("branching = branching + 0.001", "its branching is"),
        ("metrics = json_set(metrics, '$.box_lines', 0)", "its metric box_lines is 3, not 0"),
        ("identity = '0123456789ABCDEF'", "its identity is"),
        ("type = 'e'", "its type is b, not e"),
        ("size = 4", "its size is 3, not 4"),
        ("boxes = boxes + 1", "its boxes is"),
    ],
)
def test_a_changed_level_is_found_and_the_exit_code_says_so(
    cenote: Invoke, database: Path, what: str, told: str
) -> None:
    change(database, what)
    result = cenote("verify")
    assert result.exit_code == 1
    assert result.stdout.startswith("level 2: ")
    assert told in result.stdout
    last = result.stdout.splitlines()[-1].split()
    assert int(last[2]) == int(last[4]) - 1


def test_verification_of_a_session_leaves_others_out(cenote: Invoke, database: Path) -> None:
    cenote("generate", "--size", "4", "--store")
    with closing(sqlite3.connect(database)) as opened, opened:
        opened.execute("UPDATE levels SET depth = 0 WHERE origin = 'generated'")
    assert cenote("verify", "--session", "1").exit_code == 0
    assert cenote("verify").exit_code == 1


def test_verification_writes_nothing(cenote: Invoke, database: Path, folder: Path) -> None:
    before = shutil.copy(database, folder / "before").read_bytes()
    cenote("verify")
    assert database.read_bytes() == before


def test_a_database_whose_floats_were_summed_otherwise_is_verified(cenote: Invoke, folder: Path) -> None:
    """Python 3.11 summed the difficulty of Linjat levels with other last digits than the exact sum."""
    cenote(
        "generate", "--family", "linjat", "--mode", "easy", "--effort", "200", "--count", "4", "--seed", "1", "--store"
    )
    with closing(sqlite3.connect(folder / "cenote.db")) as database, database:
        for level, text in database.execute("SELECT id, metrics FROM levels").fetchall():
            metrics = json.loads(text)
            metrics["difficulty"] = math.nextafter(metrics["difficulty"] or 1.5, math.inf)
            database.execute("UPDATE levels SET metrics = ? WHERE id = ?", (json.dumps(metrics), level))
        changed = database.execute("SELECT count(*) FROM levels").fetchone()[0]
    assert cenote("verify").stdout == f"levels verified: {changed} of {changed}\n"
    with closing(sqlite3.connect(folder / "cenote.db")) as database, database:
        database.execute("UPDATE levels SET metrics = json_set(metrics, '$.difficulty', 1.0) WHERE id = 1")
    assert "level 1: its metric difficulty is" in cenote("verify").stdout
