"""Films of lineages: what differs from one picture to the next is found cell by cell."""

from io import BytesIO

from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from generator import defaults, get_family
from service.levels.film import change, changed_cells, evenly, marked, write_film

BEFORE = "#######\n#@$ . #\n#     #\n#######"
AFTER = "#######\n#@$  .#\n#     #\n#######"


def test_the_cells_that_differ_are_marked() -> None:
    family = get_family("sokoban")
    before, after = (defaults.render(family, family.parse(text)) for text in (BEFORE, AFTER))
    assert changed_cells(before, after) == [(64, 16), (80, 16)]
    assert changed_cells(before, before) == []
    assert marked(before, []) == before
    smaller = defaults.render(family, family.parse("#####\n#@$.#\n#####"))
    assert changed_cells(smaller, after) == []


def test_what_changes_out_of_sight_is_marked_and_stays_hidden() -> None:
    family = get_family("watersort")
    before, after = "HIDDEN\nba..\nAB..\nBA..\nAb..", "HIDDEN\nba..\nAB..\nAA..\nBb.."
    new = defaults.render(family, family.parse(after))
    assert changed_cells(defaults.render(family, family.parse(before)), new) == []
    assert change(family, before, after) == marked(new, [(16, 48), (16, 64)])


def test_levels_of_different_sizes_have_one_frame() -> None:
    file = BytesIO()
    assert write_film(get_family("sokoban"), ["#####\n#@$.#\n#####", BEFORE, AFTER], file) == 3
    with Image.open(file) as image:
        assert (image.n_frames, image.width > image.height) == (3, True)


@given(st.integers(1, 300), st.integers(2, 60))
def test_a_long_line_is_told_by_its_ends_and_what_lies_evenly_between(length: int, most: int) -> None:
    chosen = evenly(range(length), most)
    assert (chosen[0], chosen[-1], len(chosen)) == (0, length - 1, min(length, most))
    assert chosen == sorted(set(chosen))
