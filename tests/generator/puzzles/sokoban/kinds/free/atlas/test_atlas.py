"""Every level of small rooms, beside searches that know nothing but the rules, and beside what was published."""

import pytest

from generator.errors import SettingError
from generator.puzzles.sokoban.atlas import ATLAS
from generator.puzzles.sokoban.family import FAMILY
from generator.puzzles.sokoban.kinds.free.atlas.search import count_rooms, records_of, rooms_of
from generator.values import Request
from tests.oracles import rooms as oracle

LONGEST = {3: 1, 4: 2, 5: 3, 6: 5, 7: 9, 8: 14, 9: 17, 10: 22, 11: 27, 12: 35}
"""OEIS A195667."""
MOST_PUSHES = {3: 1, 4: 2, 5: 3, 6: 4, 7: 5, 8: 6, 9: 7, 10: 9, 11: 11, 12: 13}
ROOMS = {3: 2, 4: 5, 5: 12, 6: 35, 7: 108, 8: 369, 9: 1285, 10: 4655}
"""OEIS A000105."""


def records(cells):
    return [*records_of(cells, rooms_of(cells, 1, 0))]


@pytest.mark.parametrize(("cells", "rooms"), ROOMS.items())
def test_all_rooms_are_listed(cells, rooms):
    assert sum(count_rooms(cells, 1)) == sum(count_rooms(cells, 5)) == rooms


@pytest.mark.parametrize("cells", [3, 6, 8])
def test_rooms_are_those_of_the_oracle(cells):
    listed = [
        oracle.normal({(y, x) for y, row in enumerate(rows) for x in range(16) if row >> x & 1})
        for number in range(3)
        for rows in rooms_of(cells, 3, number).tolist()
    ]
    assert len(listed) == ROOMS[cells]
    assert {min(oracle.images(room), key=sorted) for room in listed} == oracle.rooms(cells)


@pytest.mark.parametrize("cells", [3, 4, 5, 6])
def test_records_are_those_of_the_oracle(cells):
    found = {(record.boxes, record.aim): (record.depth, record.levels) for record in records(cells)}
    assert found == oracle.records(cells)


@pytest.mark.slow
def test_records_of_seven_cells_are_those_of_the_oracle():
    found = {(record.boxes, record.aim): (record.depth, record.levels) for record in records(7)}
    assert found == oracle.records(7)


@pytest.mark.parametrize("cells", [3, 4, 5, 6, 7, 8, 9])
def test_the_greatest_depths_are_those_that_were_published(cells):
    assert max(one.depth for one in records(cells) if one.aim == "moves") == LONGEST[cells]
    assert max(one.depth for one in records(cells) if one.aim == "pushes") == MOST_PUSHES[cells]


@pytest.mark.slow
@pytest.mark.parametrize("cells", [10, 11, 12])
def test_the_greatest_depths_of_larger_rooms_are_those_that_were_published(cells):
    found = records(cells)
    assert max(one.depth for one in found if one.aim == "moves") == LONGEST[cells]
    assert max(one.depth for one in found if one.aim == "pushes") == MOST_PUSHES[cells]


def test_chapters_together_have_the_records_of_the_whole():
    best = {}
    for number in range(3):
        for one in records_of(8, rooms_of(8, 3, number)):
            best.setdefault((one.boxes, one.aim), []).append((one.depth, one.levels))
    deepest = {kind: max(depth for depth, _ in found) for kind, found in best.items()}
    totals = {
        kind: (deepest[kind], sum(levels for depth, levels in found if depth == deepest[kind]))
        for kind, found in best.items()
    }
    assert totals == {(one.boxes, one.aim): (one.depth, one.levels) for one in records(8)}


def test_records_below_the_least_depth_of_interest_are_left_out_and_no_others():
    rooms, all_of_them = rooms_of(8, 1, 0), records(8)
    deeper = {(one.boxes, one.aim): one.depth + one.boxes % 2 for one in all_of_them}
    assert [*records_of(8, rooms, deeper)] == [one for one in all_of_them if not one.boxes % 2]


def test_levels_of_the_atlas_are_as_deep_as_the_solvers_say():
    settings = ATLAS.settings({"type": "free", "cells": 8})
    for chapter in ATLAS.chapters(settings):
        for one in ATLAS.explore(settings, chapter.name).components:
            boxes, aim = ATLAS.record(settings, one.invariant)
            level = FAMILY.parse(one.text)
            solution = FAMILY.solve(level, one.nodes, Request(aim=aim))
            assert solution.proven
            assert solution.lower_bound == one.depth
            assert level.boxes == boxes
            assert (~level.cells().walls).sum() == 8


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"type": "free", "cells": 2}, "rooms of 3 to 16 cells, not 2"),
        ({"type": "free", "cells": 17}, "rooms of 3 to 16 cells, not 17"),
        ({"type": "free", "size": 4}, "give --cells instead"),
        ({"type": "b", "cells": 4}, "give --type free"),
        ({"cells": 4}, "give --type free"),
    ],
)
def test_settings_that_mean_nothing_are_refused(given, said):
    with pytest.raises(SettingError, match=said):
        ATLAS.settings(given)
