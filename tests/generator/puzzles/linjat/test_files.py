import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.errors import IllegalMoveError, LevelFormatError
from generator.puzzles.linjat.deduction.layers import deduced, deduced_from, puzzle_of
from generator.puzzles.linjat.files import format_json, format_text, parse_each, parse_file
from generator.puzzles.linjat.level import format_level, parse_level
from generator.puzzles.linjat.lines import Line, format_lines, solution_of
from generator.values import Entry
from tests.generator.puzzles.linjat.published import published
from tests.generator.puzzles.linjat.strategies import levels
from tests.oracles.linjat import solutions

WORDS = st.text(max_size=20)
PHRASES = WORDS.map(lambda text: " ".join(text.split()))
BOARD, SOLUTION = "3 .\n 2 ", "A1-C1 A2-B2"
FRAGMENTS = (
    *(BOARD, "\n", "\r\n", "\n\n", " ", "2", "8..", "----", "; 2 x 3", "; 9 x 99 name", ";2x2", "x", "\ufeff", "\0"),
    *("Solution: A1-C1", "\u017folution: A1", "AUTHOR:", "comment: 2", "Title: t", "[", "]", "{", "}", '"', ",", ":"),
    *('"puzzle"', '"rows"', '["2.", "  "]', '{"puzzle": ["2.", "  "]}', "null", "1e999", "NaN", "9" * 5000, "\\ud800"),
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | WORDS,
    lambda some: st.lists(some, max_size=4) | st.dictionaries(WORDS, some, max_size=3),
    max_leaves=8,
)
ROWS = st.lists(st.text("2345678. -_1", max_size=5), max_size=4)
ENDS = st.lists(st.integers(-2, 20) | st.floats(0, 3), min_size=3, max_size=5)


@st.composite
def solved(draw):
    """Small puzzles with one of their solutions, if they have any."""
    level = draw(levels(largest=4, most=3))
    cells = next(solutions(level), ())
    solution = format_lines([Line(min(line), max(line)) for line in cells])
    return Entry(format_level(level), draw(PHRASES), draw(PHRASES), draw(PHRASES), solution)


def text_of(entries):
    return "".join(format_text(entries))


def without_notes(entry):
    return replace(entry, title="", author="", comment="")


@settings(max_examples=50)
@given(st.lists(st.builds(Entry, levels().map(format_level), PHRASES, PHRASES, PHRASES, PHRASES), min_size=1))
def test_text_keeps_everything(entries):
    assert parse_file(text_of(entries)) == entries


@settings(max_examples=50)
@given(st.lists(st.builds(Entry, levels().map(format_level), WORDS, WORDS, WORDS, WORDS), min_size=1, max_size=3))
def test_any_words_make_a_text_that_is_stable(entries):
    written = text_of(entries)
    assert text_of(parse_file(written)) == written


@settings(max_examples=50)
@given(st.lists(solved(), min_size=1, max_size=3))
def test_json_keeps_puzzles_and_solutions(entries):
    assert parse_file("".join(format_json(entries))) == [without_notes(entry) for entry in entries]


@settings(max_examples=50)
@given(st.lists(st.builds(Entry, levels().map(format_level), PHRASES), min_size=1, max_size=3))
def test_the_size_gives_back_the_blanks_that_an_editor_cuts_off(entries):
    cut = "\n".join(line.rstrip() for line in text_of(entries).split("\n"))
    assert parse_file(cut) == entries
    assert parse_file(cut.rstrip("\n")) == entries


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_puzzles_without_a_size_are_parted_by_what_is_no_row(end):
    first = "\ufeffsome words\n\n3 .\n 2\nSOLUTION:A1-C1 A2-B2\n\n   \n------\n\n"
    text = f"{first}3 .\n 2 \n\nAuthor: me\n\u017folution: A1-C1\n3 .\n_2-"
    puzzles = [Entry(BOARD, solution=SOLUTION), Entry(BOARD, author="me"), Entry(BOARD)]
    assert parse_file(text.replace("\n", end)) == puzzles


@pytest.mark.parametrize(
    "text",
    [
        '{"puzzle": ["3 .", " 2 "]}\n{"puzzle": ["3 .", " 2 "]}\n',
        '[{"puzzle": ["3 .", " 2"]},\n {"rows": ["3 .", " 2 "]}]',
        '\ufeff{\r\n"puzzle": ["3 .",\r\n" 2 "]\r\n}\r\n\r\n{"puzzle": ["3 .", " 2 "]}',
    ],
)
def test_json_may_be_lines_or_one_array_or_spread_over_lines(text):
    assert parse_file(text) == [Entry(BOARD), Entry(BOARD)]


def test_the_file_of_the_originals_page_is_read_with_modes_and_numbers_as_titles():
    """An object with a list for each mode, whose last object is what the page says in the end."""
    rows = BOARD.split("\n")
    listed = [
        {"score": 58.25, "puzzle": rows},
        {"puzzle": rows, "score": 62},
        {"puzzle": None, "message": "All solved."},
    ]
    found = parse_file(json.dumps({"medium": listed, "easy": listed[1:]}))
    assert found == [Entry(BOARD, title=title) for title in ("medium 1", "medium 2", "easy 1")]


def test_published_files_are_read_as_they_are(shared):
    for name in ("puzzles", "edge-cases"):
        entries = parse_file((shared / "levels/linjat" / f"linjat-{name}.json").read_text("utf-8"))
        for entry, known in zip(entries, published(shared, name), strict=True):
            assert entry.text == "\n".join(known["rows"])
            if known["solution"]:
                assert format_lines(solution_of(parse_level(entry.text), entry.solution)) == entry.solution


def test_classification_is_that_of_the_first_program(shared):
    """Wherever its mistake in the dependency rule changes nothing."""
    compared = 0
    for known in published(shared, "puzzles"):
        level = parse_level("\n".join(known["rows"]))
        if deduced(level).layers == deduced_from(puzzle_of(level, looked_at=len(level.numbers))).layers:
            (written,) = format_json([Entry(format_level(level))])
            assert json.loads(written)["puzzle"] == known["rows"]
            assert json.loads(written)["classification"] == known["upstream_classification"]
            compared += 1
    assert compared >= 68


def test_what_is_no_solution_is_not_written_as_one():
    with pytest.raises(IllegalMoveError, match="move 2: the 2 at B2 has no line"):
        [*format_json([Entry(BOARD, solution="A1-C1")])]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "there is no puzzle in this file"),
        ("[]", "there is no puzzle in this file"),
        ("; 3 x 3 a name alone", "there is no puzzle in this file"),
        ("words\n\n3 .\n 9 ", "line 3: a grid has 2 to 16 rows, not 1"),
        ("words\n; 2 x 3\n3 .\n 9 ", "line 4, column 2: '9' is not a cell"),
        ("; 3 x 3\n3 .\n 2 \nAuthor: me", "line 4, column 1: 'A' is not a cell"),
        ("{", "the JSON cannot be read: .* line 1"),
        ("[" * 100_000, "the JSON cannot be read"),
        ('[{"puzzle": ["3 .", " 2 "]}, 7]', "puzzle 2: an object with the rows as 'puzzle'"),
        ('{"puzzle": ["3 .", " 2 "]} {"puzzle": "3 ."}', "puzzle 2: an object with the rows as 'puzzle'"),
        ('{"puzzle": ["3 .", " x "]}', "puzzle 1, line 2, column 2: 'x' is not a cell"),
        ('{"puzzle": ["3 .", " 2 "], "solution": [[0, 0, 0]]}', "puzzle 1: its solution is not a list of lines"),
        ('{"puzzle": ["3 .", " 2 "], "solution": [[0, -1, 0, 1]]}', "puzzle 1: its solution is not a list of lines"),
    ],
)
def test_refusals_name_the_place(text, problem):
    with pytest.raises(LevelFormatError, match=problem):
        parse_file(text)


@settings(max_examples=200)
@given(st.lists(st.sampled_from(FRAGMENTS) | st.text(max_size=3), max_size=20).map("".join))
def test_every_text_is_puzzles_or_refused_in_one_line(text):
    assert_read_or_refused(text)


@settings(max_examples=150)
@given(JSON | st.fixed_dictionaries({"puzzle": ROWS | JSON, "solution": st.lists(ENDS) | JSON}))
def test_every_json_is_puzzles_or_refused_in_one_line(value):
    assert_read_or_refused(json.dumps(value))
    assert_read_or_refused(json.dumps([value, value], indent=1))


def assert_read_or_refused(text):
    try:
        entries = parse_file(text)
    except LevelFormatError as error:
        entries, message = [], str(error)
    else:
        message = "read"
        assert [entry.text for entry in parse_file(text_of(entries))] == [entry.text for entry in entries]
    assert bool(entries) == (message == "read")
    assert "\n" not in message
    assert 0 < len(message) < 300


def listed(text):
    """Each puzzle of a file by its text, or what is wrong with it."""
    return [found.text if isinstance(found, Entry) else str(found) for found in parse_each(text)]


@pytest.mark.parametrize(
    ("wrong", "problem"),
    [
        ("; 2 x 3 one\n3 .\n 9 \nAuthor: me", "line 3, column 2: '9' is not a cell"),
        ("; 2 x 3 one\n3 .\n 2 \n . ", "line 4: a grid has 2 to 16 rows, not 1"),
        ("3 .\n 2 \n x \n 2 \n", "line 4: a grid has 2 to 16 rows, not 1"),
    ],
)
def test_a_wrong_puzzle_is_left_out_whole_and_the_others_are_read(wrong, problem):
    first, second = listed(f"{wrong}\n; 2 x 3 two\n{BOARD}")
    assert first.startswith(problem)
    assert second == BOARD


def test_a_wrong_object_leaves_the_others_of_its_json_to_be_read():
    first, second, third, fourth = listed(
        '[{"puzzle": ["3 .", " 2 "]}, 7, {"puzzle": ["x ", " 2"]}, {"rows": ["3 .", " 2 "]}]'
    )
    assert (first, fourth) == (BOARD, BOARD)
    assert second.startswith("puzzle 2: an object with the rows")
    assert third.startswith("puzzle 3, line 1, column 1: 'x' is not a cell")
