"""Those who keep the service busy with texts of their own do not keep it from judging answers to a contest."""

from collections.abc import Iterator

import pytest
from fastapi.testclient import TestClient

from service.web.sandbox.pool import Limits, Sandbox
from tests.service.conftest import TRADE
from tests.service.web.contests.held.holding import FEW_MOVES, FEW_PUSHES, sent

pytestmark = pytest.mark.process


@pytest.fixture
def busy(player: TestClient) -> Iterator[TestClient]:
    """A guest of a service that can examine no more texts."""
    state = player.app.state
    own, state.sandbox = state.sandbox, Sandbox(Limits(pending=0))
    text = {"family": "sokoban", "level": TRADE, "answer": FEW_MOVES}
    assert player.post("/api/play/answers", json=text).status_code == 503
    yield player
    state.sandbox = own


def test_answers_are_judged_by_processes_of_their_own(busy: TestClient, contest: str) -> None:
    assert "Accepted." in sent(busy, contest, FEW_MOVES)
    program = busy.post(f"/api{contest}/submissions", json={"name": "Bertil", "answer": FEW_PUSHES})
    assert program.status_code == 201
    form = {"content-type": "application/x-www-form-urlencoded"}
    older = busy.post("/submit_result.php", content=f"nickname=Cecilia&lurd={FEW_MOVES}", headers=form)
    assert "your solution is correct" in older.text
