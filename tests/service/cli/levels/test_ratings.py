"""Ratings on the command line."""

import csv
import json
from io import StringIO
from pathlib import Path
from zipfile import ZipFile

import pytest

from service.ratings.plays import play
from storage.database import Database
from storage.queries import get_level
from storage.ratings import Kind, Outcome, Who, level_ratings
from tests.service.conftest import CORRIDOR, Invoke, refused


@pytest.fixture
def played(cenote: Invoke, folder: Path) -> Path:
    """A corridor that anian has solved and bea has not, and a level that nobody has played."""
    (folder / "levels.xsb").write_text(f"{CORRIDOR}\n#######\n#@ $ .#\n#######\n\n########\n#@ $  .#\n########\n")
    cenote("import", "levels.xsb")
    with Database.open(f"sqlite:///{folder}/cenote.db") as database:
        for level, name, outcome in (
            (1, "anian", Outcome.SOLVED),
            (1, "bea", Outcome.SHOWN),
            (2, "carla", Outcome.SHOWN),
            (2, "anian", Outcome.SOLVED),
        ):
            play(database, get_level(database, level), Who(Kind.ACCOUNT, name), outcome, 20)
    return folder


def tables(path: Path) -> dict[str, list[dict[str, str]]]:
    with ZipFile(path) as archive:
        return {
            name.removesuffix(".csv"): [*csv.DictReader(StringIO(archive.read(name).decode()))]
            for name in archive.namelist()
            if name.endswith(".csv")
        }


def test_the_export_has_every_game_and_no_name(cenote: Invoke, played: Path) -> None:
    told = cenote("ratings", "export", "ratings.zip")
    assert told.stdout == "levels with a rating: 2, games: 4\n"
    found = tables(played / "ratings.zip")
    assert [row["plays"] for row in found["ratings"]] == ["2", "2"]
    assert [(row["player"], row["score"], row["weight"], row["moves"]) for row in found["plays"]] == [
        ("1", "1.0", "1.0", "20"),
        ("2", "0.0", "1.0", "20"),
        ("3", "0.0", "1.0", "20"),
        ("1", "1.0", "1.0", "20"),
    ]
    with ZipFile(played / "ratings.zip") as archive:
        content = b"".join(map(archive.read, archive.namelist()))
    assert b"CC0" in content
    assert b"anian" not in content


def test_a_file_is_not_overwritten_unasked(cenote: Invoke, played: Path) -> None:
    (played / "ratings.zip").write_text("mine")
    assert "--force" in refused(cenote("ratings", "export", "ratings.zip"))
    assert cenote("ratings", "export", "ratings.zip", "--force").exit_code == 0


def test_levels_are_listed_by_their_rating(cenote: Invoke, played: Path) -> None:
    found = json.loads(cenote("best", "--order", "-rating", "-f", "json").stdout)
    assert [level["id"] for level in found] == [2, 1], "the third was never played"


def test_a_table_shows_what_it_is_ordered_by(cenote: Invoke, played: Path) -> None:
    cenote("curate", "rate", "3", "4")
    with Database.open_readonly(f"sqlite:///{played}/cenote.db") as database:
        ratings = [f"{row.rating:,.0f}" for row in level_ratings(database)]
    for order, ids, figures in (
        ("-rating", ["2", "1"], ratings),
        ("stars", ["3"], ["4"]),
        ("-difficulty", ["3", "2", "1"], ["-"] * 3),
    ):
        heading, _, *lines = cenote("best", "--order", order).stdout.splitlines()
        name = order.removeprefix("-")
        end = heading.index(name) + len(name)
        assert sorted(line.split()[0] for line in lines) == sorted(ids)
        shown = [line[:end].split()[-1] for line in lines]
        assert shown == figures
    assert "rating" not in cenote("best", "--order", "-moves").stdout
