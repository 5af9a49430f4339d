"""What `cenote run` may be told about the search itself: bounds, the axes of the archive, and numbers of levels."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

from tests.service.conftest import Invoke, refused

SMALL = ("run", "--family", "template", "--size", "6", "--seed", "1", "--workers", "0", "--quiet")


def levels(cenote: Invoke, *options: str) -> list[dict[str, object]]:
    found: list[dict[str, object]] = json.loads(cenote("best", "-f", "json", "--limit", "1000", *options).stdout)
    return found


def test_no_level_beyond_a_bound_is_kept_also_after_it_is_resumed(cenote: Invoke) -> None:
    bounded = cenote(*SMALL, "--evaluations", "48", "--require", "depth<=7", "--require", "depth >= 3")
    assert bounded.exit_code == 0
    assert "best score 7" in bounded.stdout
    cenote("resume", "1", "--evaluations", "160", "--workers", "0", "--quiet")
    depths = {level["depth"] for level in levels(cenote)}
    assert max(depths) == 7
    assert min(depths) >= 3
    (session,) = json.loads(cenote("sessions", "-f", "json").stdout)
    assert session["space"]["require"] == ["depth<=7", "depth>=3"]
    assert "require depth<=7 depth>=3" in cenote("sessions").stdout


def test_a_bound_on_what_the_family_does_not_count_begins_no_session(cenote: Invoke) -> None:
    assert "there is no metric 'gap'" in refused(cenote(*SMALL, "--evaluations", "16", "--require", "gap<=3"))
    assert "is not METRIC>=NUMBER" in refused(cenote(*SMALL, "--evaluations", "16", "--require", "depth"))
    assert json.loads(cenote("sessions", "-f", "json").stdout) == []


def archive(path: Path) -> dict[str, int]:
    """The depth of the level in each cell."""
    with closing(sqlite3.connect(path)) as connection:
        return dict(
            connection.execute("SELECT cell, depth FROM archive_cells JOIN levels ON levels.id = level_id").fetchall()
        )


def test_the_archive_lies_along_the_axes_of_the_session_also_after_it_is_resumed(cenote: Invoke, folder: Path) -> None:
    assert cenote(*SMALL, "--evaluations", "48", "--axis", "depth:2", "--axis", "pieces").exit_code == 0
    first = archive(folder / "cenote.db")
    cenote("resume", "1", "--evaluations", "320", "--workers", "0", "--quiet")
    cells = archive(folder / "cenote.db")
    assert cells.keys() > first.keys()
    assert {cell: depth // 2 for cell, depth in cells.items()} == {cell: int(cell.split(":")[0]) for cell in cells}
    assert {cell.count(":") for cell in cells} == {1}
    (session,) = json.loads(cenote("sessions", "-f", "json").stdout)
    assert session["axes"] == session["space"]["axes"] == ["depth:2", "pieces:1"]
    assert "axes depth:2 pieces:1" in cenote("sessions").stdout


def test_an_axis_that_is_none_begins_no_session(cenote: Invoke) -> None:
    assert "there is no metric 'gap'" in refused(cenote(*SMALL, "--evaluations", "16", "--axis", "gap:2"))
    for text in ("depth:0", "depth:-1", "depth:1e9", "depth:x", ":4", "depth:4:4"):
        assert "is not METRIC:WIDTH" in refused(cenote(*SMALL, "--evaluations", "16", "--axis", text))
    assert json.loads(cenote("sessions", "-f", "json").stdout) == []


def test_the_numbers_of_a_search_have_bounds(cenote: Invoke) -> None:
    for option, value, told in (
        ("--pool", "0", "--pool 0 is not between 1 and 1000"),
        ("--batch", "1001", "--batch 1001 is not between 1 and 1000"),
        ("--population", "ten", "--population 'ten' is not a whole number"),
        ("--patience", "-3", "--patience -3 is not between 1 and"),
    ):
        assert told in refused(cenote(*SMALL, "--evaluations", "16", option, value))


def test_the_numbers_of_a_search_are_stored_and_followed(cenote: Invoke) -> None:
    numbers = ("--pool", "3", "--batch", "5", "--population", "4", "--patience", "10")
    cenote(*SMALL, "--evaluations", "40", *numbers)
    (session,) = json.loads(cenote("sessions", "-f", "json").stdout)
    chosen = {name: session[name] for name in ("pool", "pool_size", "batch", "population", "patience", "generation")}
    assert chosen == {"pool": 3, "pool_size": 3, "batch": 5, "population": 4, "patience": 10, "generation": 8}


ISLANDS = (*SMALL, "--islands", "3", "--migration", "2", "--batch", "8")


def test_lineage_says_on_which_island_a_level_was_found_and_which_parents_came_from_another_one(
    cenote: Invoke,
) -> None:
    assert cenote(*ISLANDS, "--evaluations", "720").exit_code == 0
    islands = {}
    for level in levels(cenote):
        for one in json.loads(cenote("lineage", level["id"], "-f", "json").stdout):
            islands[one["id"]] = one["island"], one["parents"]
    assert {island for island, _ in islands.values()} == {1, 2, 3}
    ways = {(islands[parent][0], island) for island, parents in islands.values() for parent in parents}
    assert {(1, 2), (2, 3), (3, 1)} <= ways
    (first, *_) = islands
    island = islands[first][0]
    assert f"island {island}" in cenote("lineage", first).stdout
    assert f"in session 1, island {island}, generation" in cenote("show", first).stdout


def test_a_session_with_islands_that_is_resumed_is_the_one_that_was_never_stopped(cenote: Invoke) -> None:
    assert cenote(*ISLANDS, "--evaluations", "240", "--storage", "sqlite:///whole.db").exit_code == 0
    assert cenote(*ISLANDS, "--evaluations", "24").exit_code == 0
    for evaluations in (72, 144, 240):
        resumed = cenote("resume", "1", "--evaluations", str(evaluations), "--workers", "1", "--quiet")
        assert f"after {evaluations} evaluations" in resumed.stdout
    whole, parts = levels(cenote, "--storage", "sqlite:///whole.db"), levels(cenote)
    assert [{**level, "created_at": ""} for level in whole] == [{**level, "created_at": ""} for level in parts]


def test_a_session_with_one_island_says_nothing_of_islands(cenote: Invoke) -> None:
    assert cenote(*SMALL, "--evaluations", "32").exit_code == 0
    first = levels(cenote)[0]["id"]
    assert "island" not in cenote("lineage", first).stdout + cenote("show", first).stdout
    assert {one["island"] for one in json.loads(cenote("lineage", first, "-f", "json").stdout)} == {None}
