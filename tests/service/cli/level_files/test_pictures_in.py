"""Levels are read from pictures on the command line."""

import re
import sys
from pathlib import Path

import pytest
from PIL import Image

from generator import get_family
from storage.database import Database
from storage.queries import get_level
from tests.generator.puzzles.watersort.vision.scenes import Scene, drawn
from tests.patience import PATIENCE
from tests.service.conftest import Invoke, Start, refused

WATERSORT = get_family("watersort")
OURS = ("--family", "watersort")
LEVEL = "bdda..\nacdc..\nabcb..\ndbca.."


@pytest.fixture
def shot(folder: Path) -> Path:
    """A screenshot of another program."""
    path = folder / "shot.png"
    path.write_bytes(drawn(WATERSORT.parse(LEVEL), Scene(), 1))
    return path


@pytest.fixture
def cropped(shot: Path) -> Path:
    """The same without its last, empty tube, so that it is refused."""
    path = shot.with_name("cropped.png")
    with Image.open(shot) as whole:
        whole.crop((0, 0, round(0.9 * whole.width), whole.height)).save(path)
    shot.unlink()
    return path


def test_a_screenshot_becomes_a_level_with_its_origin_and_a_drawing(cenote: Invoke, shot: Path, folder: Path) -> None:
    result = cenote("import", shot.name, *OURS)
    assert (result.exit_code, result.stdout) == (0, "levels: 1; stored and proven: 1\n")
    assert result.stderr == "shot.png: a level of type 4x4+2, confidence 0.96; compare shot.read.png\n"
    with Image.open(shot) as before, Image.open(folder / "shot.read.png") as after:
        assert before.size == after.size
    with Database.open_readonly("sqlite:///cenote.db") as database:
        row = get_level(database, 1)
    assert row.comment == "read from shot.png, confidence 0.96"
    assert WATERSORT.identity(WATERSORT.parse(row.text)) == WATERSORT.identity(WATERSORT.parse(LEVEL))


@pytest.mark.process
@pytest.mark.slow
def test_what_is_rendered_is_read_back_in_processes_of_their_own(start: Start, folder: Path) -> None:
    (folder / "level.txt").write_text(f"{LEVEL}\n")

    def ran(*arguments: str) -> tuple[int | None, str, str]:
        process = start(*arguments)
        out, err = process.communicate(timeout=PATIENCE)
        return process.returncode, out, err

    assert ran("render", "level.txt", "-o", "level.png", *OURS)[0] == 0
    code, out, err = ran("import", "level.png", *OURS)
    assert (code, out) == (0, "levels: 1; stored and proven: 1\n")
    assert "confidence 0.9" in err
    assert ran("show", "1")[1].startswith(f"{LEVEL}\n")
    code, out, err = ran("import", "level.png", *OURS)
    assert (code, out, err.count("\n")) == (2, "", 1)


def test_a_drawing_is_not_overwritten_unless_asked_for(cenote: Invoke, shot: Path, folder: Path) -> None:
    kept = folder / "shot.read.png"
    kept.write_text("mine")
    assert "shot.read.png exists already" in refused(cenote("import", shot, *OURS))
    assert kept.read_text() == "mine"
    assert not (folder / "cenote.db").exists()
    assert cenote("import", shot, *OURS, "--drawing", "other.png").exit_code == 0
    assert kept.read_text() == "mine"
    assert cenote("import", shot, *OURS, "--force").exit_code == 0
    assert kept.read_bytes() == (folder / "other.png").read_bytes()


def test_pictures_and_texts_are_imported_together(cenote: Invoke, shot: Path, folder: Path) -> None:
    (folder / "level.txt").write_text("ab.\nba.\n")
    result = cenote("import", "level.txt", shot, *OURS)
    assert result.stdout == "levels: 2; stored and proven: 2\n"
    (folder / "photo.jpg").write_bytes(shot.read_bytes())
    assert "--drawing is for one picture, but there are 2;" in refused(
        cenote("import", shot, "photo.jpg", *OURS, "--drawing", "both.png", "--force")
    )
    assert "--drawing is for one picture, but there is none;" in refused(
        cenote("import", "level.txt", *OURS, "--drawing", "none.png")
    )


def test_a_drawing_goes_to_a_folder_that_is_there_and_ends_in_png(cenote: Invoke, shot: Path, folder: Path) -> None:
    told = refused(cenote("import", shot, *OURS, "--drawing", "nowhere/shot.png"))
    assert told == "Error: nowhere: No such file or directory\n"
    assert "give a name that ends in .png" in refused(cenote("import", shot, *OURS, "--drawing", "drawing.txt"))
    assert [path.name for path in folder.iterdir()] == ["shot.png"]
    assert cenote("import", shot, *OURS, "--drawing", "drawing.PNG").exit_code == 0


def test_the_standard_input_may_be_a_picture(cenote: Invoke, shot: Path, folder: Path) -> None:
    result = cenote("import", "-", *OURS, stdin=shot.read_bytes())
    assert result.exit_code == 0
    assert "standard input: a level of type 4x4+2" in result.stderr
    assert (folder / "picture.read.png").exists()
    with Database.open_readonly("sqlite:///cenote.db") as database:
        assert get_level(database, 1).comment.startswith("read from a picture, confidence 0.")


def test_the_first_bytes_tell_what_a_picture_is_not_its_name(cenote: Invoke, shot: Path, folder: Path) -> None:
    shot.rename(folder / "shot.txt")
    assert cenote("import", "shot.txt", *OURS).exit_code == 0
    (folder / "level.png").write_text("ab.\nba.\n")
    assert "this picture cannot be read" in refused(cenote("import", "level.png", *OURS))


@pytest.mark.parametrize("format_", ["BMP", "TIFF", "GIF"])
def test_of_other_pictures_it_is_said_which_ones_are_read(
    cenote: Invoke, shot: Path, folder: Path, format_: str
) -> None:
    with Image.open(shot) as image:
        image.save(folder / "other", format_)
    assert "give a complete PNG, JPEG or WebP file" in refused(cenote("import", "other", *OURS))


def test_nothing_is_stored_or_drawn_where_a_picture_cannot_be_read(cenote: Invoke, shot: Path, folder: Path) -> None:
    Image.new("RGB", (600, 800), "white").save(folder / "white.png")
    told = refused(cenote("import", shot, "white.png", *OURS))
    assert told.startswith("Error: white.png: no tubes were found")
    assert {path.name for path in folder.iterdir()} == {"shot.png", "white.png"}


def test_what_was_found_is_drawn_also_where_a_picture_is_refused(cenote: Invoke, cropped: Path, folder: Path) -> None:
    told = refused(cenote("import", cropped.name, *OURS))
    assert told.startswith("Error: cropped.png: 5 tubes with 4 colours of 4 units were found, but")
    assert told.endswith("; what was found is drawn in cropped.read.png\n")
    with Image.open(cropped) as before, Image.open(folder / "cropped.read.png") as after:
        assert before.size == after.size
    assert not (folder / "cenote.db").exists()
    (folder / "cropped.read.png").write_text("mine")
    assert "is drawn in" not in refused(cenote("import", cropped.name, *OURS))
    assert (folder / "cropped.read.png").read_text() == "mine"


def test_a_doubtful_reading_is_stored_once_the_user_confirms_it(cenote: Invoke, cropped: Path) -> None:
    said_no = cenote("import", cropped.name, *OURS, "--confirm", stdin=b"n\n")
    assert said_no.exit_code == 2
    assert "Error: cropped.png: the reading was not confirmed, so nothing is stored" in said_no.stderr
    said_yes = cenote("import", cropped.name, *OURS, "--confirm", "--force", stdin=b"y\n")
    assert said_yes.exit_code == 0
    assert "there may be further ones beside them" in said_yes.stderr
    assert "Is this the level of cropped.png? [y/N]: y" in said_yes.stdout
    assert said_yes.stdout.endswith("levels: 1; stored and proven: 1\n")


def test_a_sure_reading_waits_for_the_user_too_if_he_is_asked(cenote: Invoke, shot: Path, folder: Path) -> None:
    assert cenote("import", shot.name, *OURS, "--confirm", stdin=b"\n").exit_code == 2
    assert not (folder / "cenote.db").exists()
    told = refused(cenote("import", "-", *OURS, "--confirm", stdin=shot.read_bytes()))
    assert "--confirm asks on the standard input; give the picture as a file." in told


def test_other_families_and_commands_say_that_they_read_no_pictures(cenote: Invoke, shot: Path) -> None:
    assert "levels of sokoban are not read from pictures" in refused(cenote("import", shot))
    assert "cenote import reads levels from pictures" in refused(cenote("solve", shot, *OURS))


def test_without_opencv_the_remedy_is_named(cenote: Invoke, shot: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cv2", None)
    assert "pip install 'cenote[vision]'" in refused(cenote("import", shot, *OURS))


@pytest.mark.parametrize("size", [(60, 600_000), (600_000, 60), (60, 60_000), (16_383, 16_383)])
def test_a_picture_of_an_absurd_size_is_refused_in_one_line(
    cenote: Invoke, folder: Path, size: tuple[int, int]
) -> None:
    Image.new("1", size).save(folder / "absurd.png")
    assert re.search("absurd.png: (the|a) picture .*; give ", refused(cenote("import", "absurd.png", *OURS)))
    assert not (folder / "cenote.db").exists()
