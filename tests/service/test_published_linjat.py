"""The published puzzles of the original Linjat, some of which have several solutions or none, in a database."""

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from generator import Entry, get_family
from tests.generator.puzzles.linjat.published import published
from tests.service.conftest import Invoke

LINJAT = get_family("linjat")
MOST = ">=1000"


@pytest.fixture(scope="module")
def counts(shared: Path) -> dict[str, str]:
    """How many solutions each puzzle has, by an exhaustive counter of others."""
    entries = published(shared, "puzzles") + published(shared, "edge-cases")
    return {"\n".join(entry["rows"]): str(entry["exact_solution_count"]) for entry in entries}


@pytest.fixture(scope="module")
def imported(counts: dict[str, str], cenote: Invoke, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """The URL of a database with all of them, and what was said about those that are no proper puzzles."""
    folder = tmp_path_factory.mktemp("published")
    file, url = folder / "published.json", f"sqlite:///{folder}/levels.db"
    file.write_text("".join(LINJAT.format_file([Entry(level) for level in counts], "json")))
    result = cenote("import", file, "--family", "linjat", "--storage", url)
    assert result.exit_code == 0, result.output
    return url, result.stderr


def test_the_reason_is_named_where_a_puzzle_has_several_solutions(
    counts: dict[str, str], imported: tuple[str, str]
) -> None:
    told = dict(
        re.findall(r"^level (\d+): not solved: it has (.+) solutions; a Linjat puzzle has one$", imported[1], re.M)
    )
    several = {str(place): count for place, count in enumerate(counts.values(), 1) if count not in ("0", "1")}
    assert told == {place: "at least 1,000" if count == MOST else count for place, count in several.items()}
    assert {"2", "3", "5", "40", "at least 1,000"} <= {*told.values()}


def test_what_was_counted_is_stored_and_a_bound_is_not_called_a_count(
    counts: dict[str, str], imported: tuple[str, str], cenote: Invoke
) -> None:
    rows = json.loads(cenote("best", "--limit", "999", "-f", "json", "--storage", imported[0]).stdout)
    assert len(rows) == sum(count != "0" for count in counts.values())
    for row in rows:
        count = counts[row["level"]]
        found = row["metrics"]["solutions"], row["metrics"].get("solutions_at_least")
        assert found == ((None, 1000) if count == MOST else (int(count), None))
        assert row["proven"] is (count == "1")


def test_verification_counts_the_solutions_again(imported: tuple[str, str], cenote: Invoke, folder: Path) -> None:
    assert cenote("verify", "--storage", imported[0]).exit_code == 0
    with closing(sqlite3.connect(imported[0].removeprefix("sqlite:///"))) as old:
        old.execute("VACUUM INTO ?", [str(folder / "cenote.db")])
    with closing(sqlite3.connect(folder / "cenote.db")) as database, database:
        several = "json_extract(metrics, '$.solutions') = 40"
        (level,) = database.execute(f"SELECT id FROM levels WHERE {several}").fetchone()
        database.execute(f"UPDATE levels SET metrics = json_set(metrics, '$.solutions', 1) WHERE id = {level}")
    result = cenote("verify")
    assert result.exit_code == 1
    assert f"level {level}: its metric solutions is 40, not 1\n" in result.stdout


def test_an_explanation_claims_no_end_where_there_are_several_solutions(
    imported: tuple[str, str], cenote: Invoke
) -> None:
    rows = json.loads(cenote("best", "--limit", "999", "-f", "json", "--storage", imported[0]).stdout)
    for row in rows:
        if row["metrics"]["solutions"] in (40, None):
            told = cenote("show", str(row["id"]), "--explain", "--storage", imported[0]).stdout.splitlines()
            count = row["metrics"]["solutions"] or "at least 1,000"
            assert told[-1] == f"not solved: it has {count} solutions, and no deduction can tell which of them is meant"
            assert "only solution" not in "\n".join(told)


def test_a_curve_has_different_levels_that_become_harder(imported: tuple[str, str], cenote: Invoke) -> None:
    result = cenote("export", "--curve", "30", "--storage", imported[0])
    levels = [entry.text for entry in LINJAT.parse_file(result.stdout)]
    assert len({*levels}) == 30
    found = [LINJAT.measure(level, LINJAT.solve(level, 10**6))["difficulty"] for level in map(LINJAT.parse, levels)]
    assert found == sorted(found)
