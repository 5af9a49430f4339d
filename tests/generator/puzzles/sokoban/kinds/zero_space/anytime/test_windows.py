import numpy as np
import pytest

from generator.puzzles.sokoban.kinds.zero_space.anytime.windows import holders_of, windows_of
from generator.puzzles.sokoban.kinds.zero_space.boards.geometry import geometry

SHAPES = [*(("b", size) for size in (2, 3, 5, 6, 7, 12)), *(("e", size) for size in (2, 3, 4, 5, 10))]
FORMS = ((4, 4), (5, 5), (6, 6))

every_shape = pytest.mark.parametrize("shape", SHAPES)


@every_shape
@pytest.mark.parametrize("form", FORMS)
def test_every_slide_can_be_made_in_some_window_and_every_window_fits_a_word(shape, form):
    slides = np.flatnonzero(geometry(*shape).face >= 0)
    windows = windows_of(*shape, *form)
    held = np.zeros(geometry(*shape).slots, bool)
    for number in range(len(windows)):
        slots = windows[number]
        assert len(slots) <= 62
        assert (np.diff(slots) > 0).all()
        held[slots[:-1][np.diff(slots) == 1]] = True
    assert held[slides].all()


@pytest.mark.parametrize(("shape", "walls"), [(("b", 7), 7), (("e", 7), 9)])
def test_there_is_a_window_for_each_place_of_the_block(shape, walls):
    for height, width in ((4, 4), (3, 5), (6, 6)):
        assert len(windows_of(*shape, height, width)) == (walls - height + 1) * (walls - width + 1)


def test_a_window_holds_the_slots_between_its_walls():
    inner = windows_of("b", 8, 4, 4)
    assert {len(inner[number]) for number in range(len(inner))} == {24}
    corner = geometry("b", 8).cells[windows_of("b", 8, 2, 3)[0]]
    assert {tuple(cell) for cell in corner.tolist()} == {(2, 3), (2, 5), (3, 2), (3, 4), (3, 6), (4, 3), (4, 5)}


def test_a_board_with_fewer_walls_is_one_window():
    for shape in (("b", 2), ("b", 3), ("b", 5), ("e", 2), ("e", 3)):
        windows = windows_of(*shape, 6, 6)
        assert len(windows) == 1
        assert windows[0].tolist() == list(range(geometry(*shape).slots))


@pytest.mark.parametrize("shape", [("b", 3), ("b", 6), ("b", 9), ("e", 2), ("e", 6)])
def test_windows_are_found_by_what_they_hold(shape):
    windows, holders = holders_of(*shape, FORMS)
    sets = [set(windows[number].tolist()) for number in range(len(windows))]
    for slide in np.flatnonzero(geometry(*shape).face >= 0).tolist():
        with_it = [number for number, slots in enumerate(sets) if {slide, slide + 1} <= slots]
        assert holders.windows[holders.begin[slide] : holders.begin[slide + 1]].tolist() == with_it
