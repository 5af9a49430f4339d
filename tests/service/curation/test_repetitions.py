"""Levels that are nearly the same as chosen ones are found, whatever else the database holds."""

import pytest

from generator import Description
from service.curation.repetitions import near_duplicates
from storage.curation import CurationState, move_levels
from storage.database import Database
from storage.errors import UnknownLevelError
from storage.levels import store_level
from storage.tables.base import Origin
from tests.storage.records import level

ROOMS = (
    "#######\n#@-$-.#\n#-----#\n#######",
    "#######\n#-@$-.#\n#-----#\n#######",
    "#######\n#.-$-@#\n#-----#\n#######",
    "#####\n#@$.#\n#---#\n#-*-#\n#####",
)
"""The second is the first but for the player, the third is its mirror image, the fourth is like none of them."""


@pytest.fixture
def stocked(tmp_path):
    with Database.create(f"sqlite:///{tmp_path}/levels.db") as database:
        for n, text in enumerate(ROOMS):
            record = level(f"room {n}", text=text, description=Description("free", 4, 1))
            store_level(database, record, Origin.IMPORTED)
        yield database


def found(database: Database, *level_ids: int) -> dict[int, list[int]]:
    return {level: [match.level_id for match in near] for level, near in near_duplicates(database, level_ids).items()}


def test_only_chosen_levels_count(stocked: Database) -> None:
    assert found(stocked, 1) == {}
    move_levels(stocked, [2], CurationState.CANDIDATE, "anian")
    move_levels(stocked, [3], CurationState.REJECTED, "anian")
    assert found(stocked, 1) == {}
    move_levels(stocked, [2], CurationState.PUBLISHED, "anian")
    assert found(stocked, 1) == {1: [2]}


def test_a_level_is_no_duplicate_of_itself_and_mirror_images_are(stocked: Database) -> None:
    move_levels(stocked, [1, 2, 3, 4], CurationState.SHORTLISTED, "anian")
    assert found(stocked, 1, 2, 3, 4) == {1: [2, 3], 2: [1, 3], 3: [1, 2]}


def test_the_threshold_says_how_near(stocked: Database) -> None:
    move_levels(stocked, [4], CurationState.SHORTLISTED, "anian")
    assert near_duplicates(stocked, [1], threshold=0.8) == {}
    (match,) = near_duplicates(stocked, [1], threshold=0.3)[1]
    assert match.level_id == 4
    assert 0.3 <= match.similarity < 0.8


def test_an_unknown_level_is_refused(stocked: Database) -> None:
    with pytest.raises(UnknownLevelError, match="there is no level 99"):
        near_duplicates(stocked, [99])
