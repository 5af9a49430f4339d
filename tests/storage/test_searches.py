"""Searches are kept under their names."""

import pytest

from storage.database import Database
from storage.errors import CurationError, SearchExistsError, UnknownSearchError
from storage.searches import delete_search, list_searches, replace_search, save_search


def test_a_search_takes_the_place_of_another_one(database: Database) -> None:
    save_search(database, "deep", "depth_min=80", "anian")
    replace_search(database, " deep ", "depth_min=90", "dries")
    replace_search(database, "narrow", "branching_max=3", "dries")
    assert [(row.name, row.query, row.who) for row in list_searches(database)] == [
        ("deep", "depth_min=90", "dries"),
        ("narrow", "branching_max=3", "dries"),
    ]


def test_searches_are_kept_by_name_until_they_are_deleted(database: Database) -> None:
    save_search(database, "narrow", "branching_max=3", "dries")
    save_search(database, "deep", "depth_min=80", "anian")
    assert [(row.name, row.query, row.who) for row in list_searches(database)] == [
        ("deep", "depth_min=80", "anian"),
        ("narrow", "branching_max=3", "dries"),
    ]
    with pytest.raises(SearchExistsError, match="'deep' already"):
        save_search(database, "deep", "type=b", "dries")
    delete_search(database, "deep")
    with pytest.raises(UnknownSearchError, match="no search 'deep'"):
        delete_search(database, "deep")
    assert [row.name for row in list_searches(database)] == ["narrow"]


@pytest.mark.parametrize(("name", "query"), [("", "type=b"), ("deep", "x" * 2001), ("x" * 101, "type=b")])
def test_a_search_without_a_name_or_too_long_is_refused(database: Database, name: str, query: str) -> None:
    with pytest.raises(CurationError):
        save_search(database, name, query, "anian")
    assert list_searches(database) == []
