from io import BytesIO
from itertools import pairwise
from xml.etree import ElementTree

import numpy as np
import pytest
import resvg_py
from hypothesis import given, settings
from PIL import Image

from generator.errors import IllegalMoveError
from generator.puzzles.linjat.deduction.layers import deduced
from generator.puzzles.linjat.level import Level, parse_level
from generator.puzzles.linjat.lines import Line, format_lines
from generator.puzzles.linjat.picture import animate, render
from generator.values import PICTURE_CELL
from tests.generator.puzzles.linjat.published import published
from tests.generator.puzzles.linjat.strategies import levels

LEVEL = Level(("3 . ", " 2  ", "  .2"))
LINES = ("A1-C1", "B2-C2", "C3-D3")
SVG = "{http://www.w3.org/2000/svg}"


def painted(picture):
    content = resvg_py.svg_to_bytes(svg_string=picture, skip_system_fonts=True)
    return Image.open(BytesIO(content)).convert("RGBA")


def canvases(most, ruler=False):
    """What is seen after each scene of LEVEL's solution, as arrays of pixels."""
    first, *changes = animate(LEVEL, " ".join(LINES), most, ruler)
    canvas = painted(first.svg)
    found = [np.asarray(canvas)]
    for change in changes:
        patch = painted(change.svg)
        canvas.paste(patch, (change.x, change.y), patch)
        found.append(np.asarray(canvas.copy()))
    return found


def changed_cells(before, after):
    """The cells in which a pixel differs, by their names."""
    differing = (before != after).any(axis=2)
    rows, columns = (side // PICTURE_CELL for side in differing.shape)
    cells = differing.reshape(rows, PICTURE_CELL, columns, PICTURE_CELL).any(axis=(1, 3))
    return {f"{'ABCD'[column]}{row + 1}" for row, column in zip(*cells.nonzero(), strict=True)}


@settings(max_examples=30)
@given(levels(largest=16, most=20))
def test_a_picture_says_what_it_is_and_has_a_circle_for_every_dot(level):
    root = ElementTree.fromstring(render(level))
    assert len([*root.iter(f"{SVG}circle")]) == len(level.dots)
    size = f"{level.height} rows, {level.width} columns, {len(level.numbers)} numbers"
    assert root.findtext(f"{SVG}title") == f"Linjat puzzle, {size}"


def test_the_ruler_stands_left_and_above_the_same_picture():
    plain, ruled = (np.asarray(painted(render(LEVEL, ruler))) for ruler in (False, True))
    assert np.array_equal(ruled[PICTURE_CELL:, PICTURE_CELL:], plain)
    for cell in range(PICTURE_CELL, ruled.shape[0], PICTURE_CELL):
        assert ruled[cell : cell + PICTURE_CELL, :PICTURE_CELL].any()
    for cell in range(PICTURE_CELL, ruled.shape[1], PICTURE_CELL):
        assert ruled[:PICTURE_CELL, cell : cell + PICTURE_CELL].any()


def test_every_scene_draws_what_a_layer_of_the_deduction_adds():
    """The 2 at B2 has one line alone; then nobody else reaches the dots."""
    assert [changed_cells(*pair) for pair in pairwise(canvases(3))] == [{"B2", "C2"}, {"A1", "B1", "C1", "C3", "D3"}]


def test_published_solutions_are_drawn_in_as_many_steps_as_show_something(shared):
    """The last one has all lines in full, in whatever order the solution names them."""
    for entry in published(shared, "puzzles")[::20]:
        level = parse_level("\n".join(entry["rows"]))
        lines = [Line((top, row), (bottom, column)) for top, row, bottom, column in entry["solution"]]
        scenes = [*animate(level, format_lines(lines), 1000)]
        assert 2 <= len(scenes) - 1 <= len(deduced(level).layers) + 1
        again = [*animate(level, format_lines(lines[::-1]), 1000)]
        assert scenes == again


def test_of_several_solutions_that_is_drawn_which_is_meant():
    level = Level(("2 ", "  "))
    for line, cells in (("A1-B1", {"A1", "B1"}), ("A1-A2", {"A1", "A2"})):
        first, *changes = animate(level, line, 9)
        canvas = painted(first.svg)
        before = np.asarray(canvas)
        for change in changes:
            patch = painted(change.svg)
            canvas.paste(patch, (change.x, change.y), patch)
        assert changed_cells(before, np.asarray(canvas)) == cells


@pytest.mark.parametrize("ruler", [False, True])
@pytest.mark.parametrize("most", [1, 2, 3, 100])
def test_fewer_scenes_end_with_the_same_picture(most, ruler):
    found = canvases(most, ruler)
    assert len(found) == 1 + min(most, 2)
    assert np.array_equal(found[0], np.asarray(painted(render(LEVEL, ruler))))
    assert np.array_equal(found[-1], canvases(100, ruler)[-1])


@pytest.mark.parametrize("moves", ["", "A1-C1 B2-C2", "A1-C1 B2-C2 D2-D3"])
def test_what_is_no_solution_is_not_animated(moves):
    with pytest.raises(IllegalMoveError):
        animate(LEVEL, moves, 9)
