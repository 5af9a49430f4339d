import re
from xml.etree import ElementTree

from hypothesis import given

from generator.puzzles.sokoban.level import Level
from generator.puzzles.sokoban.pictures import svg
from generator.puzzles.sokoban.pictures.svg import CELL, render
from tests.generator.puzzles.sokoban.strategies import levels

LEVEL = Level(("--#####", "###-@.#", "#-$*$.#", "#######"))


def pieces(picture, colour):
    """How many pieces of a colour there are."""
    paths = ElementTree.fromstring(picture).iterfind(f".//*[@fill='{colour}']")
    return sum(path.attrib.get("d", "M").count("M") for path in paths)


def test_it_is_a_picture_of_the_size_of_the_board():
    root = ElementTree.fromstring(render(LEVEL))
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert root.attrib["viewBox"] == f"0 0 {7 * CELL} {4 * CELL}"
    assert (root.attrib["width"], root.attrib["height"]) == (str(7 * CELL), str(4 * CELL))


@given(levels())
def test_every_piece_is_drawn_once(level):
    picture = render(level)
    _, boxes, goals, player = level.cells()
    assert pieces(picture, svg._BOX) == level.boxes_off_goal
    assert pieces(picture, svg._DONE) == (boxes & goals).sum()
    assert pieces(picture, svg._GOAL) == (goals & ~boxes).sum() + goals[player]
    assert picture.count('r="6"') == 1, "the player"


def test_pieces_differ_in_shape_and_not_in_colour_alone():
    boards = ("-@$.-", "-@*--", "-@-$.", "--+$-")
    shapes = {re.sub("#[0-9a-f]{6}", "", render(Level(("#######", f"#{row}#", "#######")))) for row in boards}
    assert len(shapes) == len(boards)


def test_nothing_is_drawn_outside_of_the_walls():
    floor = ElementTree.fromstring(render(LEVEL))[1].attrib["d"]
    assert floor.startswith(f"M{3 * CELL} {CELL}H")


def test_a_room_that_the_player_cannot_enter_has_a_floor_too():
    two_rooms = Level(("#######", "#@$.#*#", "#######"))
    assert pieces(render(two_rooms), svg._FLOOR) > pieces(render(Level(("#######", "#@$.###", "#######"))), svg._FLOOR)


def test_pictures_do_not_disturb_each_other_in_one_page():
    assert not re.search(r"\bid=|<style|url\(|<text", render(LEVEL, ruler=True))


def test_the_ruler_is_one_cell_wide_and_names_columns_and_rows():
    root = ElementTree.fromstring(render(LEVEL, ruler=True))
    assert root.attrib["viewBox"] == f"0 0 {8 * CELL} {5 * CELL}"
    _, *labels, board = root
    assert len(labels) == 7 + 4
    assert board.attrib["transform"] == f"translate({CELL} {CELL})"


def test_a_large_level_makes_a_small_file():
    edge, row = "#" * 99, "#" + "$.-" * 32 + "-#"
    assert len(render(Level((edge, *[row] * 96, row.replace("-#", "@#"), edge)))) < 500_000
