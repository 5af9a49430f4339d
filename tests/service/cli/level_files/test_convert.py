"""Level files go from one format to another, and every format is imported and exported."""

import json
from pathlib import Path

import pytest

from generator import get_declaration, get_family
from tests.service.conftest import CORRIDOR, Invoke, refused

SOKOBAN = get_family("sokoban")
FORMATS = get_declaration("sokoban").formats
SOLVED = f"{CORRIDOR}Title: Corridor\nAuthor: Somebody\nSolution:\nR\n"
CHINESE = f"{CORRIDOR}Title: 百川归海\nAuthor: 某人\n"


@pytest.fixture
def corridor(folder: Path) -> Path:
    path = folder / "corridor.xsb"
    path.write_text(SOLVED)
    return path


@pytest.mark.parametrize("format_", FORMATS)
def test_there_and_back_again(cenote: Invoke, corridor: Path, format_: str) -> None:
    result = cenote("convert", corridor, "there", "--to", format_)
    assert result.exit_code == 0
    assert "levels written to there: 1" in result.stderr
    assert (f"because {format_} cannot hold them" in result.stderr) == bool(FORMATS[format_].lost)
    back = cenote("convert", "there", "-").stdout
    assert back == (SOLVED.partition("Solution")[0] if "solution" in FORMATS[format_].lost else SOLVED)


@pytest.mark.parametrize(("ending", "begins"), [("sok", "Corridor\n\n#####"), ("SLC", "<?xml"), ("mf8", "[soko=5,3]")])
def test_the_ending_tells_the_format(cenote: Invoke, corridor: Path, ending: str, begins: str) -> None:
    assert cenote("convert", corridor, f"out.{ending}").exit_code == 0
    assert Path(f"out.{ending}").read_text().startswith(begins)


def test_standard_streams(cenote: Invoke) -> None:
    message = refused(cenote("convert", "-", "-", "--to", "rle", stdin=b"4#|#p-b.#|6#\nSolution: RR"))
    assert message.startswith("Error: standard input: line 1: of the board that begins here, line 1, column 5: ")
    result = cenote("convert", "-", "-", "--to", "rle", stdin=b"6#|#p-b.#|6#\nSolution: rrR")
    assert result.stdout == "6#|#@-$.#|6#\nSolution:\nrR\n"


def test_the_case_of_a_solution_is_put_right_and_its_tail_cut(cenote: Invoke, folder: Path) -> None:
    (folder / "small.txt").write_text(f"{CORRIDOR}\nSolution: rll\n")
    assert "\nSolution:\nR\n" in cenote("convert", "small.txt", "-").stdout
    assert cenote("import", "--no-solve", "small.txt").exit_code == 0
    (level,) = json.loads(cenote("best", "-f", "json").stdout)
    assert (level["upper_bound"], level["solution"]) == (1, "R")


def test_a_solution_that_is_none_stays_and_is_told(cenote: Invoke, folder: Path) -> None:
    (folder / "wrong.txt").write_text(f"{CORRIDOR}\nSolution: ll\n")
    result = cenote("convert", "wrong.txt", "-")
    assert "Solution:\nll\n" in result.stdout
    assert (
        "level 1: its solution does not solve it, and is kept as it was: move 1: the player runs into a wall"
        in result.stderr
    )


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_files_with_a_byte_order_mark_are_read(cenote: Invoke, folder: Path, encoding: str) -> None:
    (folder / "in.xsb").write_text(CHINESE, encoding=encoding)
    assert cenote("convert", "in.xsb", "-").stdout == CHINESE


def test_the_board_is_read_where_the_encoding_cannot_be_told(cenote: Invoke, folder: Path) -> None:
    text = "#####\n#@$.#\n#####\nTitle: 倉庫番難題精選\n"
    (folder / "in.xsb").write_text(text, encoding="big5")
    assert SOKOBAN.parse_file(cenote("convert", "in.xsb", "-").stdout)[0].text == "#####\n#@$.#\n#####"


@pytest.mark.parametrize("encoding", ["gbk", "utf-8"])
def test_chinese_files_are_read_and_written_in_either_encoding(cenote: Invoke, folder: Path, encoding: str) -> None:
    (folder / "in.xsb").write_text(CHINESE, encoding=encoding)
    assert cenote("convert", "in.xsb", "-").stdout == CHINESE
    assert cenote("convert", "in.xsb", "out.xsb", "--encoding", "gbk").exit_code == 0
    assert (folder / "out.xsb").read_text("gbk") == CHINESE
    assert cenote("convert", "in.xsb", "-", "--encoding", "gbk").stdout_bytes == CHINESE.encode("gbk")
    assert cenote("convert", "in.xsb", "out.slc", "--encoding", "gbk").exit_code == 0
    assert SOKOBAN.parse_file((folder / "out.slc").read_text("utf-8"))[0].title == "百川归海"


def test_western_files_older_than_utf_8_are_not_taken_for_chinese_ones(cenote: Invoke, folder: Path) -> None:
    text = f"{CORRIDOR}Title: Größenwahn à la carte\nAuthor: José Muñoz\n"
    (folder / "in.xsb").write_text(text, encoding="latin-1")
    assert cenote("convert", "in.xsb", "-").stdout == text


def test_what_an_encoding_has_no_letters_for_is_refused(cenote: Invoke, folder: Path) -> None:
    (folder / "in.xsb").write_text(CHINESE)
    message = refused(cenote("convert", "in.xsb", "out.xsb", "--encoding", "latin-1"))
    assert "'百' cannot be written in latin-1; use --encoding utf-8" in message
    assert [path.name for path in folder.iterdir()] == ["in.xsb"]


def test_refusals(cenote: Invoke, corridor: Path) -> None:
    names = "xsb, rle, sok, slc, mf8, sokojava, url"
    assert f"no format 'doc'; there are: {names}" in refused(cenote("convert", corridor, "out", "--to", "doc"))
    assert f"out.doc stands for no format; choose one with --to: {names}" in refused(
        cenote("convert", corridor, "out.doc")
    )
    assert "overwrite it with --force" in refused(cenote("convert", corridor, corridor))
    assert cenote("convert", corridor, corridor, "--force").exit_code == 0
    assert "no such file" in refused(cenote("convert", "nothing.xsb", "out.xsb")).lower()
    assert "no format 'sok'; there are: text" in refused(
        cenote("convert", "--family", "template", corridor, "out", "--to", "sok")
    )


def test_export_takes_the_format_from_the_name_or_by_name(cenote: Invoke, corridor: Path) -> None:
    cenote("import", "--no-solve", corridor)
    result = cenote("export", "-o", "all.slc")
    assert "left out, because slc cannot hold them: each level's comment and solution" in result.stderr
    assert Path("all.slc").read_text().startswith("<?xml")
    assert cenote("export", "-f", "mf8").stdout.startswith("[soko=5,3]\nHHHHH\n")
    assert cenote("export", "-o", "all.levels").exit_code == 0
    assert Path("all.levels").read_text().startswith("#####\n")
    assert "there are: xsb" in refused(cenote("export", "-f", "doc"))


@pytest.mark.parametrize("format_", FORMATS)
def test_every_format_is_imported_and_solved_without_an_option(cenote: Invoke, corridor: Path, format_: str) -> None:
    cenote("convert", corridor, "levels", "--to", format_)
    assert cenote("import", "--no-solve", "levels").stdout == "levels: 1; stored: 1\n"
    (solved,) = json.loads(cenote("solve", "levels", "-f", "json").stdout)
    assert solved["title"] == "Corridor"
