"""Levels for the tests of their pages."""

import re

import pytest

from generator import Entry, get_family
from service.levels.imports import examined
from storage.database import Database
from storage.levels import store_level
from storage.queries import LevelRow, best_levels
from storage.tables.base import Origin


@pytest.fixture
def database(url: str):
    with Database.open(url) as database:
        yield database


@pytest.fixture
def best(database: Database) -> LevelRow:
    return best_levels(database, limit=1)[0]


def stored(database: Database, text: str, family: str = "sokoban", **about: str) -> int:
    puzzle = get_family(family)
    found = examined(puzzle, Entry(text), 1000)
    assert found.record is not None
    return store_level(database, found.record, Origin.IMPORTED, **about)[0]


def link(page: str, relation: str) -> str | None:
    """Where a page leads to by its link of this relation."""
    found = re.search(rf'rel="{relation}" href="([^"]+)"', page)
    return found and found[1].replace("&amp;", "&")
