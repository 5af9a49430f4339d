"""Levels are read from pictures exactly, or the picture is refused with what was and was not found in it."""

import re
import sys
from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from itertools import product

import numpy as np
import pytest
from PIL import Image, ImageOps

from generator.errors import MissingExtraError, UnreadablePictureError
from generator.puzzles.watersort.level import Level, format_level, parse_level
from generator.puzzles.watersort.picture import render
from generator.puzzles.watersort.vision import read
from generator.puzzles.watersort.vision.contents import ACCEPTED
from generator.puzzles.watersort.vision.margins import DOUBTS, Doubtless, RackMargins
from generator.puzzles.watersort.vision.pixels import MOST_PIXELS
from service.levels.pictures import png
from service.web.languages import translated
from tests.generator.puzzles.watersort.vision.conditions import CONDITIONS, THEMES, pictures, same_level
from tests.generator.puzzles.watersort.vision.decoys import decoys, spoiled
from tests.generator.puzzles.watersort.vision.scenes import Scene, arranged, drawn

LEVEL = parse_level("bdda..\nacdc..\nabcb..\ndbca..")
LARGE = parse_level("lbjilfbeckic..\nedjakjhcgaib..\nbgeahhjldcfg..\ndgdekfhlikaf..")
BEGUN = Level(("abca", "bb", "cdb", "dada", "ccd", ""), 4)
PLAIN = drawn(LEVEL, Scene(), 1)
DIFFICULT = ("photo, thick glass", "wood, white inside")
"""Themes in which some colours are refused since they look like an empty tube."""


def refusal(picture: bytes) -> str:
    with pytest.raises(UnreadablePictureError) as refused:
        read(picture)
    assert "\n" not in str(refused.value)
    return str(refused.value)


def filed(image: Image.Image, format_: str = "PNG", **options: object) -> bytes:
    file = BytesIO()
    image.save(file, format_, **options)
    return file.getvalue()


def opened(picture: bytes) -> Image.Image:
    return Image.open(BytesIO(picture))


@pytest.mark.parametrize("count", [1, pytest.param(6, marks=pytest.mark.slow)])
@pytest.mark.parametrize("condition", CONDITIONS)
def test_pictures_of_every_condition_are_read_exactly_but_for_a_few_that_are_refused(
    condition: str, count: int
) -> None:
    refusals = 0
    for picture in pictures(condition, count):
        try:
            reading = read(picture.content)
        except UnreadablePictureError:
            refusals += 1
            continue
        assert same_level(parse_level(reading.text), picture.level)
        assert ACCEPTED <= reading.confidence <= 1
    assert refusals <= count / 2


@pytest.mark.parametrize("theme", THEMES)
def test_partly_filled_tubes_are_read_in_every_theme(theme: str) -> None:
    try:
        reading = read(drawn(BEGUN, Scene(THEMES[theme]), 5))
    except UnreadablePictureError:
        assert theme in DIFFICULT
    else:
        assert same_level(parse_level(reading.text), BEGUN)


@pytest.mark.parametrize(("level", "cell"), [(LEVEL, 32), (LARGE, 16), (LARGE, 32), (BEGUN, 24)])
def test_our_own_pictures_are_read_back_to_the_letter(level: Level, cell: int) -> None:
    assert read(png(render(level), cell)).text == format_level(level)


def test_letters_in_the_units_are_not_taken_for_more_units() -> None:
    assert read(png(render(LEVEL, ruler=True), 32)).text == format_level(LEVEL)
    assert "14 tubes with 12 colours of 4 units were found" in refusal(png(render(LARGE, ruler=True), 16))


def test_the_same_picture_is_always_read_the_same() -> None:
    assert read(PLAIN) == read(PLAIN)


def test_what_was_found_is_drawn_into_the_picture() -> None:
    original, drawing = opened(PLAIN).convert("RGB"), opened(read(PLAIN).annotated)
    assert (drawing.format, drawing.size) == ("PNG", original.size)
    changed = (np.asarray(original) != np.asarray(drawing)).any(axis=2)
    assert 0 < changed.mean() < 0.1


@pytest.mark.parametrize(("format_", "options"), [("JPEG", {"quality": 80}), ("WEBP", {"lossless": True})])
def test_other_files_than_png_are_read(format_: str, options: dict) -> None:
    assert same_level(parse_level(read(filed(opened(PLAIN), format_, **options)).text), LEVEL)


def test_a_photo_that_lies_on_its_side_is_turned_as_it_says_itself() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    lying = filed(opened(PLAIN).transpose(Image.Transpose.ROTATE_90), "JPEG", exif=exif, quality=90)
    assert same_level(parse_level(read(lying).text), LEVEL)


@pytest.mark.parametrize(
    "theme", ["balls", *(pytest.param(theme, marks=pytest.mark.slow) for theme in ("paper", "sunset, surface"))]
)
def test_a_picture_that_stands_on_its_head_is_refused(theme: str) -> None:
    upside_down = opened(drawn(BEGUN, Scene(THEMES[theme]), 5)).rotate(180)
    assert "tubes" in refusal(filed(upside_down))
    upside_down = opened(drawn(LEVEL, Scene(THEMES[theme]), 5)).rotate(180)
    assert "tubes" in refusal(filed(upside_down))


def test_grey_and_transparent_pictures_are_read() -> None:
    grey = read(filed(opened(PLAIN).convert("L")))
    assert same_level(parse_level(grey.text), LEVEL)
    clear = opened(png(render(LEVEL), 32)).convert("RGBA")
    assert read(filed(clear)).text == format_level(LEVEL)


def test_units_that_do_not_come_out_even_are_counted_in_the_refusal() -> None:
    uneven = replace(LEVEL, tubes=("dacb", "bbcd", "ccdd", "aba", "", ""))
    message = "6 tubes were found, but the 4 colours have 3, 4, 4, 4 units instead of equally many"
    assert refusal(drawn(uneven, Scene(), 1)).startswith(f"{message}; give ")


@pytest.mark.parametrize("count", [1, pytest.param(6, marks=pytest.mark.slow)])
def test_levels_with_a_wrong_unit_are_refused(count: int) -> None:
    for content in spoiled(count):
        assert "found" in refusal(content)


def test_what_only_looks_like_a_level_is_refused() -> None:
    for content in decoys(5):
        assert "found" in refusal(content)


def test_tubes_without_water_are_counted_in_the_refusal() -> None:
    assert refusal(drawn(replace(LEVEL, tubes=("",) * 6), Scene(), 1)).startswith("6 tubes were found, but no water")


@pytest.mark.parametrize("kept", [0.88, 0.9, 0.93])
def test_a_tube_that_the_edge_cuts_off_is_a_reason_to_refuse(kept: float) -> None:
    width, height = opened(PLAIN).size
    cut = filed(opened(PLAIN).crop((0, 0, round(kept * width), height)))
    assert "5 tubes with 4 colours of 4 units were found, but there may be further ones" in refusal(cut)


@pytest.mark.slow
@pytest.mark.parametrize("theme", [theme for theme in THEMES if theme not in DIFFICULT])
def test_a_sliver_of_an_empty_tube_at_the_edge_is_seen(theme: str) -> None:
    scene = Scene(THEMES[theme])
    whole = opened(drawn(LEVEL, scene, 1))
    last = arranged(LEVEL, scene)[1][-1]
    cut = whole.crop((0, 0, round(last.left + 0.12 * last.width), whole.height))
    assert "or cut off at the edge" in refusal(filed(cut))
    if theme in ("paper", "balls"):
        assert "or cut off at the edge" in refusal(filed(ImageOps.mirror(cut)))


def test_a_grid_of_thousands_of_boxes_holds_no_tubes() -> None:
    grid = Image.new("RGB", (1600, 1500), "white")
    for left, top in product(range(4, 1584, 18), range(4, 1474, 26)):
        grid.paste("#285aa0", (left, top, left + 14, top + 22))
    assert "no tubes were found" in refusal(filed(grid))


def noise(size: tuple[int, int]) -> Image.Image:
    return Image.fromarray(np.random.default_rng(3).integers(0, 256, (size[1], size[0], 3), np.uint8))


@pytest.mark.parametrize(
    ("picture", "told"),
    [
        (lambda: filed(Image.new("RGB", (720, 1280), "white")), "no tubes were found"),
        (lambda: filed(noise((400, 600))), "found"),
        (lambda: filed(noise((40, 60)).resize((800, 1200), Image.Resampling.BICUBIC)), "found"),
        (lambda: filed(Image.new("RGB", (1, 1))), "a picture of 1 × 1 pixels is too small"),
        (lambda: filed(Image.new("RGB", (5000, 59))), "a picture of 5000 × 59 pixels is too small"),
        (lambda: filed(Image.new("1", (8000, MOST_PIXELS // 8000 + 1))), "more than 16 million pixels"),
        (lambda: filed(Image.new("1", (20000, 20000))), "more than 16 million pixels"),
        (lambda: PLAIN[: len(PLAIN) // 2], "this picture cannot be read"),
        (lambda: PLAIN[:40], "this picture cannot be read"),
        (lambda: filed(Image.new("P", (100, 100)), "GIF"), "this picture cannot be read"),
        (lambda: b"", "this picture cannot be read"),
        (lambda: b"ab.\nba.\n", "this picture cannot be read"),
    ],
)
def test_what_shows_no_level_is_refused(picture: Callable[[], bytes], told: str) -> None:
    assert told in refusal(picture())


def test_broken_pictures_are_refused_and_nothing_else_happens() -> None:
    rng = np.random.default_rng(1)
    whole = filed(opened(PLAIN).resize((90, 160)), "JPEG")
    refused = 0
    for _ in range(8):
        broken = bytearray(whole)
        for place in rng.integers(0, len(broken), 12):
            broken[place] = rng.integers(256)
        try:
            read(bytes(broken))
        except UnreadablePictureError:
            refused += 1
    assert refused


def test_without_opencv_the_remedy_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cv2", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'cenote\[vision\]'"):
        read(PLAIN)


def test_every_doubt_is_translated() -> None:
    assert [doubt for doubt in DOUBTS.values() if translated("zh_Hans", doubt) == str(doubt)] == []


def test_every_margin_has_its_doubt() -> None:
    assert {*DOUBTS} == {*RackMargins._fields, "wholeness", *Doubtless._fields, "choice", "scale"}


def test_every_doubt_ends_with_a_remedy() -> None:
    assert [doubt for doubt in DOUBTS.values() if not re.search("; (give|turn) ", str(doubt))] == []
