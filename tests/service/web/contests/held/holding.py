"""What the tests of a contest do again and again."""

import re
from datetime import UTC, datetime, timedelta

from fastapi.testclient import TestClient

from tests.service.web.conftest import token

CORRIDOR = "######\n#@$-.#\n######\n"


FEW_PUSHES, FEW_MOVES = "rRdrruulDrdLL", "rRRurDrdLLL"


def moment(**ago: float) -> str:
    return (datetime.now(UTC) - timedelta(**ago)).isoformat()


def announced(client: TestClient, opens: str, closes: str, title: str = "May") -> str:
    """Announce a contest and return its address."""
    form = {"csrf": token(client), "title": title, "text": "Good luck!", "opens_at": opens, "closes_at": closes}
    response = client.post("/contests", data=form)
    assert response.status_code == 303, response.text
    return response.headers["location"].removesuffix("/organise")


def with_levels(client: TestClient, contest: str) -> None:
    for part, level in (("main", 1), ("extra", 2)):
        response = client.post(f"{contest}/levels", data={"csrf": token(client), "part": part, "level_id": level})
        assert response.status_code == 303, response.text


def sent(client: TestClient, contest: str, answer: str, name: str = "Anna", **fields: str) -> str:
    """What the page says about an answer."""
    form = {"csrf": token(client), "name": name, "answer": answer, **fields}
    response = client.post(f"{contest}/answers", data=form)
    assert response.status_code in (200, 403, 422, 429), response.text
    found = re.search(r'class="message [^>]*>(.*?)</p>', response.text, re.DOTALL)
    assert found
    return found[1]


def removable(client: TestClient, contest: str) -> list[str]:
    """The parts whose levels the page of organisers offers to remove."""
    page = client.get(f"{contest}/organise").text
    return re.findall(rf'action="{contest}/levels/(\w+)/removal"', page)
