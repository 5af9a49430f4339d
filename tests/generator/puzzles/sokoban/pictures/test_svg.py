import re
from xml.etree import ElementTree

from hypothesis import given

from generator.puzzles.sokoban.level import Level
from generator.puzzles.sokoban.pictures.svg import CELL, render
from tests.generator.puzzles.sokoban.strategies import levels

LEVEL = Level(("--#####", "###-@.#", "#-$*$.#", "#######"))


def test_it_is_a_picture_of_the_size_of_the_board():
    root = ElementTree.fromstring(render(LEVEL))
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert root.attrib["viewBox"] == f"0 0 {7 * CELL} {4 * CELL}"


def test_boxes_on_and_off_goal_look_different():
    solved, unsolved = render(Level(("#####", "#@*-#", "#####"))), render(Level(("#####", "#@$.#", "#####")))
    assert _colours(solved) != _colours(unsolved)


def test_nothing_is_drawn_outside_of_the_walls():
    floor = ElementTree.fromstring(render(LEVEL))[1].attrib["d"]
    assert floor.startswith(f"M{3 * CELL} {CELL}H")


def test_pictures_do_not_disturb_each_other_in_one_page():
    assert not re.search(r"\bid=|<style|url\(", render(LEVEL))


@given(levels())
def test_every_piece_is_drawn_once(level):
    root = ElementTree.fromstring(render(level))
    subpaths = [path.attrib["d"].count("M") for path in root[3:-1]]
    assert sum(subpaths) == level.boxes + level.boxes
    assert root[-1].tag.endswith("circle")


def test_a_large_level_makes_a_small_file():
    edge, row = "#" * 99, "#" + "$.-" * 32 + "-#"
    assert len(render(Level((edge, *[row] * 96, row.replace("-#", "@#"), edge)))) < 250_000


def _colours(picture):
    return set(re.findall('fill="(#[0-9a-f]+)"', picture))
