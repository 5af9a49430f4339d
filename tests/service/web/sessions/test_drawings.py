"""Pictures of figures: sparklines and maps of archives."""

import re
from collections.abc import Sequence
from xml.etree import ElementTree

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from generator import get_declaration
from generator.values import Axis
from service.web.sessions.drawings import Span, heat_maps, spans, sparkline
from storage.queries import CellRow

NAMESPACE = {"svg": "http://www.w3.org/2000/svg"}


SOKOBAN = get_declaration("sokoban")


def told(found: Sequence[Span], score: float) -> str:
    return f"{', '.join(f'{name} {low} to {high}' for name, low, high in found)}: {score}"


def numbers(text: str) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in (point.split(",") for point in text.split())]


@given(st.lists(st.none() | st.floats(-1e9, 1e9), max_size=50))
@example([0.0, 5e-324])
def test_a_sparkline_stays_in_its_frame_and_leaves_nothing_known_out(values: list[float | None]) -> None:
    drawn = ElementTree.fromstring(sparkline(values, "best"))
    width, height = (float(side) for side in drawn.attrib["viewBox"].split()[2:])
    points = numbers(drawn[0].attrib["points"])
    assert len(points) == len([value for value in values if value is not None])
    assert all(0 <= x <= width and 0 <= y <= height for x, y in points)


def test_a_rising_course_rises() -> None:
    heights = [y for _, y in numbers(ElementTree.fromstring(sparkline([1, 5, 9], "best"))[0].attrib["points"])]
    assert heights == sorted(heights, reverse=True)


def test_labels_are_escaped() -> None:
    assert "<script>" not in sparkline([1, 2], '"><script>')
    (drawn,) = heat_maps([CellRow((1, 2, 3), 4, 5.0)], SOKOBAN.archive, "boxes", lambda *_: '"><script>', '"><script>')
    assert "<script>" not in drawn.svg


@pytest.mark.parametrize(
    ("cells", "shared", "maps"),
    [
        ([(24, 3, 8), (24, 4, 8), (24, 4, 9)], ["boxes"], 1),
        ([(19, 3, 1), (20, 3, 1), (21, 5, 1)], ["branching"], 1),
        ([(3, 1, 1), (3, 1, 2), (4, 1, 1), (4, 1, 2)], ["boxes"], 2),
    ],
)
def test_the_coordinate_with_fewer_values_tells_maps_apart(
    cells: list[tuple[int, ...]], shared: list[str], maps: int
) -> None:
    drawn = heat_maps([CellRow(cell, 1, 1.0) for cell in cells], SOKOBAN.archive, "boxes", told, "archive")
    assert [[span.name for span in one.shared] for one in drawn] == [shared] * maps


def test_every_cell_is_a_link_to_its_level_that_says_what_it_is() -> None:
    cells = [CellRow((24, 10, 8), 7, 41.0), CellRow((24, 12, 9), 9, 50.0), CellRow((24, -1, -1), 11, 3.0)]
    (drawn,) = heat_maps(cells, SOKOBAN.archive, "boxes", told, "archive")
    links = ElementTree.fromstring(drawn.svg).findall("a")
    assert {link.attrib["href"] for link in links} == {"/levels/7", "/levels/9", "/levels/11"}
    for link in links:
        title = link.find("rect/title")
        assert title is not None
        assert title.text == link.attrib["aria-label"]
    assert links[0].attrib["aria-label"] == "boxes 24 to 24, depth 40 to 43, branching 8.0 to 9.0: 41.0"


def test_better_cells_have_stronger_colours() -> None:
    cells = [CellRow((24, place, 8), place, float(place)) for place in range(8)]
    (drawn,) = heat_maps(cells, SOKOBAN.archive, "boxes", told, "archive")
    assert re.findall(r'class="heat-(\d)"', drawn.svg) == list("01234567")


def test_a_very_wide_archive_stays_a_picture_one_can_scroll() -> None:
    cells = [CellRow((3, place, 1), place + 1, 1.0) for place in range(0, 1000, 50)]
    (drawn,) = heat_maps(cells, SOKOBAN.archive, "boxes", told, "archive")
    assert float(ElementTree.fromstring(drawn.svg).attrib["width"]) <= 2100


def test_of_very_many_bins_only_those_with_a_level_are_drawn() -> None:
    cells = [CellRow((place * 10**12, place * 10**9), place + 1, 1.0) for place in range(5)]
    (drawn,) = heat_maps(cells, (Axis("states"), Axis("moves")), "boxes", told, "archive")
    picture = ElementTree.fromstring(drawn.svg)
    assert len(picture.findall("a")) == 5
    assert float(picture.attrib["height"]) <= 200
    assert float(picture.attrib["width"]) <= 200


def test_what_is_not_known_has_no_range() -> None:
    unknown = [Span("depth", None, None), Span("branching", None, None)]
    assert spans(SOKOBAN.archive, "boxes", (5, -1, -1)) == [Span("boxes", 5, 5), *unknown]


@pytest.mark.parametrize(
    ("axes", "shared", "down"),
    [
        ((Axis("moves", 10),), [], ""),
        ((Axis("branching", 0.5), Axis("depth", 2)), [], "branching"),
        ((Axis("cheats"), Axis("rhythm"), Axis("depth"), Axis("moves")), ["cheats", "rhythm"], "moves"),
    ],
)
def test_an_archive_of_any_axes_is_drawn(axes: tuple[Axis, ...], shared: list[str], down: str) -> None:
    cells = [CellRow(tuple(range(place, place + len(axes))), place + 1, 1.0) for place in (3, 4)]
    drawn = heat_maps(cells, axes, "boxes", told, "archive")
    assert len(drawn) == (2 if shared else 1)
    for one in drawn:
        assert ([span.name for span in one.shared], one.down) == (shared, down)
    assert sum(one.svg.count("<a ") for one in drawn) == 2
