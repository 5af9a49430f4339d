"""Levels have names that people can say: always the same ones, and no two alike in a database."""

import re
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storage import names
from storage.database import Database
from storage.errors import UnknownLevelError
from storage.level_filter import LevelFilter
from storage.levels import store_level
from storage.names import CODE_BITS, LATER_BITS, Pattern, code_of, name_of, patterns_of
from storage.queries import best_levels, get_level, level_called
from storage.tables.base import Origin
from tests.storage.records import level

CODES = st.integers(0, 2**CODE_BITS - 1)


def test_a_name_is_made_of_the_identity_alone_and_never_changes() -> None:
    assert name_of(code_of("sokoban", "0")) == "Smooth Fossil Heborfan"
    words = [*names._ADJECTIVES, *names._NOUNS, *names._SYLLABLES]
    assert sha256(" ".join(words).encode()).hexdigest()[:16] == "6f6871dbbd502442"


@given(CODES)
def test_a_name_can_be_said_and_leads_back_to_its_code(code: int) -> None:
    name = name_of(code)
    assert re.fullmatch(r"[A-Z][a-z]{2,8} [A-Z][a-z]{2,8} [A-Z][a-z]{5,8}", name)
    assert patterns_of(name.upper()) == [Pattern(LATER_BITS, CODE_BITS - LATER_BITS, *[code >> LATER_BITS] * 2)]


@given(CODES, CODES)
def test_a_level_that_comes_later_has_as_many_syllables_more_as_it_takes(code: int, other: int) -> None:
    for kept in range(LATER_BITS, 0, -7):
        twin = code >> kept << kept | other & 2**kept - 1
        if twin >> (kept - 7) != code >> (kept - 7):
            assert name_of(twin, [code]) not in {name_of(code), name_of(code, [twin])}
            assert name_of(twin, [code]).startswith(name_of(twin))


def test_names_begin_with_every_word() -> None:
    counts = {}
    for number in range(20_000):
        for place, word in enumerate(name_of(code_of("sokoban", str(number))).split()[:2]):
            counts[place, word] = counts.get((place, word), 0) + 1
    assert len(counts) == 512
    assert max(counts.values()) < 2 * 20_000 / 256


def test_two_levels_of_one_name_are_told_apart(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """Such a pair takes a hundred thousand levels to find, so that codes are shortened here."""
    monkeypatch.setattr("storage.levels.code_of", lambda *_: 123 << LATER_BITS | 5)
    first, _ = store_level(database, level("one"), Origin.IMPORTED)
    monkeypatch.setattr("storage.levels.code_of", lambda *_: 123 << LATER_BITS | 6 << 14)
    second, _ = store_level(database, level("two"), Origin.IMPORTED)
    name = get_level(database, first).name
    longer = get_level(database, second).name
    assert (level_called(database, name), level_called(database, longer)) == (first, second)
    assert longer.startswith(name)


def test_a_level_is_found_by_its_name_title_or_number(database: Database) -> None:
    ids = [store_level(database, level(str(number)), Origin.IMPORTED)[0] for number in range(50)]
    title = store_level(database, level("titled"), Origin.IMPORTED, title="Der Käfer 50%")[0]
    twins = [store_level(database, level(f"twin {n}"), Origin.IMPORTED, title="Twin")[0] for n in range(2)]
    row = get_level(database, ids[17])
    first, second, third = row.name.split()
    for said in (row.name, row.name.lower(), row.name.replace(" ", "-"), str(row.id)):
        assert level_called(database, said) == row.id
    assert level_called(database, "Der Käfer 50%") == title
    for words in (row.name, f"{first} {second}", f"{first} {second[:3]}", third, f"{second} {third}", str(row.id)):
        assert row.id in {found.id for found in best_levels(database, LevelFilter(called=words), limit=None)}, words
    assert [found.id for found in best_levels(database, LevelFilter(called="fer 50%"))] == [title]
    assert not best_levels(database, LevelFilter(called="5_%"))
    with pytest.raises(UnknownLevelError, match="there is no level 'Amber Grotto'"):
        level_called(database, "Amber Grotto")
    for wrong in (f"{first[:-1]} {second} {third}", f"{first} {second[1:]} {third}", f"{first} {second} {third}x"):
        with pytest.raises(UnknownLevelError, match=f"there is no level '{wrong}'; similar names: {row.name}"):
            level_called(database, wrong)
    with pytest.raises(UnknownLevelError, match="similar names: Der Käfer 50%"):
        level_called(database, "der kafer 50")
    with pytest.raises(UnknownLevelError, match=f"several levels are called 'Twin'.*: {twins[0]}, {twins[1]}"):
        level_called(database, "Twin")
