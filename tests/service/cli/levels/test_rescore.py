"""Another ranking without solving again."""

import json
from pathlib import Path

import pytest

from tests.service.conftest import CORRIDOR, Invoke, refused


@pytest.fixture
def url(cenote: Invoke) -> str:
    cenote("run", "--preset", "b4", "--seed", "2", "--evaluations", "100", "--workers", "0", "-q")
    return "sqlite:///cenote.db"


def test_rescore_ranks_by_the_new_weights_and_best_finds_the_scores(cenote: Invoke, url: str) -> None:
    rescored = cenote("rescore", "--weight", "depth=1", "--weight", "branching=-0.5", "-f", "json")
    found = json.loads(rescored.stdout)
    assert len(found) == 10
    assert [level["score"] for level in found] == sorted((level["score"] for level in found), reverse=True)
    for level in found:
        assert level["score"] == pytest.approx(level["depth"] - 0.5 * level["branching"])
    name = found[0]["objective"]
    assert f"stored under '{name}': cenote best --objective '{name}'" in rescored.stderr
    assert json.loads(cenote("best", "--objective", name, "-f", "json").stdout) == found


def test_rescore_keeps_the_first_score_of_a_level(cenote: Invoke, url: str) -> None:
    before = json.loads(cenote("best", "-f", "json").stdout)
    cenote("rescore", "--objective", "deep-narrow")
    assert json.loads(cenote("best", "-f", "json").stdout) == before


def test_rescore_of_a_session_leaves_others_alone(cenote: Invoke, url: str) -> None:
    cenote("run", "--size", "3", "--seed", "2", "--evaluations", "48", "--workers", "0", "-q")
    cenote("rescore", "--objective", "deep-wide", "--session", "2")
    found = json.loads(cenote("best", "--objective", "deep-wide", "--limit", "1000", "-f", "json").stdout)
    assert {level["session"] for level in found} == {2}


def test_levels_without_the_metric_are_told_and_have_no_score(cenote: Invoke, url: str) -> None:
    cenote("generate", "--family", "template", "--store")
    result = cenote("rescore", "--weight", "detour=1", "-f", "json")
    assert result.exit_code == 0
    assert "have no score: 1" in result.stderr
    assert {level["family"] for level in json.loads(result.stdout)} == {"sokoban"}


def test_levels_of_which_the_metric_is_not_known_are_told(cenote: Invoke, folder: Path) -> None:
    hall = ["#" * 12, "#@$-.-----##", *["#----------#"] * 8, "#" * 12]
    (folder / "rooms.xsb").write_text(CORRIDOR + "\n" + "\n".join(hall) + "\n")
    cenote("import", folder / "rooms.xsb")
    cenote("appraise")
    result = cenote("rescore", "--weight", "least_moves=1", "-f", "json")
    assert "is not known, so that it adds nothing: 1" in result.stderr
    assert [level["score"] > 0 for level in json.loads(result.stdout)] == [True, False]


def test_wrong_objectives_are_refused(cenote: Invoke, url: str) -> None:
    assert "--objective or --weight" in refused(cenote("rescore"))
    assert "there is no metric 'beauty'" in refused(cenote("rescore", "--weight", "beauty=1"))
    assert "there is no session 9" in refused(cenote("rescore", "--objective", "deep", "--session", "9"))
