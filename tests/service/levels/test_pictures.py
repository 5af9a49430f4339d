"""Pictures in pixels."""

from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from generator import Scene, get_family
from service.errors import PictureError
from service.levels.pictures import CELLS, PAUSE, fitting_cell, png, write_gif

SOKOBAN = get_family("sokoban")
ROOM = SOKOBAN.parse("#######\n#@-$.-#\n#--$.-#\n#######")
MOVES = "rRldR"


def animation(scenes, cell=16, delay=100):
    file = BytesIO()
    count = write_gif(scenes, cell, delay, file)
    return Image.open(file), count


def frames(gif):
    for number in range(gif.n_frames):
        gif.seek(number)
        yield np.asarray(gif.convert("RGB")), gif.info["duration"]


def opened(content):
    return Image.open(BytesIO(content))


def coloured(rows):
    """A scene for each row of colours, one cell each."""
    for row in rows:
        cells = "".join(f'<path fill="{colour}" d="M{16 * at} 0h16v16h-16z"/>' for at, colour in enumerate(row))
        yield Scene(f'<svg xmlns="http://www.w3.org/2000/svg" width="{16 * len(row)}" height="16">{cells}</svg>', 0, 0)


@pytest.mark.parametrize("cell", [4, 7, 16, 48])
def test_a_png_has_so_many_pixels_for_a_cell(cell: int) -> None:
    assert opened(png(SOKOBAN.render(ROOM), cell)).size == (7 * cell, 4 * cell)
    assert opened(png(SOKOBAN.render(ROOM, ruler=True), cell)).size == (8 * cell, 5 * cell)


def test_a_png_is_transparent_outside_of_the_walls() -> None:
    image = opened(png(SOKOBAN.render(SOKOBAN.parse("--#####\n###@$.#\n#-----#\n#######")), 16))
    assert image.getpixel((8, 8))[3] == 0
    assert image.getpixel((40, 8))[3] == 255


def test_a_png_shows_boxes_off_and_on_goal_in_different_colours() -> None:
    image = opened(png(SOKOBAN.render(SOKOBAN.parse("######\n#@$*.#\n######")), 16)).convert("RGB")
    wall, box, done = (image.getpixel((16 * column + 4, 24)) for column in (0, 2, 3))
    assert box[0] > 200 > box[1] > box[2], "orange"
    assert min(done) > 150
    assert len({wall, box, done}) == 3


def test_pictures_are_the_same_bytes_every_time() -> None:
    assert png(SOKOBAN.render(ROOM), 20) == png(SOKOBAN.render(ROOM), 20)
    files = [BytesIO(), BytesIO()]
    for file in files:
        write_gif(SOKOBAN.animate(ROOM, MOVES, 9), 20, 100, file)
    assert files[0].getvalue() == files[1].getvalue()


def test_a_gif_shows_every_move_for_its_time_and_ends_with_the_solved_level() -> None:
    gif, count = animation(SOKOBAN.animate(ROOM, MOVES, 9))
    shown = list(frames(gif))
    assert len(shown) == count == 1 + len(MOVES)
    assert [duration for _, duration in shown] == [PAUSE, *[100] * 4, PAUSE]
    solved = SOKOBAN.parse("#######\n#---*-#\n#--@*-#\n#######")
    for picture, (pixels, _) in zip((ROOM, solved), (shown[0], shown[-1]), strict=True):
        assert np.array_equal(pixels, np.asarray(opened(png(SOKOBAN.render(picture), 16)).convert("RGB")))
    assert gif.info["loop"] == 0


def test_a_gif_leaves_what_a_scene_does_not_draw() -> None:
    first, second = coloured([["#ff0000", "#00ff00", "#0000ff"], ["none", "#000000", "none"]])
    gif, _ = animation([first, second])
    *_, (pixels, _) = frames(gif)
    assert pixels[8, [8, 24, 40]].tolist() == [[255, 0, 0], [0, 0, 0], [0, 0, 255]]


@pytest.mark.parametrize("count", [1, 255, 300])
def test_colours_are_exact_up_to_255_and_near_beyond(count: int) -> None:
    colours = [f"#{37 * number % 256:02x}{number % 256:02x}{5 * number % 256:02x}" for number in range(count)]
    gif, _ = animation(coloured([colours[: count // 2 + 1], colours[count // 2 :]]), cell=4)
    shown = [pixels[2, 2::4] for pixels, _ in frames(gif)]
    told = [int(colour[place : place + 2], 16) for colour in colours for place in (1, 3, 5)]
    error = np.abs(shown[0].astype(int) - np.reshape(told, (-1, 3))[: count // 2 + 1])
    assert error.max() <= (0 if count <= 255 else 24)


def test_the_usual_size_is_the_largest_that_fits() -> None:
    picture = SOKOBAN.render(ROOM)
    assert [fitting_cell(picture, longest) for longest in (1000, 7 * 32, 7 * 32 - 1, 0)] == [32, 32, 24, CELLS[-1]]


def test_a_picture_of_many_megapixels_is_refused() -> None:
    with pytest.raises(PictureError, match="smaller --cell than 5000"):
        png(SOKOBAN.render(ROOM), 5000)
