"""What curators say of levels is kept, with who has said it, and nothing else is."""

import pytest

from storage.board import board
from storage.curation import (
    LONGEST_NOTE,
    MOST_TAGS,
    CurationRow,
    CurationState,
    clean_tag,
    curation_of,
    history,
    move_levels,
    note_level,
    rate_levels,
    state_counts,
    tag_levels,
    tags_in_use,
    texts_on_board,
    untag_levels,
)
from storage.database import Database
from storage.errors import CurationError, UnknownLevelError
from storage.levels import store_level
from storage.tables.base import Origin
from tests.storage.records import level

SHORTLISTED, APPROVED = CurationState.SHORTLISTED, CurationState.APPROVED


@pytest.fixture
def stocked(database: Database) -> Database:
    """Five levels that nobody has looked at, the last one of another family."""
    for n in range(4):
        store_level(database, level(f"level {n}"), Origin.GENERATED)
    store_level(database, level("other", family="linjat"), Origin.GENERATED)
    return database


def told(database: Database, level_id: int) -> list[tuple[str, str, str, str]]:
    return [(row.who, row.field, row.before, row.after) for row in history(database, level_id)]


def test_a_level_that_nobody_has_curated_is_not_on_the_board(stocked: Database) -> None:
    assert curation_of(stocked, 1) == CurationRow(1)
    assert history(stocked, 1) == []
    assert [(column.state, column.count, column.rows) for column in board(stocked)] == [
        (state, 0, []) for state in CurationState
    ]


def test_moves_of_many_levels_change_those_that_were_elsewhere(stocked: Database) -> None:
    assert move_levels(stocked, [1, 2], SHORTLISTED, "anian") == [1, 2]
    assert move_levels(stocked, [2, 3, 3], SHORTLISTED, "dries") == [3]
    assert move_levels(stocked, [1], APPROVED, "dries") == [1]
    assert told(stocked, 1) == [
        ("anian", "state", "", "shortlisted"),
        ("dries", "state", "shortlisted", "approved"),
    ]
    assert told(stocked, 2) == [("anian", "state", "", "shortlisted")]
    assert state_counts(stocked) == dict.fromkeys(CurationState, 0) | {SHORTLISTED: 2, APPROVED: 1}


def test_any_state_leads_to_any_other(stocked: Database) -> None:
    for before in CurationState:
        for after in CurationState:
            move_levels(stocked, [1], before, "anian")
            move_levels(stocked, [1], after, "anian")
            assert curation_of(stocked, 1).state is after


def test_the_board_shows_what_changed_last_first_and_no_more_than_asked(stocked: Database) -> None:
    for level_id in (3, 1, 2, 4):
        move_levels(stocked, [level_id], SHORTLISTED, "anian")
    rate_levels(stocked, [3], 5, "anian")
    column = board(stocked, per_state=3)[1]
    assert (column.state, column.count) == (SHORTLISTED, 4)
    assert [(row.id, row.rating) for row in column.rows] == [(3, 5), (4, None), (2, None)]


def test_changes_within_one_millisecond_are_told_apart(stocked: Database, url: str) -> None:
    with Database.open(url, now=lambda: "2026-01-01T00:00:00.000") as database:
        for level_id in (3, 1, 4, 2):
            move_levels(database, [level_id], SHORTLISTED, "anian")
        assert [row.id for row in board(database)[1].rows] == [2, 4, 1, 3]


def test_a_rating_or_note_makes_a_level_a_candidate_and_a_tag_does_not(stocked: Database) -> None:
    assert rate_levels(stocked, [1], 4, "anian") == [1]
    assert note_level(stocked, 2, " hard\r\nto begin \n", "anian")
    assert tag_levels(stocked, [3], "dense", "anian") == [3]
    states = [curation_of(stocked, level_id).state for level_id in (1, 2, 3)]
    assert states == ["candidate", "candidate", None]
    assert told(stocked, 1) == [("anian", "state", "", "candidate"), ("anian", "rating", "", "4")]
    assert curation_of(stocked, 2).note == "hard\nto begin"
    assert tags_in_use(stocked) == [("dense", 1)]


def test_what_is_said_already_is_no_change(stocked: Database) -> None:
    rate_levels(stocked, [1], 4, "anian")
    tag_levels(stocked, [1], "dense", "anian")
    before = history(stocked, 1), curation_of(stocked, 1)
    assert rate_levels(stocked, [1], 4, "dries") == []
    assert tag_levels(stocked, [1], " dense ", "dries") == []
    assert untag_levels(stocked, [1], "open", "dries") == []
    assert rate_levels(stocked, [2], None, "dries") == []
    assert not note_level(stocked, 2, "", "dries")
    assert (history(stocked, 1), curation_of(stocked, 1)) == before
    assert curation_of(stocked, 2) == CurationRow(2)


def test_ratings_notes_and_tags_are_changed_and_taken_away(stocked: Database) -> None:
    rate_levels(stocked, [1], 4, "anian")
    rate_levels(stocked, [1], None, "anian")
    tag_levels(stocked, [1, 2], "open", "anian")
    tag_levels(stocked, [1], "dense", "anian")
    assert untag_levels(stocked, [1, 2], "open", "dries") == [1, 2]
    assert told(stocked, 1)[-4:] == [
        ("anian", "rating", "4", ""),
        ("anian", "tags", "", "open"),
        ("anian", "tags", "open", "dense, open"),
        ("dries", "tags", "dense, open", "dense"),
    ]
    found = curation_of(stocked, 1)
    assert (found.rating, found.tags) == (None, ("dense",))


def test_all_levels_change_or_none(stocked: Database) -> None:
    with pytest.raises(UnknownLevelError, match="there is no level 99"):
        move_levels(stocked, [1, 99, 2], SHORTLISTED, "anian")
    with pytest.raises(UnknownLevelError):
        tag_levels(stocked, [1, 99], "dense", "anian")
    assert curation_of(stocked, 1) == CurationRow(1)


def test_tags_are_one_word_however_they_are_typed() -> None:
    assert clean_tag("  ve\u0301lo   x ") == "v\u00e9lo x"


@pytest.mark.parametrize("tag", ["", "  ", "a,b", "x" * 41, "two\nlines", "\x1b[31m", "\ud800", "a\tb"])
def test_wrong_tags_are_refused_in_one_line(stocked: Database, tag: str) -> None:
    with pytest.raises(CurationError) as raised:
        tag_levels(stocked, [1], tag, "anian")
    assert "\n" not in str(raised.value)
    assert tags_in_use(stocked) == []


def test_texts_that_are_too_much_are_refused(stocked: Database) -> None:
    note_level(stocked, 1, "x" * LONGEST_NOTE, "anian")
    for wrong in (
        lambda: note_level(stocked, 1, "x" * (LONGEST_NOTE + 1), "anian"),
        lambda: note_level(stocked, 1, "bell \a", "anian"),
        lambda: rate_levels(stocked, [1], 6, "anian"),
        lambda: rate_levels(stocked, [1], 0, "anian"),
        lambda: move_levels(stocked, [1], SHORTLISTED, " "),
        lambda: move_levels(stocked, [1], SHORTLISTED, "x" * 101),
    ):
        with pytest.raises(CurationError):
            wrong()
    assert len(history(stocked, 1)) == 2


def test_a_level_has_only_so_many_tags(stocked: Database) -> None:
    for n in range(MOST_TAGS):
        tag_levels(stocked, [1], f"tag {n}", "anian")
    with pytest.raises(CurationError, match="at most 50 tags"):
        tag_levels(stocked, [2, 1], "one more", "anian")
    assert curation_of(stocked, 2).tags == ()
    assert tag_levels(stocked, [1], "tag 7", "anian") == []


def test_texts_on_the_board_are_those_of_a_family_and_some_states(stocked: Database) -> None:
    move_levels(stocked, [1, 5], SHORTLISTED, "anian")
    move_levels(stocked, [2], APPROVED, "anian")
    move_levels(stocked, [3], CurationState.REJECTED, "anian")
    found = texts_on_board(stocked, "sokoban", (SHORTLISTED, APPROVED))
    assert found == [(n + 1, level(f"level {n}").text) for n in range(2)]
