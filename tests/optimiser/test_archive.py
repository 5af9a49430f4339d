"""The archive keeps the best level of every cell."""

import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator import Axis, Description, get_declaration
from generator.values import LAST_BIN, PIECES
from optimiser.archive import NARROWEST, WIDEST, Archive, axes_of, cell_of, parse_axis
from optimiser.errors import AxisError
from optimiser.recorder import CellRecord

AXES = (Axis(PIECES), Axis("depth", 4), Axis("branching", 1.0))


def level(pieces):
    return Description("b", 5, pieces)


@pytest.mark.parametrize("family", ["sokoban", "linjat", "watersort"])
def test_cells_of_families_are_pieces_depth_in_fours_and_branching_in_ones(family):
    axes = get_declaration(family).archive
    assert cell_of(axes, level(24), {"depth": 84, "branching": 2.99}) == (24, 21, 2)
    assert cell_of(axes, level(24), {"depth": 87, "branching": 2.0}) == (24, 21, 2)
    assert cell_of(axes, level(24), {"depth": 88, "branching": 3.0}) == (24, 22, 3)


def test_cells_have_the_axes_that_are_declared():
    assert cell_of((Axis("rhythm", 0.5), Axis("moves", 10)), level(3), {"rhythm": 1.7, "moves": 39}) == (3, 3)


@given(st.integers(0, 10**6), st.integers(1, 100))
def test_a_bin_spans_the_values_that_are_in_it(value, width):
    axis = Axis("depth", width)
    least, most = axis.span(axis.bin_of(value))
    assert least <= value <= most == least + width - 1


@given(st.integers(10**17, 10**400), st.integers(1, 9) | st.floats(NARROWEST, 9))
def test_what_is_greater_than_any_bin_is_in_the_last_one(value, width):
    assert Axis("states", width).bin_of(value) == LAST_BIN


@given(st.sampled_from(["depth", "push-solutions", PIECES]), st.integers(1, WIDEST) | st.floats(NARROWEST, WIDEST))
def test_axes_are_read_as_they_are_written(metric, width):
    axis = Axis(metric, width)
    assert parse_axis(str(axis)) == axis
    assert isinstance(parse_axis(f" {metric} : {width} ").width, type(width))


def test_an_axis_without_a_width_has_bins_of_one():
    assert parse_axis("depth") == Axis("depth", 1)


@given(st.text(alphabet="d:0149.- ", max_size=24))
def test_any_text_is_an_axis_or_refused(text):
    with suppress(AxisError):
        axis = parse_axis(text)
        assert NARROWEST <= axis.width <= WIDEST
        assert parse_axis(str(axis)) == axis


def test_a_session_without_axes_of_its_own_has_those_of_its_family():
    assert axes_of("sokoban", {}) == AXES
    assert axes_of("sokoban", {"axes": ["depth:2"]}) == [Axis("depth", 2)]


def test_what_is_not_known_has_a_bin_of_its_own():
    assert cell_of(AXES, level(2303), {"depth": 1000, "branching": None}) == (2303, 250, -1)


def test_a_cell_changes_only_for_the_better():
    archive = Archive(AXES)
    metrics = {"depth": 10, "branching": 1.5}
    assert archive.add(level(5), metrics, "first", 10) == CellRecord((5, 2, 1), "first", 10)
    assert archive.add(level(5), metrics, "equal", 10) is None
    assert archive.add(level(5), metrics, "worse", 9) is None
    assert archive.add(level(5), metrics, "better", 11) == CellRecord((5, 2, 1), "better", 11)
    assert archive.add(level(6), metrics, "another cell", 1) == CellRecord((6, 2, 1), "another cell", 1)
    assert len(archive) == 2


LEVELS = st.lists(st.tuples(st.integers(1, 3), st.integers(0, 9), st.floats(0, 3), st.integers(0, 9)))


@given(LEVELS, LEVELS)
def test_an_archive_goes_on_from_what_was_stored(before, after):
    def add_all(archive, levels):
        return [
            archive.add(level(pieces), {"depth": depth, "branching": branching}, str(place), score)
            for place, (pieces, depth, branching, score) in enumerate(levels)
        ]

    archive = Archive(AXES)
    add_all(archive, before)
    again = Archive(AXES, json.loads(json.dumps(archive.to_json())))
    assert add_all(again, after) == add_all(archive, after)
    assert again.to_json() == archive.to_json()
