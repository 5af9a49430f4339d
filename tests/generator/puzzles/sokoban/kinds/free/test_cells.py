"""Rooms of a number of cells: their searches against plain ones, their changes, and the levels that come of them."""

from collections import defaultdict
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.errors import GenerationError, GenomeError, SettingError
from generator.puzzles.sokoban.declaration import DECLARATION
from generator.puzzles.sokoban.family import FAMILY
from generator.puzzles.sokoban.kinds.free.cells.search import (
    AIMS,
    climbed_by_cells,
    farthest_in_moves,
    least_moves,
    memory_for,
    read_table,
)
from generator.puzzles.sokoban.kinds.free.cells.sweep_kernels import deepen
from generator.puzzles.sokoban.kinds.free.genome import FreeGenome
from generator.puzzles.sokoban.kinds.free.layouts import largest_part, random_cells, resized
from generator.puzzles.sokoban.kinds.free.limits import HEAT, HEATS
from generator.puzzles.sokoban.kinds.free.mutate import OPERATORS, mutate, operators, random_genome
from generator.puzzles.sokoban.kinds.free.placement import level_at, placement_of
from generator.puzzles.sokoban.kinds.free.room import Room, words_of
from generator.values import Request, Specimen
from tests.generator.puzzles.sokoban.kinds.free.rooms import rooms, stream
from tests.oracles.rooms import distances
from tests.oracles.rooms import rooms as small_rooms

SPACE = DECLARATION.space({"type": ["free"], "cells": 9, "aim": "moves", "effort": 30_000})
FRAMED = {"type": ["free"], "rows": [4], "cols": [3], "effort": 3000}
FRAMES = [
    DECLARATION.space({**FRAMED, "aim": "pushes"}),
    DECLARATION.space({**FRAMED, "cells": 9}),
    DECLARATION.space({**FRAMED, "rows": [3, 5], "cells": 7, "boxes": [2]}),
]


def genome_of(room, aim, effort, seed=0, boxes=(1, 2, 3)):
    return FreeGenome(room, "evolve", 1 << 16, effort, seed, aim, boxes)


def plain(room):
    """The cells and goals of a room as the slow search has them."""
    floor = frozenset((int(row), int(column)) for row, column in np.argwhere(~room.walls))
    return floor, frozenset((int(row), int(column)) for row, column in np.argwhere(room.goals))


@settings(max_examples=40, deadline=None)
@given(rooms(most_side=4))
def test_the_farthest_start_in_moves_is_that_of_a_plain_search_and_every_other_is_as_far(room):
    room = room.cropped()
    floor, goals = plain(room)
    depths = distances(floor, goals, False)
    deepest = max(depths.values())
    placement = farthest_in_moves(genome_of(room, "moves", 0), room)
    if placement is None:
        assert deepest == 0
        return
    assert least_moves(placement) == deepest
    layers = defaultdict(list)
    for state, depth in depths.items():
        layers[depth].append(state)
    for depth, states in layers.items():
        boxes, player = min(states, key=lambda state: (sorted(state[0]), state[1]))
        mask = np.zeros((room.height, room.width), np.bool_)
        for cell in boxes:
            mask[cell] = True
        assert least_moves(placement._replace(boxes=words_of(mask), player=player[0] * room.width + player[1])) == depth


@settings(max_examples=30, deadline=None)
@given(rooms(most_side=4), st.sampled_from(sorted(AIMS)))
def test_goals_that_are_far_from_a_start_are_no_less_deep(room, aim):
    room = room.cropped()
    table, memory = read_table(room), memory_for(1 << 12)
    floor, goals = plain(room)
    found = int(deepen(AIMS[aim], 3, table, memory))
    better = {cell for number, cell in enumerate(sorted(floor)) if int(table.goals[0]) >> number & 1}
    assert found == max(distances(floor, frozenset(better), aim == "pushes").values())
    assert found >= max(distances(floor, goals, aim == "pushes").values())


def test_what_cannot_be_solved_and_what_is_too_large_has_no_least_moves():
    stuck = placement_of(FAMILY.parse("#####\n#$--#\n#@-.#\n#####"))
    assert least_moves(stuck) is None
    large = "#" * 11 + "\n" + "\n".join("#" + row.ljust(9, "-") + "#" for row in ["@$.", *[""] * 7]) + "\n" + "#" * 11
    assert least_moves(placement_of(FAMILY.parse(large))) is None


@settings(max_examples=25, deadline=None)
@given(rooms(most_side=4), st.sampled_from(["moves", "pushes"]), st.integers(0, 2**53 - 1))
def test_climbing_keeps_the_cells_and_the_room_joined(room, aim, seed):
    room = room.cropped()
    most = int((~room.walls).sum()) - 2
    genome = genome_of(room, aim, 20_000, seed, tuple(range(1, most + 1)))
    found = climbed_by_cells(genome)
    assert found == climbed_by_cells(genome)
    assert (~found.walls).sum() == (~room.walls).sum()
    assert (largest_part(~found.walls) == ~found.walls).all()
    assert 1 <= found.boxes <= most


@pytest.mark.parametrize(("cells", "moves"), [(6, 5), (7, 9), (8, 14), (9, 17)])
def test_the_longest_levels_of_the_atlas_are_found(cells, moves):
    found = []
    for seed in range(4):
        room = random_cells(cells, 2, stream(seed))
        made = FAMILY.generate(genome_of(room, "moves", 200_000, seed, (1, 2)).to_json())
        found.append(FAMILY.solve(made.level, 100_000, Request("moves")).lower_bound)
    assert max(found) == moves


def test_pushes_are_found_too():
    made = FAMILY.generate(genome_of(random_cells(9, 1, stream(3)), "pushes", 300_000, 3, (1, 2)).to_json())
    solution = FAMILY.solve(made.level, 100_000)
    assert solution.proven
    assert solution.lower_bound == 7


def test_levels_begin_where_the_search_has_the_player_and_have_their_least_moves_appraised():
    made = FAMILY.generate(genome_of(Room(("-.--", "----")), "moves", 0, 0, (1,)).to_json())
    solution = FAMILY.solve(made.level, 10_000)
    assert FAMILY.appraise(made.level, solution)["least_moves"] == len(
        FAMILY.solve(made.level, 10_000, Request("moves")).moves
    )
    assert level_at(placement_of(made.level)) == made.level


def test_goals_that_no_box_leaves_make_no_level():
    with pytest.raises(GenerationError):
        FAMILY.generate(genome_of(Room((".-#", "#--")), "moves", 0, 0, (1,)).to_json())


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(sorted(OPERATORS)), st.integers(0, 2**32), st.integers(5, 12))
def test_children_have_the_cells_of_the_space(operator, seed, cells):
    parents = []
    for number in range(OPERATORS[operator]):
        room = random_cells(cells, 2, stream(seed + number))
        player = divmod(int(np.flatnonzero(~(room.walls | room.goals))[0]), room.width)
        walls = np.pad(room.walls, 1, constant_values=True)
        goals = np.pad(room.goals, 1)
        level = FAMILY.parse(
            "\n".join(
                "".join(
                    "#" if walls[y, x] else "*" if goals[y, x] else "@" if (y - 1, x - 1) == player else "-"
                    for x in range(walls.shape[1])
                )
                for y in range(walls.shape[0])
            )
        )
        parents.append(Specimen({}, FAMILY.format(level)))
    assert operator in operators(SPACE)
    child = mutate(operator, parents, SPACE, stream(seed))
    if child is not None:
        room = FreeGenome.from_json(child).room
        assert FreeGenome.from_json(child).heat == HEAT
        assert (~room.walls).sum() == 9
        assert (largest_part(~room.walls) == ~room.walls).all()
        assert room.boxes in SPACE["boxes"]


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(FRAMES), st.integers(0, 2**32))
def test_rooms_in_a_frame_stay_in_it(space, seed):
    genome = FreeGenome.from_json(random_genome(space, stream(seed)))
    assert_in_the_frame(genome.room, space)
    assert_in_the_frame(climbed_by_cells(genome), space)


def assert_in_the_frame(room, space):
    room = room.cropped()
    assert room.height <= max(space["rows"])
    assert room.width <= max(space["cols"])
    assert (largest_part(~room.walls) == ~room.walls).all()
    assert room.boxes in space["boxes"]
    assert (~room.walls).sum() == space.get("cells", (~room.walls).sum())


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(FRAMES), st.sampled_from(sorted(OPERATORS)), st.integers(0, 2**32))
def test_children_of_rooms_in_a_frame_stay_in_it(space, operator, seed):
    made = [FAMILY.generate(random_genome(space, stream(seed + number))) for number in range(OPERATORS[operator])]
    child = mutate(operator, [Specimen({}, FAMILY.format(each.level)) for each in made], space, stream(seed))
    if operator in operators(space) and child is not None:
        assert_in_the_frame(FreeGenome.from_json(child).room, space)
        assert FreeGenome.from_json(child).heat in HEATS


def test_the_number_of_cells_in_a_frame_is_free_where_it_is_not_given():
    found = [climbed_by_cells(FreeGenome.from_json(random_genome(FRAMES[0], stream(seed)))) for seed in range(20)]
    assert len({int((~room.walls).sum()) for room in found}) > 2


@pytest.mark.parametrize("frame", [(2, 4), (3, 3)])
def test_in_a_small_frame_the_deepest_of_all_rooms_is_found(frame):
    fitting = [room for cells in range(3, 10) for room in small_rooms(cells) if fits(room, frame)]
    depths = (
        max(distances(room, frozenset(goals), True).values(), default=0)
        for room in fitting
        for boxes in range(1, min(5, len(room) - 2) + 1)
        for goals in combinations(room, boxes)
    )
    space = DECLARATION.space({**FRAMED, "rows": [frame[0]], "cols": [frame[1]], "aim": "pushes", "effort": 100_000})
    found = [FAMILY.generate(random_genome(space, stream(seed))).level for seed in range(4)]
    assert max(FAMILY.solve(level, 10_000).lower_bound for level in found) == max(depths)


def fits(room, frame):
    """Whether a set of cells in the corner lies in a frame, upright or turned."""
    size = [1 + max(cell[axis] for cell in room) for axis in (0, 1)]
    return any(size[turn] <= frame[0] and size[1 - turn] <= frame[1] for turn in (0, 1))


def test_random_rooms_have_the_cells_and_boxes_of_the_space():
    found = [FreeGenome.from_json(random_genome(SPACE, stream(seed))) for seed in range(40)]
    assert {int((~genome.room.walls).sum()) for genome in found} == {9}
    assert {genome.room.boxes for genome in found} == {1, 2, 3, 4, 5}
    assert {genome.aim for genome in found} == {"moves"}


def test_cells_are_added_and_taken_away_but_goals_stay():
    floor = np.ones((3, 4), np.bool_)
    goals = np.zeros_like(floor)
    goals[1, 1:3] = True
    smaller = resized(floor, goals, 2, stream(1))
    assert smaller is not None
    assert (smaller == goals).all()
    assert resized(floor, floor, 2, stream(1)) is None
    assert resized(floor, goals, 13, stream(1)) is None


def test_a_genome_of_cells_is_read_as_it_was_written_and_checked():
    genome = genome_of(Room(("-.#", "---")), "moves", 5, 7)
    stored = genome.to_json()
    assert FreeGenome.from_json(stored) == genome
    for wrong in ({"aim": "any"}, {"walls": "fixed"}, {"boxes": []}, {"boxes": [0]}, {"boxes": [4]}, {"boxes": None}):
        with pytest.raises(GenomeError, match="genome"):
            FreeGenome.from_json({**stored, **wrong})


@pytest.mark.parametrize(
    "wrong",
    [
        {"frame": [2]},
        {"frame": [2, 21]},
        {"frame": [1, 3]},
        {"frame": "room"},
        {"cells": [5]},
        {"cells": [4, 5]},
        {"cells": [5, 65]},
        {"cells": [6, 7]},
        {"heat": 7},
    ],
)
def test_a_genome_in_a_frame_is_read_as_it_was_written_and_checked(wrong):
    room = Room(("-.#", "---"))
    genome = replace(genome_of(room, "moves", 5, 7), frame=(2, 3), cells=(5, 6), heat=2)
    stored = genome.to_json()
    assert FreeGenome.from_json(stored) == genome
    with pytest.raises(GenomeError, match="genome"):
        FreeGenome.from_json({**stored, **wrong})


def test_settings_are_completed():
    space = DECLARATION.space({"type": ["free"], "cells": 5})
    assert space["boxes"] == [1, 2, 3]
    assert space["aim"] == "pushes"
    flat = DECLARATION.space({"type": ["free"], "cells": 30, "rows": [4]})
    assert (flat["rows"], flat["cols"]) == ([4], [20])
    assert DECLARATION.objective(space) == ""
    assert DECLARATION.objective(SPACE) == "most-moves"


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"cells": 2}, "--cells 2 is not between 3 and 64"),
        ({"cells": 65}, "--cells 65 is not between 3 and 64"),
        ({"cells": 9, "rows": [3], "cols": [2]}, "9 cells do not fit into 3 x 2; give fewer --cells, or more --rows"),
        ({"aim": "moves", "rows": [8], "cols": [9]}, "8 x 9 are more than 64 cells; give --cells N too"),
        ({"cells": 9, "walls": "fixed"}, "leave out --cells and --aim, or give --walls evolve"),
        ({"cells": 5, "boxes": [4]}, "give more --cells, larger --rows and --cols, or fewer --boxes"),
        ({"cells": 9, "boxes": [1, 3]}, "have no gaps"),
        ({"aim": "moves", "rows": [2], "cols": [3], "boxes": [5]}, "the boxes do not fit"),
    ],
)
def test_settings_that_make_no_sense_are_refused(given, why):
    with pytest.raises(SettingError, match=why):
        DECLARATION.space({"type": ["free"], **given})
