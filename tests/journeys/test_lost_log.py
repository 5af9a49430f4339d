"""A service beside sessions of other processes: what it is told stays, and its log is not deleted under it."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from time import monotonic, sleep

import pytest

from tests.journeys.program import Program, Service
from tests.journeys.visitor import Visitor
from tests.patience import PATIENCE

pytestmark = pytest.mark.process

SHORT = {
    "family": "sokoban",
    "preset": "b4",
    "option-size": "3",
    "evaluations": "160",
    "workers": "1",
    "seed": "5",
}
LEVELS = ("run", "--type", "b", "--size", "3", "--evaluations", "32", "--workers", "0", "--quiet", "--seed")
CHOSEN = {1: "shortlisted", 2: "shortlisted", 3: "shortlisted", 4: "approved"}


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    program = Program(tmp_path)
    yield program
    program.kill_all()


def shortlist(visitor: Visitor, level: int) -> None:
    page = f"/levels/{level}/curation"
    answer = visitor.submit(page, page, {"change": "state", "value": "shortlisted"})
    assert answer.status_code == 303, answer.text


def await_end(visitor: Visitor, session: str) -> None:
    deadline = monotonic() + PATIENCE
    while visitor.json(f"/api{session}")["activity"] != "finished":
        assert monotonic() < deadline
        sleep(0.05)


def test_a_session_that_ends_does_not_take_the_log_of_the_service_away(program: Program) -> None:
    program.run(*LEVELS, "1").accepted()
    service = Service(program)
    with Visitor(service.address) as visitor:
        walk(program, visitor)
    service.stop()
    with closing(sqlite3.connect(program.path)) as database:
        stored = dict(database.execute("SELECT level_id, state FROM curation").fetchall())
    assert stored == CHOSEN
    assert "no damage" in program.run("db", "check").accepted().told
    assert program.troubles() == []


def walk(program: Program, visitor: Visitor) -> None:
    """What the user did who lost what he had chosen."""
    started = visitor.submit("/sessions/new", "/sessions", SHORT)
    assert started.status_code == 303, started.text
    shortlist(visitor, 1)
    await_end(visitor, started.headers["location"])
    assert program.deleted_files() == []
    shortlist(visitor, 2)
    program.run(*LEVELS, "2").accepted()
    shortlist(visitor, 3)
    program.run("curate", "move", "4", "approved").accepted()

    assert program.deleted_files() == []
    for page in ("/sessions", started.headers["location"], "/levels", "/levels/1", "/curation", "/levels?order=-id"):
        visitor.page(page)
    for level, state in CHOSEN.items():
        assert visitor.json(f"/api/levels/{level}/curation")["state"] == state
