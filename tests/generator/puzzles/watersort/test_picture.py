from io import BytesIO
from xml.etree import ElementTree

import numpy as np
import pytest
import resvg_py
from hypothesis import given, settings
from PIL import Image, ImageColor

from generator.errors import IllegalMoveError
from generator.puzzles.watersort.colours import PAINTS
from generator.puzzles.watersort.level import Level
from generator.puzzles.watersort.picture import MOST_ABREAST, animate, rack_of, render
from generator.puzzles.watersort.pours import played, positions
from generator.puzzles.watersort.solver import solve
from generator.values import PICTURE_CELL as CELL
from tests.generator.puzzles.watersort.strategies import levels, random_level

LEVEL = Level(("aab", "bba", ""), 3)
MOVES = "AC BA BC"
LARGE = random_level(12, 4, 2)
SVG = "{http://www.w3.org/2000/svg}"


def painted(picture):
    content = resvg_py.svg_to_bytes(svg_string=picture, skip_system_fonts=True)
    return Image.open(BytesIO(content)).convert("RGBA")


def root_of(picture):
    return ElementTree.fromstring(picture)


def seen(image, level):
    """The units that are painted, tube by tube from the bottom, by the colour a quarter up in each place."""
    rack = rack_of(level)
    letters = {ImageColor.getrgb(paint): letter for letter, paint in PAINTS.items()}
    found = []
    for place in range(len(level.tubes)):
        column, row = rack.corner(place)
        cells = [row + level.capacity - height for height in range(level.capacity)]
        dots = [image.getpixel((column * CELL + 4, cell * CELL + 12))[:3] for cell in cells]
        found.append("".join(letters.get(dot, "") for dot in dots))
    return tuple(found)


def canvases(level, moves, most, ruler=False):
    """What is seen after each scene of a solution."""
    first, *changes = animate(level, moves, most, ruler)
    canvas = painted(first.svg)
    yield canvas.copy()
    for change in changes:
        patch = painted(change.svg)
        canvas.paste(patch, (change.x, change.y), patch)
        yield canvas.copy()


@settings(max_examples=50)
@given(levels(colours=24, capacity=16, least=1))
def test_a_picture_says_what_it_is_and_has_a_shape_for_every_unit(level):
    root = root_of(render(level))
    colours = len(level.colours)
    title = f"Water sort, {len(level.tubes)} tubes, {colours} colour{'s' if colours > 1 else ''}"
    assert root.findtext(f"{SVG}title") == title
    fills = [path.attrib.get("fill") for path in root.iter(f"{SVG}path")]
    units = "".join(level.tubes)
    assert {unit: fills.count(PAINTS[unit]) for unit in units} == {unit: units.count(unit) for unit in units}


@settings(max_examples=20)
@given(levels(colours=24, capacity=6, least=1))
def test_tubes_are_seen_as_they_are(level):
    assert seen(painted(render(level)), level) == level.tubes
    assert seen(painted(render(level, ruler=True)), level) == level.tubes


@pytest.mark.parametrize("tubes", [2, MOST_ABREAST, MOST_ABREAST + 1, 26])
def test_many_tubes_stand_in_two_rows(tubes):
    level = Level(("aaaa", *[""] * (tubes - 1)), 4)
    abreast = tubes if tubes <= MOST_ABREAST else -(-tubes // 2)
    image = painted(render(level))
    assert image.size == ((2 * abreast + 1) * CELL, (1 + (tubes > MOST_ABREAST)) * 6 * CELL)
    assert len({rack_of(level).corner(place) for place in range(tubes)}) == tubes


def test_the_ruler_adds_letters_alone():
    plain, ruled = (np.asarray(painted(render(LARGE, ruler))) for ruler in (False, True))
    assert plain.shape == ruled.shape
    rack = rack_of(LARGE)
    for place in range(len(LARGE.tubes)):
        column, row = (at * CELL for at in rack.corner(place))
        below = row + (LARGE.capacity + 1) * CELL
        assert (plain != ruled)[below : below + CELL, column : column + CELL].any()
        assert not (plain != ruled)[row:below, column - CELL : column].any()


@settings(max_examples=30)
@given(levels(colours=4, capacity=4))
def test_every_scene_is_a_position_of_the_solution(level):
    solution = solve(level, 100_000)
    if solution.moves:
        met = [*positions(level, played(level, solution.moves)[0])]
        assert [seen(canvas, level) for canvas in canvases(level, solution.moves, len(met))] == met


@pytest.mark.parametrize("ruler", [False, True])
def test_scenes_paint_what_the_positions_look_like(ruler):
    met = positions(LEVEL, played(LEVEL, MOVES)[0])
    wholes = [painted(render(Level(tubes, 3), ruler)) for tubes in met]
    for canvas, whole in zip(canvases(LEVEL, MOVES, 9, ruler), wholes, strict=True):
        assert np.array_equal(np.asarray(canvas), np.asarray(whole))


@pytest.mark.parametrize("ruler", [False, True])
@pytest.mark.parametrize("most", [1, 2, 3, 40, 41, 100])
def test_fewer_scenes_end_with_the_same_picture(most, ruler):
    moves = solve(LARGE, 100_000).moves
    *rest, last = canvases(LARGE, moves, most, ruler)
    assert len(rest) == min(most, len(moves.split()))
    assert np.array_equal(np.asarray(rest[0]), np.asarray(painted(render(LARGE, ruler))))
    solved = Level([*positions(LARGE, played(LARGE, moves)[0])][-1], 4)
    assert np.array_equal(np.asarray(last), np.asarray(painted(render(solved, ruler))))


@pytest.mark.parametrize("moves", ["", "AC", "AC BA BB"])
def test_what_is_no_solution_is_not_animated(moves):
    with pytest.raises(IllegalMoveError):
        animate(LEVEL, moves, 9)
