"""Clients that misbehave together: the service answers everybody else meanwhile, and stays small."""

import asyncio
import re
import subprocess
import urllib.request
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks.attacks import ATTACKS, Attack, under_way
from service.accounts.passwords import keep_account
from storage.database import Database
from tests.memory import most_memory
from tests.patience import PATIENCE
from tests.service.conftest import CENOTE
from tests.service.web.conftest import NAME, PASSWORD

LOOKS = 30
MOST_MEMORY = 600 * 10**6
PAGES = ("/contests", "/play", "/login", "/healthz")


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The URL of a database with one account and nothing else; tests only read it."""
    url = f"sqlite:///{tmp_path_factory.mktemp('attacked')}/levels.db"
    with Database.create(url) as database:
        keep_account(database, NAME, PASSWORD)
    return url


@pytest.fixture(scope="module")
def service(url: str) -> Iterator[tuple[int, int]]:
    """The port and the process of a public service, which outlives every attack."""
    log = Path(url.removeprefix("sqlite:///")).with_name("access.log")
    command = [CENOTE, "serve", "--port", "0", "--public", "--access-log", log, "--storage", url]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        found = re.search(r":(\d+) ", process.stdout.readline())
        assert found
        yield int(found[1]), process.pid
        process.terminate()


def status_of(port: int, path: str) -> int:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=PATIENCE) as answer:
        return answer.status


async def looks_during(attack: Attack, port: int) -> tuple[list[int], Counter[str]]:
    """What an honest visitor sees once the attack has begun, and what the attackers are answered."""
    async with under_way(attack, port) as answers:
        await asyncio.sleep(1.0)
        seen = [await asyncio.to_thread(status_of, port, PAGES[look % len(PAGES)]) for look in range(LOOKS)]
    return seen, answers


@pytest.mark.process
@pytest.mark.parametrize("name", ATTACKS)
def test_an_honest_visitor_is_answered_meanwhile(service: tuple[int, int], name: str) -> None:
    port, process = service
    seen, answers = asyncio.run(looks_during(ATTACKS[name], port))
    assert seen == LOOKS * [200]
    assert "500" not in answers
    assert most_memory(process) < MOST_MEMORY
