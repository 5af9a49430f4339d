"""Boxes that are alike and stand in rows are the tubes of a rack."""

import numpy as np
import pytest

from generator.puzzles.watersort.limits import MOST_TUBES
from generator.puzzles.watersort.vision import racks
from generator.puzzles.watersort.vision.outlines import Box
from generator.puzzles.watersort.vision.racks import overlap, racks_of

ROW = [Box(100.0 * place, 200.0, 60.0, 240.0) for place in range(5)]
BELOW = [Box(50 + 100.0 * place, 500.0, 60.0, 240.0) for place in range(4)]


def test_tubes_come_from_above_and_from_left_to_right() -> None:
    boxes = [*BELOW, *ROW]
    np.random.default_rng(1).shuffle(boxes)
    rack, *_ = racks_of([Box(*map(float, box)) for box in boxes])
    assert rack.tubes == [*ROW, *BELOW]
    assert rack.pitch == 100
    assert rack.area == 9 * 60 * 240


def test_what_is_unlike_or_on_top_of_a_tube_is_left_out() -> None:
    others = [Box(110.0, 210.0, 40.0, 60.0), Box(700.0, 200.0, 90.0, 100.0), Box(101.0, 198.0, 61.0, 243.0)]
    rack, *_ = racks_of([*others, *ROW])
    assert rack.tubes == ROW


def test_tubes_of_one_rack_are_made_equally_large() -> None:
    shaken = [box._replace(top=box.top + place % 2, height=box.height - place % 2) for place, box in enumerate(ROW)]
    rack, *_ = racks_of(shaken)
    assert {(tube.width, tube.height, tube.bottom) for tube in rack.tubes} == {(60.0, 240.0, 440.0)}


def test_boxes_overlap_where_they_share_a_place() -> None:
    assert overlap(ROW[0], Box(50.0, 300.0, 60.0, 240.0))
    assert not overlap(ROW[0], ROW[1])
    assert not overlap(ROW[0], Box(0.0, 439.0, 60.0, 240.0))


def test_without_boxes_there_is_no_rack() -> None:
    assert racks_of([]) == []
    assert racks_of(ROW[:1]) == []


def test_boxes_beyond_the_most_tubes_are_not_compared_with_one_another(monkeypatch: pytest.MonkeyPatch) -> None:
    compared = []

    def counted(one: Box, other: Box) -> bool:
        compared.append(one)
        return overlap(one, other)

    monkeypatch.setattr(racks, "overlap", counted)
    grid = [Box(20.0 * column, 30.0 * row, 14.0, 24.0) for row in range(60) for column in range(80)]
    assert racks_of(grid) == []
    assert len(compared) <= MOST_TUBES * (MOST_TUBES + 1) / 2
