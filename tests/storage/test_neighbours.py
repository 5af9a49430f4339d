"""The levels nearest to one by their figures."""

import pytest

from generator import Description
from storage.database import Database
from storage.errors import UnknownLevelError
from storage.levels import store_level
from storage.neighbours import nearest_in_depth
from storage.tables.base import Origin
from tests.storage.records import level

B6 = Description(type="b", size=6, pieces=35)


@pytest.fixture
def ids(database: Database) -> dict[str, int]:
    """Levels of depths 1 to 40 of b 5, and others just as deep of another size, type and family."""
    others = [
        level("size", 20, description=B6),
        level("type", 20, description=Description(type="e", size=5, pieces=24)),
        level("family", 20, family="linjat"),
    ]
    records = [*(level(f"{depth}", depth) for depth in range(1, 41)), *others]
    return {record.identity: store_level(database, record, Origin.GENERATED)[0] for record in records}


def test_the_nearest_in_depth_come_first_and_nothing_of_another_kind(database: Database, ids: dict[str, int]) -> None:
    found = nearest_in_depth(database, ids["20"], 6)
    assert [found.level_id for found in found] == [ids[f"{depth}"] for depth in (19, 21, 18, 22, 17, 23)]
    assert found[0].text == level("19").text


def test_a_level_at_the_end_has_its_neighbours_on_one_side(database: Database, ids: dict[str, int]) -> None:
    found = nearest_in_depth(database, ids["40"], 3)
    assert [found.level_id for found in found] == [ids["39"], ids["38"], ids["37"]]
    assert len(nearest_in_depth(database, ids["40"], 1000)) == 39


def test_a_level_of_a_kind_of_its_own_has_none(database: Database, ids: dict[str, int]) -> None:
    assert nearest_in_depth(database, ids["size"], 10) == []


def test_an_unknown_level_is_refused(database: Database) -> None:
    with pytest.raises(UnknownLevelError):
        nearest_in_depth(database, 12, 10)
