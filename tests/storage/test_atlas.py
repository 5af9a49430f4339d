"""Atlases are planned once, and every chapter is kept whole or not at all."""

from dataclasses import replace

import pytest

from generator import Chapter, Component, Counts
from optimiser.atlas import Charted, Explored
from storage.atlas import begin_atlas, chapters_of, components_of, find_atlas, record_chapter
from storage.levels import store_level
from storage.queries import get_level
from storage.tables.base import Origin
from storage.tables.levels import Level
from tests.storage.records import level

SETTINGS = {"type": "b", "size": 3}
CHAPTERS = [Chapter("large", 60, 4), Chapter("small", 3, 8)]
KEPT = [
    Charted(Component(50, "+", 30, "a"), level("a", 30)),
    Charted(Component(9, "-", 8, "b"), level("b", 8)),
    Charted(Component(1, "+", 0, ""), None),
]
FOUND = Explored(KEPT, None)


@pytest.fixture
def atlas(database):
    return begin_atlas(database, "sokoban", SETTINGS, CHAPTERS, "1.0")


def test_an_atlas_is_found_by_its_settings(database, atlas):
    assert find_atlas(database, "sokoban", {"size": 3, "type": "b"}) == atlas
    assert find_atlas(database, "sokoban", {"type": "b", "size": 4}) is None
    assert find_atlas(database, "linjat", SETTINGS) is None


def test_an_atlas_is_entered_once(database, atlas):
    assert begin_atlas(database, "sokoban", SETTINGS, CHAPTERS, "1.1") == atlas
    assert [
        (chapter.name, chapter.states, chapter.images, chapter.done) for chapter in chapters_of(database, atlas)
    ] == [
        ("large", 60, 4, False),
        ("small", 3, 8, False),
    ]


def test_a_chapter_brings_its_components_and_their_levels(database, atlas):
    record_chapter(database, atlas, 0, FOUND)
    assert [chapter.done for chapter in chapters_of(database, atlas)] == [True, False]
    rows = components_of(database, atlas)
    assert [(row.chapter, row.number, row.states, row.invariant, row.depth) for row in rows] == [
        (0, 0, 50, "+", 30),
        (0, 1, 9, "-", 8),
        (0, 2, 1, "+", 0),
    ]
    assert rows[2].level_id is None
    found = get_level(database, rows[0].level_id)
    assert (found.origin, found.depth, found.proven, found.session) == (Origin.ATLAS, 30, True, None)


def test_a_chapter_says_how_much_it_has_beside_what_is_kept(database, atlas):
    record_chapter(database, atlas, 0, FOUND._replace(counts=Counts(4000, 70_000)))
    assert [(chapter.components, chapter.levels) for chapter in chapters_of(database, atlas)] == [
        (4000, 70_000),
        (None, None),
    ]


def test_a_chapter_may_have_nothing_that_is_worth_keeping(database, atlas):
    record_chapter(database, atlas, 1, Explored([], None))
    assert [chapter.done for chapter in chapters_of(database, atlas)] == [False, True]
    assert components_of(database, atlas) == []


def test_a_level_that_is_there_already_keeps_its_origin(database, atlas):
    known, _ = store_level(database, level("a", 30), Origin.IMPORTED)
    record_chapter(database, atlas, 0, FOUND)
    assert components_of(database, atlas)[0].level_id == known
    assert get_level(database, known).origin == Origin.IMPORTED


def test_a_component_outlives_its_level(database, atlas):
    record_chapter(database, atlas, 0, FOUND)
    with database.begin() as connection:
        connection.execute(Level.__table__.delete())
    assert [(row.depth, row.level_id) for row in components_of(database, atlas)] == [(30, None), (8, None), (0, None)]


def test_a_chapter_that_cannot_be_kept_leaves_nothing(database, atlas):
    twice = Explored([KEPT[0], replace(KEPT[1], level=replace(level("c", 8), text=None))], None)
    with pytest.raises(Exception, match="NOT NULL"):
        record_chapter(database, atlas, 0, twice)
    assert components_of(database, atlas) == []
    assert not any(chapter.done for chapter in chapters_of(database, atlas))
