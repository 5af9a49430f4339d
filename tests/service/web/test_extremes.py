"""Pages, JSON and commands over levels whose figures are at the ends of what can be stored."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from sqlalchemy import update

from storage.curation import CurationState, move_levels
from storage.database import Database
from storage.levels import store_level, store_metrics
from storage.queries import get_session
from storage.recorder import DatabaseRecorder, start_session
from storage.tables.base import Origin
from storage.tables.levels import Level
from tests.service.conftest import TRADE, Invoke
from tests.service.extremes import extremes
from tests.service.web.conftest import browsing
from tests.storage.records import SETTINGS, candidate, generation, level

CORRIDOR = "######\n#@$-.#\n######\n"
GREATEST = 2**63 - 1
"""What a column holds at most."""
METRICS = ("branching", "detour", "difficulty", "moves", "shortest_solutions", "turns")
PAGES = (
    *("/levels/1", "/levels?order=-score&limit=1", "/levels", "/compare?ids=1&ids=2", "/curation", "/contests/1"),
    *("/sessions", "/sessions/1", "/play/levels/1"),
)
OBJECTS = ("/api/levels/1", "/api/levels?order=-score&limit=1", "/api/sessions/1", "/api/sessions/1/history")
COMMANDS = (
    *(("show", "1"), ("show", "1", "-f", "xsb"), ("best",), ("best", "-f", "csv"), ("export",), ("sessions",)),
    *(("curate", "list"), ("lineage", "1"), ("contest", "show", "1")),
)
PROGRAMS = (("show", "1", "-f", "json"), ("best", "-f", "json"))


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory, cenote: Invoke) -> str:
    """Two levels, both on the board and one in a contest, and a session."""
    folder = tmp_path_factory.mktemp("extremes")
    url = f"sqlite:///{folder}/levels.db"
    (folder / "levels.xsb").write_text(f"{TRADE}\n{CORRIDOR}")
    times = "--opens", "2026-01-01T00:00Z", "--closes", "2099-01-01T00:00Z"
    for command in (
        ("import", folder / "levels.xsb"),
        ("contest", "create", "May", *times),
        ("contest", "add-level", "1", "main", "1"),
    ):
        assert cenote(*command, "--storage", url).exit_code == 0
    with Database.open(url) as database:
        move_levels(database, [1, 2], CurationState.SHORTLISTED, "anian")
        start_session(database, SETTINGS)
    return url


@pytest.fixture(scope="module")
def client(url: str) -> Iterator[TestClient]:
    with browsing(url) as client:
        yield client


finite = st.floats(-1e300, 1e300)
counts = st.sampled_from([0, 1, 10**6, 10**6 + 1, 2**53, 10**18, GREATEST])
columns = st.fixed_dictionaries(
    {
        "branching": st.none() | finite,
        "score": st.none() | finite,
        "moves": st.none() | counts,
        "upper_bound": st.none() | counts,
        "boxes": counts,
        "nodes": counts,
        "budget": counts,
    }
)


@pytest.mark.process
@settings(max_examples=8, deadline=None, phases=[Phase.generate])
@given(st.fixed_dictionaries(dict.fromkeys(METRICS, extremes())), columns, counts, finite)
def test_every_page_and_command_answers_whatever_the_figures_are(
    cenote: Invoke,
    url: str,
    client: TestClient,
    metrics: dict[str, float | None],
    columns: dict[str, float | None],
    depth: int,
    best: float,
) -> None:
    with Database.open(url) as database:
        store_metrics(database, 1, {**metrics, "depth": depth})
        bounds = {"depth": depth, "lower_bound": depth, "proven": columns["upper_bound"] is None}
        with database.begin() as connection:
            connection.execute(update(Level).where(Level.id == 1).values(**columns, **bounds))
        number = get_session(database, 1).generation + 1
        statistics = {"best": best, "mean": -best, "diversity": 0.5}
        found = candidate(0, level(f"{number}", text=CORRIDOR), score=best)
        DatabaseRecorder(database, 1).record(
            generation(number, [found], cells=[], statistics=statistics, evaluations=GREATEST)
        )
    for address in PAGES:
        assert client.get(address).status_code == 200, address
    for address in OBJECTS:
        answer = client.get(address)
        assert answer.status_code == 200, address
        json.loads(answer.text, parse_constant=pytest.fail)
    for command in COMMANDS:
        result = cenote(*command, "--storage", url)
        assert result.exit_code == 0, (command, result.output)
    for command in PROGRAMS:
        json.loads(cenote(*command, "--storage", url).stdout, parse_constant=pytest.fail)


def test_programs_get_every_digit_and_people_a_power_of_ten(cenote: Invoke, url: str, client: TestClient) -> None:
    many = 57 * 10**399 + 1
    with Database.open(url) as database:
        store_metrics(database, 1, {"depth": 4, "shortest_solutions": many, "turns": 12345})
    page = client.get("/levels/1").text
    assert "5.7 × 10⁴⁰⁰" in page
    assert "12,345" in page
    assert client.get("/api/levels/1").json()["metrics"]["shortest_solutions"] == many
    assert json.loads(cenote("show", "1", "-f", "json", "--storage", url).stdout)["metrics"]["turns"] == 12345
    assert str(many) in cenote("best", "-f", "csv", "--storage", url).stdout
    assert "5.7 × 10⁴⁰⁰" in cenote("show", "1", "--storage", url).stdout


def test_a_figure_that_no_column_holds_is_refused_in_one_line(tmp_path: Path) -> None:
    with Database.create(f"sqlite:///{tmp_path}/levels.db") as database:
        with pytest.raises(Exception, match=f"too large for the database, which holds up to {GREATEST}") as refusal:
            store_level(
                database, level("deep", metrics={"depth": 9, "moves": 10**400, "branching": 1}), Origin.IMPORTED
            )
        assert type(refusal.value).__name__ == "NumberTooLargeError"
        record = level("deep", metrics={"depth": 9, "moves": GREATEST, "branching": sys.float_info.max})
        assert store_level(database, record, Origin.IMPORTED) == (1, True)
