import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.errors import IllegalMoveError, LevelFormatError
from generator.puzzles.sokoban.notation import files, lines, scan
from generator.puzzles.sokoban.notation.files import parse_file
from generator.puzzles.sokoban.notation.xsb import format_level, parse_level
from generator.values import Entry
from tests.generator.puzzles.sokoban.notation.fragments import BOARD, OTHER
from tests.generator.puzzles.sokoban.notation.strategies import boards, entries, moves


class TestBoard:
    @pytest.mark.parametrize("floor", ["-", "_", " "])
    def test_floor_is_a_space_a_minus_or_an_underscore(self, floor):
        assert parse_level(OTHER.replace("-", floor)) == parse_level(OTHER)

    def test_rows_are_cut_and_padded_to_one_rectangle(self):
        level = parse_level("\n     ####\n    ##  ##  \n    #@$. #\n    ######\n")
        assert format_level(level) == "-####-\n##--##\n#@$.-#\n######"

    def test_blank_rows_around_a_board_are_no_part_of_it(self):
        assert format_level(parse_level(f"------\n{BOARD}\n______\n")) == BOARD

    @given(boards)
    def test_parse_and_format_are_inverse(self, board):
        assert format_level(parse_level(board)) == board

    @pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
    def test_every_kind_of_line_end_and_a_byte_order_mark(self, newline):
        assert format_level(parse_level("\ufeff" + BOARD.replace("\n", newline))) == BOARD


class TestRefused:
    @pytest.mark.parametrize(
        ("text", "place", "problem"),
        [
            ("", None, "there is no level in this text; draw one with"),
            ("Title: nothing\n\nsome words", None, "there is no level in this text"),
            ("#####\n#-$.#\n#####", (1, None), "no player; write one '@'"),
            ("#####\n#@$.#\n#-+-#\n#####", (3, 3), "second player"),
            ("  #####\n  #@@$.#\n  ######", (2, 5), "second player"),
            ("#####\n#@-.#\n#####", (1, None), "no boxes; write them '[$]'"),
            ("######\n#@$*-#\n######", (1, None), "boxes: 2, goals: 1"),
            ("\n\n#####\n#@$.\n#####", (4, 5), "not closed"),
            ("#####\n#@$.#\n#--#", (3, 2), "not closed"),
            ("#####", (1, None), "rows: 1, columns: 5; a level has 3 to 100 of each"),
            ("#" * 101 + "\n#@$." + "-" * 96 + "#\n" + "#" * 101, (1, None), "rows: 3, columns: 101"),
            ("####\n" + "#--#\n" * 100 + "####", (1, None), "rows: 102, columns: 4"),
            ("#####\n#@$.#\n $.\n#####", (3, None), "this row of a level has no wall"),
            (BOARD + "\n\n" + BOARD, (5, None), "a second level begins here"),
            ("#####\n#@x.#\n#####", (2, 3), "'x' is not allowed in a row of a level; use '#' for a wall"),
            ("#####\n  #@$.#7\n#####", (2, 8), "a count must stand before what it repeats"),
            ("#####\n#@ $7.#\n#####", (2, 5), "'7' is not allowed in a row"),
            ("#####\n#@\t$.#\n#####", (2, 3), r"'\\t' is not allowed in a row"),
            ("Title: x\n#####\n#@\0.#", (3, 3), r"not text but binary content \('\\x00'\)"),
            ("\x7fELF", (1, 1), "binary content"),
        ],
    )
    def test_the_message_names_the_place_and_the_remedy(self, text, place, problem):
        with pytest.raises(LevelFormatError, match=problem) as caught:
            parse_level(text)
        assert (caught.value.line, caught.value.column) == (place or (None, None))

    def test_a_text_too_long_to_be_a_level_file(self):
        with pytest.raises(
            LevelFormatError,
            match=r"apart from its solutions, this text is longer than 67,108,864 characters; split it",
        ):
            parse_file("#" * (scan.LARGEST_NOTES + 1))
        with pytest.raises(LevelFormatError, match=r"more than 1,000,000 lines; split it"):
            parse_file("\n" * (lines.MOST_LINES + 1))

    def test_one_bad_level_among_good_ones(self):
        with pytest.raises(LevelFormatError, match=r"line 8, column 2: .* not closed"):
            parse_file(f"{BOARD}\n\n#####\n#@$.#\n#-###\n#-#\n\n{BOARD}")

    @given(st.text("#@$.*+-_ \n;:aL", max_size=60))
    def test_nothing_but_a_level_or_one_clear_line_comes_out(self, text):
        try:
            entries = parse_file(text)
        except LevelFormatError as error:
            message = str(error)
        else:
            message = ""
            assert parse_file(format_file(entries)) == entries
        assert "\n" not in message


class TestNotes:
    def test_keys_behind_the_board_in_any_case(self):
        text = f"{BOARD}\nTITLE: One\nauthor : A. Author\nComment: short\nsolution: R\n\n{OTHER}\ntitle: Two\n"
        one, two = parse_file(text)
        assert one == Entry(BOARD, "One", "A. Author", "short", "R")
        assert (two.title, two.text) == ("Two", OTHER)

    def test_keys_before_every_board(self):
        text = f"Title: One\nAuthor: A\n{BOARD}\nSolution: R\n\nAuthor: B\nTitle: Two\n\n{OTHER}\nSolution: RR\n"
        assert parse_file(text) == [Entry(BOARD, "One", "A", "", "R"), Entry(OTHER, "Two", "B", "", "RR")]

    def test_semicolon_names_before_the_boards(self):
        assert _titles(f"; 1\n\n{BOARD}\n\n; 2\n\n{OTHER}\n\n") == ["1", "2"]

    def test_semicolon_names_behind_the_boards(self):
        assert _titles(f"{BOARD}\n\n; 1\n\n{OTHER}\n; 2\n") == ["1", "2"]

    def test_a_title_key_goes_before_a_semicolon_name(self):
        (entry,) = parse_file(f"; 17\n{BOARD}\nTitle: Named\n")
        assert (entry.title, entry.comment) == ("Named", "17")

    def test_semicolon_names_before_and_keys_behind(self):
        assert _titles(f"; 1\n{BOARD}\nTitle: One\n\n; 2\n{OTHER}\nTitle: Two\n") == ["One", "Two"]

    def test_a_line_of_text_before_a_board_is_its_title(self):
        text = f"First\n\n{BOARD}\n\nAuthor: A\n\nSecond: the other\n\nLevel 2 of 3\n\n{OTHER}\n"
        assert _titles(text) == ["First", "Level 2 of 3"]
        assert parse_file(text)[0].author == "A"

    @pytest.mark.parametrize("end", ["Comment-End:", "comment_end", "COMMENT-END:  "])
    def test_a_comment_block_may_hold_anything(self, end):
        block = "first\n\n  # not a row #x\nTitle: not a title\n#####"
        (entry,) = parse_file(f"{BOARD}\nComment:\n{block}\n{end}\nTitle: Real\n")
        assert (entry.title, entry.comment) == ("Real", block)

    def test_a_comment_that_never_ends_swallows_no_level(self):
        assert len(parse_file(f"{BOARD}\nComment:\n\n{BOARD}\nComment:\nwords\nComment-End:\n")) == 2

    def test_what_no_level_needs_is_kept_in_the_comment(self):
        text = f"Collection: Wells\n:: not to be shown\n\n{BOARD}\nDifficulty: 3\nTitle: T\nTitle: U\nquite easy\n"
        (entry,) = parse_file(text)
        assert entry.title == "T"
        assert entry.comment == "Collection: Wells\nDifficulty: 3\nTitle: U\nquite easy"

    @pytest.mark.parametrize(
        "solution",
        [
            "Solution: RR",
            "Solution:\nR\nR",
            "SOLUTION: R\n R",
            "Solution (2/2): RR",
            "Solution (2/2)\nRR",
            "Solution 1/Moves\n\nRR",
            "Solution: (2/2) R R",
        ],
    )
    def test_solutions_as_programs_write_them(self, solution):
        (entry,) = parse_file(f"{OTHER}\n{solution}\n\nAuthor: A\n")
        assert (entry.solution, entry.author, entry.comment) == ("RR", "A", "")

    @pytest.mark.parametrize("line", ["Solution: see the web site", "Solutions are easy", "Solution:"])
    def test_a_solution_without_moves_is_but_a_text(self, line):
        (entry,) = parse_file(f"{BOARD}\n{line}\n")
        assert (entry.solution, entry.comment) == ("", line)


class TestFile:
    @given(entries)
    def test_parse_and_format_are_inverse(self, entries):
        assert parse_file(format_file(entries)) == entries

    @given(st.lists(st.builds(Entry, boards, st.text(), st.text(), st.text(), moves), min_size=1, max_size=3))
    def test_any_words_whatever_make_a_file_that_is_stable(self, entries):
        text = format_file(entries)
        assert format_file(parse_file(text)) == text

    def test_words_that_look_like_the_format(self):
        comment = "Comment:\nComment-End:\nSolution: R\n#####\n; x"
        (entry,) = parse_file(format_file([Entry(BOARD, "#####", "Title: x", comment, "R")]))
        assert (entry.title, entry.author, entry.solution) == ("#####", "Title: x", "R")
        assert entry.comment == "> Comment:\n> Comment-End:\nSolution: R\n#####\n; x"

    def test_moves_are_wrapped_at_100_columns(self):
        lines = format_file([Entry(BOARD, solution="rl" * 101)]).split("\n")
        assert [len(line) for line in lines[4:]] == [100, 100, 2, 0]

    def test_a_solution_with_another_letter_is_not_written(self):
        with pytest.raises(IllegalMoveError, match="'x' is not a move"):
            format_file([Entry(BOARD, solution="Rx")])

    def test_millions_of_moves_are_read_and_written_in_no_time(self):
        entry = Entry(BOARD, solution="lurd" * 1_000_000)
        assert parse_file(format_file([entry])) == [entry]
        assert parse_file(f"{BOARD}\nSolution: {entry.solution}") == [entry]

    def test_public_collections_are_read_whole(self, shared):
        counts = {"microban1.txt": 155, "xsokoban90.txt": 90, "boxworld100.txt": 100, "human/levels.txt": 221}
        for name, count in counts.items():
            entries = parse_file((shared / "levels/sokoban" / name).read_text("utf-8"))
            assert len(entries) == count
            assert all(entry.title.isdigit() and not entry.comment for entry in entries)
            assert parse_file(format_file(entries)) == entries


def _titles(text):
    return [entry.title for entry in parse_file(text)]


def format_file(entries):
    return "".join(files.format_file(entries, "xsb"))
