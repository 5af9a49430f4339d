import json
import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.errors import LevelFormatError
from generator.puzzles.watersort.declaration import DECLARATION
from generator.puzzles.watersort.files import (
    WRITERS,
    format_boards,
    format_json,
    format_numbers,
    parse_each,
    parse_file,
)
from generator.puzzles.watersort.level import format_level, parse_level
from generator.puzzles.watersort.pours import format_moves, played
from generator.puzzles.watersort.solver import solve
from generator.puzzles.watersort.variants import ENDS, POURS
from generator.values import Entry
from tests.generator.puzzles.watersort.published import Article
from tests.generator.puzzles.watersort.strategies import levels

WORDS = st.text(max_size=20)
PHRASES = WORDS.map(lambda text: " ".join(text.split()))
ANY_LEVELS = levels(colours=24, capacity=16, least=1).map(format_level)
BOARD, SOLUTION = "ab.\nba.", "AC BA BC"
NUMBERS = "3\n0 1\n1 0\n-1 -1"
FRAGMENTS = (
    *(
        BOARD,
        NUMBERS,
        "\n",
        "\r\n",
        "\n\n",
        " ",
        "0",
        "2 2",
        "-1 -1",
        "-1",
        "999",
        "0 4",
        "ab",
        ".",
        "LOOSE",
        "BALL WHOLE",
    ),
    *(
        "; title",
        ";",
        "Solution: AC",
        "\u017folution: AC",
        "AUTHOR:",
        "comment: 2",
        "Title: t",
        "\ufeff",
        "\0",
        "\u2003",
    ),
    *("[", "]", "{", "}", '"', ",", ":", '"tubes"', "[[0, 1], [1, 0], []]", '{"tubes": [[0, 1], [1, 0], []]}'),
    *('"pours"', '"ball"', "null", "true", "1e999", "NaN", "9" * 5000, "9" * 4000, "\\ud800", "-", "\u0663"),
)
NUMERALS = ("0", "1", "2", "3", "-1", "-2", "24", "9999", "\u0661")
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | WORDS,
    lambda some: st.lists(some, max_size=4) | st.dictionaries(WORDS, some, max_size=3),
    max_leaves=8,
)
UNITS = st.integers(-2, 25) | st.booleans() | st.floats(0, 3)
ITEMS = st.fixed_dictionaries(
    {},
    optional={
        "tubes": st.permutations([[0, 1], [1, 0], []]) | st.lists(st.lists(UNITS, max_size=4), max_size=4) | JSON,
        "capacity": st.integers(-1, 14) | JSON,
        "pours": st.sampled_from([*POURS]) | JSON,
        "ends": st.sampled_from([*ENDS]) | JSON,
        "title": JSON,
        "solution": st.lists(st.lists(st.integers(-1, 4), min_size=1, max_size=3)) | JSON,
    },
)


@st.composite
def solved(draw):
    """Small levels with a solution, if they have any."""
    level = draw(levels(colours=3))
    return Entry(format_level(level), draw(PHRASES), draw(PHRASES), draw(PHRASES), solve(level, 100_000).moves)


def text_of(entries, write=format_boards):
    return "".join(write(entries))


@settings(max_examples=50)
@given(st.lists(st.builds(Entry, ANY_LEVELS, PHRASES, PHRASES, PHRASES, PHRASES), min_size=1, max_size=3))
def test_boards_keep_everything(entries):
    assert parse_file(text_of(entries)) == entries


@settings(max_examples=50)
@given(st.lists(st.builds(Entry, ANY_LEVELS, PHRASES, PHRASES, PHRASES, PHRASES), min_size=1, max_size=3))
def test_numbers_keep_levels_and_titles(entries):
    assert parse_file(text_of(entries, format_numbers)) == [Entry(entry.text, entry.title) for entry in entries]


@settings(max_examples=50)
@given(st.lists(solved(), min_size=1, max_size=3))
def test_json_keeps_everything(entries):
    assert parse_file(text_of(entries, format_json)) == entries


@settings(max_examples=50)
@given(st.lists(st.builds(Entry, ANY_LEVELS, WORDS, WORDS, WORDS, WORDS), min_size=1, max_size=3))
def test_any_words_make_a_text_that_is_stable(entries):
    for write in (format_boards, format_numbers):
        written = text_of(entries, write)
        assert text_of(parse_file(written), write) == written


def test_what_a_format_has_no_place_for_is_declared():
    entry = Entry(BOARD, "title", "author", "comment", SOLUTION)
    assert set(DECLARATION.formats) == set(WRITERS)
    for name, write in WRITERS.items():
        kept = replace(entry, **dict.fromkeys(DECLARATION.formats[name].lost, ""))
        assert parse_file(text_of([entry], write)) == [kept]


def test_a_level_in_every_format():
    entry = Entry(f"LOOSE\n{BOARD}", "two", "me", "", SOLUTION)
    assert text_of([entry]) == f"; two\nLOOSE\n{BOARD}\nAuthor: me\nSolution: {SOLUTION}\n"
    assert text_of([entry], format_numbers) == f"; two\nLOOSE\n{NUMBERS}\n"
    assert json.loads(text_of([entry], format_json)) == {
        "capacity": 2,
        "tubes": [[1, 0], [0, 1], []],
        "pours": "water",
        "ends": "loose",
        "title": "two",
        "author": "me",
        "solution": [[0, 2], [1, 0]],
    }


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_levels_are_parted_by_blank_lines_or_titles(end):
    text = f"\ufeff\n\n{BOARD}\nSOLUTION:{SOLUTION}\n; next\n{BOARD}\n\n \nBALL\n{BOARD}\nAuthor: me\n{NUMBERS}\n\n"
    found = [Entry(BOARD, solution=SOLUTION), Entry(BOARD, "next"), Entry(f"BALL\n{BOARD}", author="me"), Entry(BOARD)]
    assert parse_file(text.replace("\n", end)) == found


@pytest.mark.parametrize(
    "text",
    [
        '{"tubes": [[1, 0], [0, 1], []]}\n{"tubes": [[1, 0], [0, 1], []], "capacity": 2}\n',
        '[{"tubes": [[1, 0], [0, 1], []], "pours": "water"},\n {"tubes": [[1, 0], [0, 1], []], "ends": "together"}]',
        '\ufeff{\r\n"tubes": [[1, 0],\r\n[0, 1], []]\r\n}\r\n\r\n{"tubes": [[1, 0], [0, 1], []], "more": {}}',
    ],
)
def test_json_may_be_lines_or_one_array_or_spread_over_lines(text):
    assert parse_file(text) == [Entry(BOARD), Entry(BOARD)]


@pytest.mark.parametrize(("head", "tubes", "empty"), [("9\n4", 11, 2), ("7 4", 9, 2), ("14", 14, 2), ("12 4", 14, 2)])
def test_the_inputs_of_the_article_are_read_as_they_are(shared, head, tubes, empty):
    (entry,) = parse_file(Article(shared).numbers(head))
    level = parse_level(entry.text)
    assert (len(level.tubes), level.capacity, level.empty) == (tubes, 4, empty)
    assert solve(level, 100_000).upper_bound in (23, 29, 39, 41)


def test_tubes_of_the_article_are_written_from_the_top(shared):
    article = Article(shared)
    (entry,) = parse_file(article.numbers("14"))
    assert text_of([entry], format_numbers) == article.numbers("14")
    assert parse_level(entry.text).tubes[:3] == ("", "", "fedj")


def test_numbers_without_the_places_that_are_free_are_told_by_the_number_of_tubes():
    assert parse_file("2\n0 1\n1 0") == [Entry("ab\nba")]
    assert parse_file("2 2\n0 1\n1 0") == parse_file("2\n2\n0 1\n1 0") == [Entry("ab..\nba..")]
    assert parse_file("LOOSE\n3\n-1 0\n1 0\n-1 1") == [Entry("LOOSE\n.b.\naab")]


@pytest.mark.parametrize("solution", ["AC", "nothing of the kind", " AZ  AB"])
def test_what_is_no_solution_is_kept_as_it_is(solution):
    entry = Entry(BOARD, solution=solution)
    written = text_of([entry], format_json)
    assert json.loads(written)["solution"] == solution
    assert parse_file(written) == [entry]


@pytest.mark.parametrize(
    "said",
    [
        "Solution:\nAC BA BC",
        "Solution:\nAC BA\n BC \n",
        "Solution: AC,\nBA, BC,",
        "solution:\nA>C B-A\nBC",
        "Solution:\ndeep = 3 from 1 to 2\ndeep = 2 from 1 to 0\ndeep = 1 from 0 to 2",
    ],
)
def test_a_solution_may_go_on_in_the_lines_below(said):
    first, second = parse_file(f"{BOARD}\n{said}\nLOOSE\n{BOARD}")
    assert second == Entry(f"LOOSE\n{BOARD}")
    assert format_moves(played(parse_level(first.text), first.solution)[0]) == SOLUTION


def test_what_is_said_twice_joins_the_comment():
    notes = "Comment: one\nTitle:\nAuthor:\nAuthor: me\nComment:\ncomment:two\nAuthor: you\nSolution: AC\nSolution:\nBA"
    entry = Entry(BOARD, "title", "me", "one\ntwo\nAuthor: you\nSolution:\nBA", "AC")
    assert parse_file(f"; title\n{BOARD}\n{notes}") == [entry]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "there is no level in this file"),
        ("[]", "there is no level in this file"),
        ("; a title alone", "there is no level in this file"),
        (
            "some words",
            "line 1: 'some words' is not a row of a level; write small letters from a to x, and '.' for none",
        ),
        (f"{BOARD}\nsome words", "line 3: 'some words' is not a row of a level"),
        (f"{BOARD}\nab|ba", "line 3, column 3: '[|]' is not a unit"),
        ("ab\nbz", "line 2, column 2: 'z' is not a unit; write small letters from a to x, and '.' for none"),
        ("; title\n  zb\n  ba", "line 2, column 3: 'z' is not a unit"),
        ("AB.\nBA.", "line 1, column 1: 'A' is not a unit; write small letters from a to x"),
        ("AB\nBA", "line 1: 'AB' is not a rule; .*, or leave the row out; units are small letters"),
        ("ab\nBA", "line 2, column 1: 'B' is not a unit"),
        ("ab\nb1", "line 2, column 2: '1' is not a unit"),
        ("ab\n12", "line 2, column 1: '1' is not a unit"),
        ("\n ab.\n .ab", "line 2, column 2: a unit has an empty place below it"),
        ("\nball\nab.\nba.", "line 3: the number of tubes is 3 here, but 4 above; rules are written in capitals"),
        (f"\n; title\n{BOARD}\nab", "line 5: the number of tubes is 2 here, but 3 above"),
        ("\nab.\nac.", "line 2: colour b should have 2 units, as many as a tube holds, not 1"),
        ("\nBALL\nab.\nac.", "line 3: colour b should have 2 units, as many as a tube holds, not 1"),
        ("BALL\nab.\nba", "line 3: the number of tubes is 2 here, but 3 above"),
        ("\nLOSE\nab.\nba.", "line 2: 'LOSE' is not a rule"),
        ("\nLOSE\n\nab.\nba.", "line 2: 'LOSE' is not a rule"),
        (f"LOSE\n{NUMBERS}", "line 1: 'LOSE' is not a rule"),
        ("\n3\n0 1\n1 0", "line 2: the first line should say how many tubes follow, here 2, and perhaps how much"),
        ("2 2 2\n0 1\n1 0", "line 1: the first line should say how many tubes follow, here 2"),
        ("-1\n0 1", "line 1: the first line should say how many tubes follow, here 1"),
        ("0", "line 1: there should be 2 to 26 tubes, not 0"),
        ("1", "line 1: the first line should say how many tubes follow, here 0"),
        ("0 4", "line 1: all tubes are empty"),
        ("3\n0 1\n1 0 0\n-1 -1", "line 3: the number of places in this tube is 3, not 2"),
        ("2 3\n0 1\n1 0", "line 2: the number of places in this tube is 2, not 3"),
        ("3\n0 1\n1 24\n-1 -1", "line 3: 24 is not a colour; colours are numbers from 0 to 23"),
        ("3\n0 1\n0 -1\n-1 -1", "line 3: a unit has an empty place below it"),
        ("2 3\n0 1 1\n-1 0 -1", "line 3: a unit has an empty place below it"),
        ("3\n0 1\n1 1\n-1 -1", "line 1: colour a should have 2 units"),
        ("2\n2\n0 1\n1 2", "line 1: colour a should have 2 units"),
        ("{", "the JSON cannot be read: .* line 1"),
        ("[" * 100_000, "the JSON cannot be read: its brackets are nested too deeply"),
        ('[{"tubes": [[0, 1], [1, 0], []]}, 7]', "level 2, an object with lists of numbers as 'tubes'"),
        ('{"tubes": [[0, 1], "ba"]}', "level 1, an object with lists of numbers as 'tubes'"),
        ('{"tubes": [[0, 1], [1, 24]]}', "level 1, 24 is not a colour"),
        ('{"tubes": [[0, 1], [1, "b"]]}', "level 1, 'b' is not a colour"),
        ('{"tubes": [[0, 1], [1, 1]]}', "level 1, colour a should have 2 units"),
        ('{"tubes": [[0, 1], [1, 0]], "capacity": 1}', "level 1, a tube should hold 2 to 16 units, not 1"),
        ('{"tubes": [[0, 1], [1, 0]], "capacity": 2.5}', "level 1, its 'capacity' is 2.5, not a number from 2 to 16"),
        ('{"tubes": [[0, 1], [1, 0]], "capacity": true}', "level 1, its 'capacity' is true, not a number"),
        ('{"tubes": [[0, 1], [1, true]]}', "level 1, true is not a colour"),
        ('{"tubes": [[0, 1], [1, null]]}', "level 1, null is not a colour"),
        ('{"tubes": [[0, 1], [1, "\\n"]]}', r"level 1, '\\n' is not a colour"),
        (
            '{"tubes": [[0, 1], [1, 0]], "pours": "oil"}',
            "level 1, its 'pours' is 'oil'; choose from: 'water', 'whole', 'ball'",
        ),
        ('{"tubes": [[0, 1], [1, 0]], "pours": []}', r"level 1, its 'pours' is \[...\]; choose from: 'water'"),
        ('{"tubes": [[0, 1], [1, 0]], "ends": {}}', "level 1, its 'ends' is {...}; choose from: 'together', 'loose'"),
        (
            '{"tubes": [[0, 1], [1, 0]], "solution": [[0, 2]]}',
            "level 1, its solution is neither a text nor a list of pours",
        ),
        ('{"tubes": [[0, 1], [1, 0]], "solution": [[true, 0]]}', "level 1, its solution is neither a text nor"),
    ],
)
def test_refusals_name_the_place(text, problem):
    with pytest.raises(LevelFormatError, match=f"^{problem}"):
        parse_file(text)


@pytest.mark.parametrize("capacity", ["9" * 4000, "-" + "9" * 4000])
def test_a_number_beyond_measure_does_not_make_a_message_beyond_measure(capacity):
    assert_read_or_refused(f'{{"tubes": [[0, 1], [1, 0]], "capacity": {capacity}}}')


@pytest.mark.parametrize("depth", [*range(800, 1000, 7), 100_000])
def test_what_is_nested_at_any_depth_is_refused_in_one_line(depth):
    nested = "[" * depth + "]" * depth
    assert_read_or_refused(nested)
    assert_read_or_refused(f'{{"tubes": [[{nested}]]}}')
    assert_read_or_refused(f'{{"tubes": [[0, 1], [1, 0]], "pours": {nested}}}')


@settings(max_examples=60)
@given(st.lists(st.sampled_from(FRAGMENTS) | st.text(max_size=3), max_size=20).map("".join))
def test_every_text_is_levels_or_refused_in_one_line(text):
    assert_read_or_refused(text)


@settings(max_examples=60)
@given(st.lists(st.lists(st.sampled_from(NUMERALS), max_size=4).map(" ".join), max_size=6))
def test_all_lines_of_numbers_are_levels_or_refused_in_one_line(lines):
    assert_read_or_refused("\n".join(lines))


@settings(max_examples=60)
@given(JSON | ITEMS)
def test_every_json_is_levels_or_refused_in_one_line(value):
    assert_read_or_refused(json.dumps(value))
    assert_read_or_refused(json.dumps([value, value], indent=1))


def assert_read_or_refused(text):
    try:
        entries, message = parse_file(text), "read"
    except LevelFormatError as error:
        entries, message = [], str(error)
    assert bool(entries) == (message == "read")
    assert re.fullmatch(".{1,299}", message)
    levels = [entry.text for entry in entries]
    for write in (format_boards, format_numbers) if entries else ():
        assert [entry.text for entry in parse_file(text_of(entries, write))] == levels


def test_pours_of_a_level_that_is_solved_already_are_not_written_to_json():
    (entry,) = parse_file("3\n-1 -1\n2 2\n-1 -1\nSolution: AC BA BC\n")
    assert "solution" not in json.loads("".join(format_json([entry])))


def listed(text):
    """Each level of a file by its text, or what is wrong with it."""
    return [found.text if isinstance(found, Entry) else str(found) for found in parse_each(text)]


def test_a_wrong_level_leaves_the_others_of_its_file_to_be_read():
    first, second, third, fourth = listed(f"{BOARD}\n\n; wrong\nab.\nbz.\nAuthor: me\n{BOARD}\n\nBALL\n{NUMBERS}")
    assert (first, third, fourth) == (BOARD, BOARD, f"BALL\n{BOARD}")
    assert second.startswith("line 6, column 2: 'z' is not a unit")


@pytest.mark.parametrize(
    ("wrong", "problem"),
    [
        ("ab.\nba.\nc b .", "line 6: 'c b .' is not a row of a level"),
        ("3\n0 1\n1 0\n-1 x\n0 1", "line 4: the first line should say how many tubes follow"),
        (f"LOSE\n{BOARD}", "line 4: 'LOSE' is not a rule"),
        (f"LOSE\n\n{BOARD}", "line 4: 'LOSE' is not a rule"),
        (f"LOSE\nBALL\n\n; title\n{BOARD}", "line 4: 'LOSE' is not a rule"),
        ("some words\nand more\nof them", "line 4: 'some words' is not a row of a level"),
    ],
)
def test_no_part_of_a_wrong_level_is_taken_for_another_one(wrong, problem):
    first, second, third = listed(f"{BOARD}\n\n{wrong}\n\nLOOSE\n{BOARD}")
    assert (first, third) == (BOARD, f"LOOSE\n{BOARD}")
    assert second.startswith(problem)


def test_a_wrong_object_leaves_the_others_of_its_json_to_be_read():
    item = '{"tubes": [[1, 0], [0, 1], []]}'
    first, second, third = listed(f'{item} {{"tubes": [[1, 0], [0, 24]]}} {item}')
    assert (first, third) == (BOARD, BOARD)
    assert second.startswith("level 2, 24 is not a colour")


def test_json_that_cannot_be_read_has_no_levels():
    with pytest.raises(LevelFormatError, match="the JSON cannot be read"):
        parse_each('{"tubes": [[1, 0], [0, 1], []]}\n{"tubes"')
