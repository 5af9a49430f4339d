"""Pictures as telephones show them are read exactly or refused: patterns, reflections, lifted tubes, askew."""

from io import BytesIO
from itertools import islice

import numpy as np
import pytest
from PIL import Image

from generator.errors import DoubtfulPictureError, UnreadablePictureError
from generator.puzzles.watersort.level import Level, parse_level
from generator.puzzles.watersort.vision import read
from generator.puzzles.watersort.vision.pixels import pixels_of
from generator.puzzles.watersort.vision.tilt import tilt_of, turned_back
from tests.generator.puzzles.watersort.vision.captures import (
    CONDITIONS,
    KEPT_BACK,
    STYLES,
    Shot,
    Style,
    captured,
    captures,
    spoiled_capture,
    spoiled_captures,
)
from tests.generator.puzzles.watersort.vision.conditions import Picture, filled, same_level
from tests.generator.puzzles.watersort.vision.scenes import Scene, drawn

LEVEL = parse_level("bdda..\nacdc..\nabcb..\ndbca..")
PATTERNED = STYLES["navy, circles"]


def is_read(picture: Picture) -> bool:
    """Whether a picture is read, which it must be exactly then."""
    try:
        reading = read(picture.content)
    except UnreadablePictureError:
        return False
    assert same_level(parse_level(reading.text), picture.level)
    return True


def shot(level: Level, style: str = "navy, circles", **how: object) -> Picture:
    return Picture(captured(level, STYLES[style], Shot(**how), np.random.default_rng(4)), level)


def test_some_captures_of_games_are_read_exactly_and_none_wrongly() -> None:
    assert sum(map(is_read, captures(STYLES, "compressed", 3))) >= 1


@pytest.mark.slow
@pytest.mark.parametrize("condition", CONDITIONS)
@pytest.mark.parametrize("styles", [STYLES, KEPT_BACK], ids=["known", "kept back"])
def test_no_capture_of_any_style_is_read_wrongly(styles: dict, condition: str) -> None:
    assert sum(map(is_read, captures(styles, condition, 2 * len(styles)))) >= len(styles)


@pytest.mark.parametrize("count", [2, pytest.param(40, marks=pytest.mark.slow)])
def test_captures_with_a_wrong_unit_or_half_a_tube_are_refused(count: int) -> None:
    for content in spoiled_captures(STYLES, count):
        with pytest.raises(UnreadablePictureError):
            read(content)


@pytest.mark.parametrize(
    ("name", "number"),
    [("rose, shadows", 145), ("navy, circles", 128)],
    ids=["all units of a colour are left out", "an empty tube is half outside"],
)
def test_what_once_was_read_wrongly_is_refused(name: str, number: int) -> None:
    with pytest.raises(UnreadablePictureError):
        read(spoiled_capture(name, STYLES[name], number))


def test_a_ground_that_grows_darker_is_not_taken_for_a_colour() -> None:
    """Seen through two empty glasses it changes so much that two units in each would leave even counts."""
    rng = np.random.default_rng(4)
    colours = int(rng.integers(6, 10))
    level = Level(filled(colours, 4, 2, rng), 4)
    content = captured(level, Style("#1a1e3c", "#5c1e7a"), Shot(), rng)
    assert is_read(Picture(content, level))


@pytest.mark.parametrize("height", [2.6, 3.6])
def test_units_much_higher_than_wide_may_be_several_so_their_height_is_doubted(height: float) -> None:
    content = captured(LEVEL, Style(unit=height), Shot(rows=1), np.random.default_rng(4))
    with pytest.raises(DoubtfulPictureError, match="no unit lies alone"):
        read(content)


@pytest.mark.parametrize("degrees", [-10, 0.7, 10, *(pytest.param(few, marks=pytest.mark.slow) for few in (-3, 6))])
def test_pictures_that_are_askew_by_up_to_ten_degrees_are_read(degrees: float) -> None:
    assert is_read(shot(LEVEL, tilt=degrees))


@pytest.mark.parametrize("raised", [0.2, 0.6])
def test_a_tube_that_is_lifted_stays_in_its_row(raised: float) -> None:
    assert is_read(shot(LEVEL, raised=raised))


def test_letters_on_the_units_do_not_matter() -> None:
    assert is_read(shot(LEVEL, "letters"))


@pytest.mark.parametrize("degrees", [-9.3, -1.0, 2.4, 10.0])
def test_the_tilt_of_a_picture_is_measured_to_a_tenth_of_a_degree(degrees: float) -> None:
    pixels = pixels_of(shot(LEVEL, tilt=degrees).content)
    assert tilt_of(pixels) == pytest.approx(-degrees, abs=0.1)
    assert tilt_of(turned_back(pixels, -degrees)) == 0


def test_upright_pictures_and_those_without_lines_are_not_turned() -> None:
    assert tilt_of(pixels_of(drawn(LEVEL, Scene(), 1))) == 0
    assert tilt_of(np.zeros((200, 100, 3), np.uint8)) == 0


def test_a_doubtful_reading_comes_with_the_refusal() -> None:
    with Image.open(BytesIO(drawn(LEVEL, Scene(), 1))) as whole:
        file = BytesIO()
        whole.crop((0, 0, round(0.9 * whole.width), whole.height)).save(file, "PNG")
    with pytest.raises(DoubtfulPictureError) as refused:
        read(file.getvalue())
    assert refused.value.confidence < 0.5
    assert len(parse_level(refused.value.text).tubes) == 5
    with Image.open(BytesIO(refused.value.drawing)) as drawing:
        assert drawing.format == "PNG"


def test_what_was_found_is_drawn_where_units_do_not_come_out_even() -> None:
    uneven = next(islice(spoiled_captures(STYLES, 2), 1, None))
    with pytest.raises(UnreadablePictureError) as refused:
        read(uneven)
    with Image.open(BytesIO(refused.value.drawing)) as drawing:
        assert drawing.format == "PNG"
