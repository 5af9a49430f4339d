import pytest
from hypothesis import given

from generator.errors import LevelFormatError
from generator.puzzles.sokoban.notation import codes
from generator.puzzles.sokoban.notation.files import parse_file
from generator.puzzles.sokoban.notation.xsb import format_level, parse_level
from tests.generator.puzzles.sokoban.notation.fragments import BOARD, OTHER
from tests.generator.puzzles.sokoban.strategies import levels

L_SHAPE = "####--\n#@-###\n#-$*.#\n######"


@pytest.mark.parametrize(
    "text",
    [
        "4#|#@-3#|#-$*.#|6#",
        "4#--|#@-3#|#-$*.#|6#|",
        "4#\n#@-3#\n#-$*.#\n6#",
        "####|#@-###\n#-$*.#|6#",
        "4#|#p_3#|#_bBo#|6#",
        "####\n#m-###\n#-bBo#\n######",
        "2(2(#))|#@-3(#)|#-$*.#|2(2(#)#)",
        "####__\n#@_###\n# $*.#\n######",
        "[soko=6,4]\nHHHH__\nHa_HHH\nH_$*.H\nHHHHHH\n[/soko]",
        "[SOKO=0,0]HHHH\nHa-HHH\nH_$*.H\nHHHHHH[/Soko]",
        "[sokojava=96,80][param='level']####|#@-###|#-$*.#|######[/param][/sokojava]",
        "http://sokoban.cn/sokoplayer/SokoPlayer_HTML5.php?w=6&h=4&lvl=HHHH|Ha_HHH|H_$*.H|HHHHHH",
        "https://sokoban.cn/sokoplayer/?lvl=HHHH%7CHa_HHH%7CH_%24*.H%7CHHHHHH&amp;w=6&amp;h=4",
    ],
)
def test_one_board_in_the_codes_of_all_programs(text):
    assert format_level(parse_level(text)) == L_SHAPE


@pytest.mark.parametrize("text", ["4#|#P$#|4#", "[soko=4,3]\nHHHH\nHX$H\nHHHH\n[/soko]", "####\n#M$#\n####"])
def test_a_player_on_a_goal(text):
    assert format_level(parse_level(text)) == "####\n#+$#\n####"


@given(levels())
@pytest.mark.parametrize(
    "write", [codes.format_counted, codes.format_mf8, codes.format_sokojava, codes.format_address, format_level]
)
def test_every_code_reads_back(write, level):
    assert parse_level(write(level)) == level


def test_codes_as_they_are_written():
    level = parse_level(L_SHAPE)
    assert codes.format_counted(level) == "4#|#@-3#|#-$*.#|6#"
    assert codes.format_mf8(level) == "[soko=6,4]\nHHHH__\nHa_HHH\nH_$*.H\nHHHHHH\n[/soko]"
    assert codes.format_sokojava(level).startswith("[sokojava=96,80][param='level']####--|#@-###|")
    assert codes.format_address(level).endswith(
        "/sokoplayer/SokoPlayer_HTML5.php?w=6&h=4&lvl=HHHH__|Ha_HHH|H_$*.H|HHHHHH"
    )


def test_an_empty_row_inside_of_a_board_is_written_with_a_floor():
    level = parse_level("####\n#@$.#\n#####\n-----\n####\n")
    assert codes.format_counted(level) == "4#|#@$.#|5#|-|4#"


def test_a_forum_post_has_notes_around_its_codes():
    post = f"Wells\n\n[soko=6,3]\nHHHHHH\nHa$_.H\nHHHHHH\n[/soko]\nAuthor: A\nSolution: RR\n\n{BOARD}\nTitle: Two\n"
    one, two = parse_file(post)
    assert (one.title, one.author, one.solution, one.text) == ("Wells", "A", "RR", OTHER)
    assert (two.title, two.text) == ("Two", BOARD)


@pytest.mark.parametrize("line", ["Level 1#2", "(#12)", "10 # 3", "2(#)(", "see sokoban.cn/sokoplayer/?w=1", "[soko]"])
def test_words_that_only_look_like_a_code_are_words(line):
    (entry,) = parse_file(f"{line}\n\n{BOARD}")
    assert (entry.title, entry.text) == (line, BOARD)


@pytest.mark.parametrize(
    ("text", "place", "problem"),
    [
        ("#2(#", (1, 5), "a bracket is still open"),
        ("#@$.#3", (1, 6), "a count must stand before"),
        ("#99999-#", (1, 2), "longer than 40,000 letters"),
        ("#9999(9999(9999(9999-)))#", (1, 22), "longer than 40,000 letters"),
        ("#30000-#\n#30000-#", (1, None), "this board has more than 40,000 letters"),
        ("#200-#|#@$.#", (1, None), "rows: 2, columns: 202"),
        ("\n5#|#@$.|5#", (2, None), "of the board that begins here, line 2, column 5: the level is not closed"),
        ("[soko=3,3]\nHHH\nHaH", (1, None), r"this code does not end; close it with \[/soko\]"),
        ("[soko=3,3]" + "\nHHH" * 300 + "[/soko]", (1, None), "this code does not end"),
        ("[soko=3,3]\nHHH\nHbH\nHHH\n[/soko]", (3, None), "'b' is not allowed in the code of a board"),
        ("[soko=3,3]\n\n[/soko]", (1, None), "nothing but floor"),
        ("sokoban.cn/sokoplayer/?lvl=HHH|HbH", (1, None), "'b' is not allowed"),
        ("sokoban.cn/sokoplayer/?lvl=HHH" + "&a=b" * 30, (1, None), "too many fields"),
    ],
)
def test_a_code_that_is_wrong_is_refused_with_its_place(text, place, problem):
    with pytest.raises(LevelFormatError, match=problem) as caught:
        parse_level(text)
    assert (caught.value.line, caught.value.column) == place


def test_the_counts_of_a_whole_file_are_bounded():
    board = "5#|#@$.#|5#|39000-#"
    with pytest.raises(LevelFormatError, match="more than 67,108,864 letters"):
        parse_file(f"{board}\n\n" * 2000)
