from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.errors import LevelFormatError
from generator.puzzles.sokoban.notation.files import format_file, parse_file
from generator.puzzles.sokoban.notation.formats import FORMATS
from generator.puzzles.sokoban.notation.xsb import parse_level
from generator.puzzles.sokoban.solutions.replay import replay
from generator.values import Entry
from tests.generator.puzzles.sokoban.notation.fragments import BOARD, FRAGMENTS, OTHER
from tests.generator.puzzles.sokoban.notation.strategies import boards, entries, letters

TITLES = ("#####", "<?xml", "Title: x", "; x", "[soko=1,1]", "3#", "Solution", ":: x", "dull", "http://x", "1")


@pytest.mark.parametrize("format_", FORMATS)
@given(entries)
def test_parse_and_format_are_inverse(format_, entries):
    written = "".join(format_file(entries, format_))
    assert parse_file(written) == [_kept(entry, format_) for entry in entries]


@pytest.mark.parametrize("format_", FORMATS)
@given(st.lists(st.builds(Entry, boards, st.text(), st.text(), st.text()), min_size=1, max_size=3))
def test_any_words_whatever_make_a_file_that_is_stable(format_, entries):
    written = "".join(format_file(entries, format_))
    assert "".join(format_file(parse_file(written), format_)) == written


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("format_", FORMATS)
def test_titles_that_look_like_something_else(format_, title):
    entries = [Entry(BOARD, title, "", "", "R"), Entry(OTHER), Entry(BOARD, title)]
    assert parse_file("".join(format_file(entries, format_))) == [_kept(entry, format_) for entry in entries]


@settings(max_examples=500)
@given(st.lists(st.sampled_from(FRAGMENTS) | st.text(letters, max_size=3), max_size=30).map("".join))
def test_every_text_is_levels_or_refused_in_one_line(text):
    try:
        found = parse_file(text)
    except LevelFormatError as error:
        found, message = [], str(error)
    else:
        message = "read"
    assert "\n" not in message
    assert 0 < len(message) < 300
    for format_ in FORMATS if found else ():
        written = "".join(format_file(found, format_))
        again = parse_file(written)
        assert "".join(format_file(again, format_)) == written
        assert [(entry.text, entry.title) for entry in again] == [(entry.text, entry.title) for entry in found]


@pytest.fixture(scope="module")
def collections(shared):
    """Every public collection; the shells are but walls, which are no levels."""
    paths = sorted((shared / "levels/sokoban").rglob("*"))
    texts = [path.read_text("utf-8") for path in paths if path.suffix in (".txt", ".xsb") and "shell" not in path.name]
    return [parse_file(text) for text in texts]


@pytest.mark.parametrize("format_", FORMATS)
def test_public_collections_survive_every_format(collections, format_):
    assert len(collections) >= 12
    for found in collections:
        assert parse_file("".join(format_file(found, format_))) == [_kept(entry, format_) for entry in found]


def test_letters_that_xml_has_not_become_spaces():
    written = "".join(format_file([Entry(BOARD, "a\ud800b\uffffc")], "slc"))
    assert parse_file(written) == [Entry(BOARD, "a b c")]
    assert parse_file(written.replace("a b", "a\ud800b"))[0].title == "a?b c"


def test_the_lines_of_every_format_but_the_one_line_codes_are_short():
    entry = Entry(BOARD, "T", "A", "C", "rrrl" * 1000)
    for format_ in FORMATS:
        assert max(map(len, "".join(format_file([entry], format_)).split("\n"))) <= 120


def test_a_counted_solution_is_shorter_and_read_alike():
    entry = Entry("#" * 100 + "\n#@$" + "-" * 95 + ".#\n" + "#" * 100, solution="R" * 96)
    written = "".join(format_file([entry], "rle"))
    assert "Solution:\n96R\n" in written
    assert replay(parse_level(entry.text), parse_file(written)[0].solution).pushes == 96


def _kept(entry, format_):
    return replace(entry, **dict.fromkeys(FORMATS[format_].lost, ""))
