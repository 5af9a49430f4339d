"""What sessions leave out is counted on demand, and by sessions that look for it."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from generator.puzzles.sokoban.metrics import APPRAISED
from tests.service.conftest import Invoke, refused


@pytest.fixture
def session(cenote: Invoke) -> None:
    cenote("run", "--type", "b", "--size", "3", "--seed", "2", "--evaluations", "48", "--workers", "0", "-q")


def stored(cenote: Invoke, *arguments: str) -> list[dict]:
    return json.loads(cenote("best", "--limit", "1000", "-f", "json", *arguments).stdout)


def test_levels_are_appraised_once_and_verified_with_it(cenote: Invoke, session: None) -> None:
    before = stored(cenote)
    assert all(set(APPRAISED).isdisjoint(level["metrics"]) for level in before)
    assert cenote("appraise").stdout == f"levels appraised: {len(before)}\n"
    for old, new in zip(before, stored(cenote), strict=True):
        assert {name: new["metrics"][name] for name in old["metrics"]} == old["metrics"]
        assert 0 < new["metrics"]["difficulty"] < 1
        assert new["metrics"]["gap"] <= new["depth"]
    assert cenote("verify").exit_code == 0
    assert cenote("appraise").stdout == "levels appraised: 0\n"


def test_what_a_program_of_before_did_not_know_is_counted_again_on_demand(
    cenote: Invoke, session: None, folder: Path
) -> None:
    cenote("appraise")
    before = stored(cenote)
    with closing(sqlite3.connect(folder / "cenote.db")) as database, database:
        database.execute("UPDATE levels SET metrics = json_set(metrics, '$.difficulty', null) WHERE id = 1")
    assert cenote("verify").exit_code == 0
    assert cenote("appraise").stdout == "levels appraised: 0\n"
    assert cenote("appraise", "--again").stdout == "levels appraised: 1\n"
    assert stored(cenote) == before


def test_the_levels_of_one_session_are_appraised_alone(cenote: Invoke, session: None) -> None:
    cenote("run", "--type", "e", "--size", "2", "--seed", "2", "--evaluations", "16", "--workers", "0", "-q")
    cenote("appraise", "--session", "2")
    assert all("difficulty" in level["metrics"] for level in stored(cenote, "--type", "e"))
    assert all("difficulty" not in level["metrics"] for level in stored(cenote, "--type", "b"))
    assert "there is no session 9" in refused(cenote("appraise", "--session", "9"))


def test_ranking_by_difficulty_says_how_to_count_it(cenote: Invoke, session: None) -> None:
    assert "cenote appraise" in refused(cenote("rescore", "--objective", "human"))
    cenote("appraise")
    found = json.loads(cenote("rescore", "--objective", "human", "-f", "json").stdout)
    assert [level["score"] for level in found] == [level["metrics"]["difficulty"] for level in found]
    assert [level["score"] for level in found] == sorted((level["score"] for level in found), reverse=True)


@pytest.mark.parametrize("wish", [("--objective", "human"), ("--objective", "fun"), ("--target", "difficulty>=0.99")])
def test_a_session_that_looks_for_difficulty_counts_it(cenote: Invoke, wish: tuple[str, str]) -> None:
    cenote("run", "--size", "3", "--seed", "1", "--evaluations", "48", "--workers", "0", "-q", *wish)
    assert all(set(APPRAISED) <= set(level["metrics"]) for level in stored(cenote))
    assert cenote("verify").exit_code == 0


def test_a_family_without_difficulty_refuses_the_objective(cenote: Invoke) -> None:
    said = refused(cenote("run", "--family", "template", "--objective", "human", "--evaluations", "1"))
    assert "there is no metric 'difficulty'; the family measures: branching, depth" in said
    assert cenote("sessions").exit_code == 0
