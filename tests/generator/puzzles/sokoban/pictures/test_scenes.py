from io import BytesIO

import numpy as np
import pytest
import resvg_py
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from generator.errors import IllegalMoveError
from generator.puzzles.sokoban.level import Level
from generator.puzzles.sokoban.pictures.scenes import animate, shown
from generator.puzzles.sokoban.pictures.svg import CELL, render
from tests.generator.puzzles.sokoban.strategies import played
from tests.oracles.replay import Game

MOVES = "rrRRddLLulLdRRRuR"


def painted(picture):
    content = resvg_py.svg_to_bytes(svg_string=picture, skip_system_fonts=True)
    return Image.open(BytesIO(content)).convert("RGBA")


def after(level, moves):
    """The level when moves have been made."""
    game = Game(level)
    for move in moves:
        game.play(move.lower())
    walls, boxes, goals, _ = level.cells()
    boxes[:] = False
    for box in game.boxes:
        boxes[box] = True
    return Level.from_cells(walls, boxes, goals, game.player)


@given(played(), st.integers(1, 20), st.booleans())
@settings(max_examples=50)
def test_scenes_painted_over_each_other_are_the_level_as_it_is_then(game, most, ruler):
    level, moves = game
    if not any(map(str.isupper, moves)):
        with pytest.raises(IllegalMoveError):
            animate(level, moves, most, ruler)
        return
    canvas, *changes = animate(level, moves, most, ruler)
    canvas = painted(canvas.svg)
    for stop, change in zip(shown(moves, most).tolist(), changes, strict=True):
        patch = painted(change.svg)
        canvas.paste(patch, (change.x, change.y), patch)
        expected = painted(render(after(level, moves[: stop + 1]), ruler))
        assert np.array_equal(np.asarray(canvas), np.asarray(expected))


def test_every_move_is_shown_if_there_is_room_else_every_push_else_every_run_of_pushes():
    assert shown(MOVES, 17).tolist() == list(range(17))
    assert shown(MOVES, 16).tolist() == [place for place, move in enumerate(MOVES) if move.isupper()]
    assert shown(MOVES, 8).tolist() == [3, 7, 10, 14, 16]
    assert [MOVES[place - 1 : place + 1] for place in shown(MOVES, 5)] == ["RR", "LL", "lL", "RR", "uR"]


def test_fewer_scenes_are_spread_and_end_with_the_last_move():
    assert shown(MOVES, 3).tolist() == [7, 14, 16]
    assert shown(MOVES, 1).tolist() == [16]
    assert shown("Rrrr", 1).tolist() == [3]


def test_only_what_has_changed_is_drawn():
    level = Level(("#########", "#@$.----#", "#-------#", "#########"))
    _, change = animate(level, "R", 9)
    assert (change.x, change.y) == (CELL, CELL)
    assert f'width="{3 * CELL}" height="{CELL}"' in change.svg


def test_moves_that_are_no_solution_are_refused():
    with pytest.raises(IllegalMoveError):
        animate(Level(("######", "#@$-.#", "######")), "R", 9)


@pytest.mark.parametrize("most", [1, 100])
def test_long_solutions_make_no_more_scenes_than_asked_for(most):
    level = Level(("######", "#@$-.#", "#----#", "######"))
    scenes = list(animate(level, "du" * 10_000 + "RR", most))
    assert len(scenes) == 1 + min(most, 2)
