"""Levels drawn by the command line."""

from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

from generator import get_declaration, get_family
from tests.patience import PATIENCE
from tests.service.conftest import CORRIDOR, UNSOLVABLE, Invoke, Start, refused

SOKOBAN = get_family("sokoban")
SOLVED = f"{CORRIDOR}Title: Corridor\nSolution:\nR\n"


@pytest.fixture
def file(folder: Path) -> Path:
    """A level without a solution and one with it."""
    path = folder / "levels.xsb"
    path.write_text(f"{UNSOLVABLE}\n{SOLVED}")
    return path


def test_a_stored_level_is_drawn_in_all_three_ways(cenote: Invoke, evolved: str, folder: Path) -> None:
    for ending in ("svg", "png", "gif"):
        result = cenote("render", "1", "--storage", evolved, "-o", f"level.{ending}")
        assert result.exit_code == 0, result.stderr
    assert ElementTree.parse(folder / "level.svg").getroot().attrib["width"] == str(11 * 16)
    with Image.open(folder / "level.png") as png, Image.open(folder / "level.gif") as gif:
        assert (png.format, png.size) == ("PNG", (352, 352))
        assert (gif.format, gif.size) == ("GIF", (352, 352))
        assert gif.n_frames > 2
    assert len(list(folder.iterdir())) == 3


def test_a_level_of_a_file_is_chosen_by_its_number(cenote: Invoke, file: Path, folder: Path) -> None:
    for number, width in (((), 7), (("--number", "1"), 7), (("--number", "2"), 5)):
        assert cenote("render", file, *number, "-o", "level.svg", "--force").exit_code == 0
        assert ElementTree.parse(folder / "level.svg").getroot().attrib["width"] == str(16 * width)
    assert cenote("render", "-", "-o", "piped.svg", stdin=CORRIDOR.encode()).exit_code == 0


def test_options_of_pictures(cenote: Invoke, file: Path, folder: Path) -> None:
    assert cenote("render", file, "--cell", "10", "--ruler", "-o", "level.PNG").exit_code == 0
    with Image.open(folder / "level.PNG") as png:
        assert png.size == (80, 80)
    arguments = ("--number", "2", "--cell", "10", "--delay", "50", "-o", "level.gif")
    result = cenote("render", file, *arguments)
    assert result.stderr == "scenes: 2\n"
    with Image.open(folder / "level.gif") as gif:
        assert (gif.size, gif.n_frames) == ((50, 30), 2)


def test_the_number_of_scenes_is_bounded(cenote: Invoke, evolved: str, folder: Path) -> None:
    assert cenote("render", "1", "--storage", evolved, "--scenes", "5", "-o", "level.gif").exit_code == 0
    with Image.open(folder / "level.gif") as gif:
        assert 2 <= gif.n_frames <= 6


def test_a_level_without_a_solution_is_not_animated(cenote: Invoke, file: Path, folder: Path) -> None:
    message = refused(cenote("render", file, "-o", "level.gif"))
    assert "no solution to show; solve it first (cenote solve)" in message
    assert ".png" in message
    assert [path.name for path in folder.iterdir()] == ["levels.xsb"]


def test_a_solution_that_is_none_is_refused(cenote: Invoke, folder: Path) -> None:
    (folder / "wrong.xsb").write_text(SOLVED.replace("\nR\n", "\nl\n"))
    assert "the solution cannot be shown: move 1: " in refused(cenote("render", "wrong.xsb", "-o", "level.gif"))
    assert not (folder / "level.gif").exists()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("levels.xsb",), "Missing option '-o'"),
        (("levels.xsb", "-o", "level.bmp"), "ends in .svg, .png or .gif"),
        (("levels.xsb", "-o", "-"), "ends in .svg, .png or .gif"),
        (("levels.xsb", "-o", "level.svg", "--number", "3"), "has 2 levels, so there is no --number 3"),
        (("levels.xsb", "-o", "level.svg", "--cell", "10"), "--cell does nothing for .svg"),
        (("levels.xsb", "-o", "level.png", "--delay", "100"), "--delay does nothing for .png"),
        (("levels.xsb", "-o", "level.png", "--scenes", "9"), "--scenes does nothing for .png"),
        (("levels.xsb", "-o", "level.png", "--cell", "0"), "0 is not in the range"),
        (("levels.xsb", "-o", "nowhere/level.png"), "No such file or directory"),
        (("nothing.xsb", "-o", "level.png"), "nothing.xsb: No such file or directory"),
        (("1", "-o", "level.png"), "there is no database at"),
        (("1", "--number", "1", "-o", "level.png"), "--number does nothing with the id of a level"),
        (("9" * 40, "-o", "level.png"), "is not in the range"),
        (("levels.xsb", "--family", "chess", "-o", "level.png"), "there is no puzzle family 'chess'"),
    ],
)
def test_what_cannot_be_drawn_is_refused(
    cenote: Invoke, file: Path, folder: Path, arguments: tuple[str, ...], told: str
) -> None:
    assert told in refused(cenote("render", *arguments))
    assert [path.name for path in folder.iterdir()] == ["levels.xsb"]


def test_an_unknown_level_is_refused(cenote: Invoke, evolved: str) -> None:
    assert "there is no level 100000" in refused(cenote("render", "100000", "--storage", evolved, "-o", "level.png"))


def test_nothing_is_overwritten_unasked(cenote: Invoke, file: Path, folder: Path) -> None:
    (folder / "level.png").write_text("mine")
    assert "overwrite it with --force" in refused(cenote("render", file, "-o", "level.png"))
    assert (folder / "level.png").read_text() == "mine"
    assert cenote("render", file, "-o", "level.png", "--force").exit_code == 0
    assert (folder / "level.png").read_bytes().startswith(b"\x89PNG")


def test_a_family_without_pictures_is_drawn_as_its_text(cenote: Invoke, folder: Path) -> None:
    cenote("generate", "--family", "template", "--size", "5", "--store", "--seed", "1")
    for ending in ("svg", "png"):
        assert cenote("render", "1", "-o", f"row.{ending}").exit_code == 0
    with Image.open(folder / "row.png") as png:
        assert png.size == (160, 32)
        assert len(png.convert("RGB").getcolors()) > 1, "letters are seen without fonts"
    assert "solutions of template are not drawn" in refused(cenote("render", "1", "-o", "row.gif"))


def test_another_family_is_animated_too(cenote: Invoke, folder: Path) -> None:
    entry = get_declaration("linjat").example
    (folder / "grid.txt").write_text("".join(get_family("linjat").format_file([entry], "rows")))
    assert cenote("render", "grid.txt", "--family", "linjat", "-o", "grid.gif").exit_code == 0


def test_the_pictures_of_the_guide_are_what_the_program_draws(cenote: Invoke, folder: Path) -> None:
    pictures = Path(__file__).parents[4] / "docs/pictures"
    assert cenote("render", pictures / "b5.xsb", "--ruler", "-o", "b5.svg").exit_code == 0
    assert (folder / "b5.svg").read_bytes() == (pictures / "b5.svg").read_bytes()
    with Image.open(pictures / "b5.gif") as gif, Image.open(pictures / "b5.png") as png:
        assert gif.size == png.size


@pytest.mark.process
def test_two_processes_draw_the_same_bytes(start: Start, file: Path, folder: Path) -> None:
    for name in ("one", "other"):
        process = start("render", file, "--number", "2", "--ruler", "-o", f"{name}.gif")
        _, complaints = process.communicate(timeout=PATIENCE)
        assert (process.returncode, complaints) == (0, "scenes: 2\n")
    assert (folder / "one.gif").read_bytes() == (folder / "other.gif").read_bytes()
