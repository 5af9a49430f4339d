"""Every operator makes rooms of the space, or none."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.puzzles.sokoban.declaration import DECLARATION
from generator.puzzles.sokoban.kinds.free.genome import FreeGenome, seed_genome
from generator.puzzles.sokoban.kinds.free.layouts import largest_part
from generator.puzzles.sokoban.kinds.free.limits import SPARE
from generator.puzzles.sokoban.kinds.free.mutate import OPERATORS, mutate, operators, random_genome
from generator.puzzles.sokoban.kinds.free.room import Room
from generator.puzzles.sokoban.notation.xsb import format_level
from generator.values import SEEDS, Specimen
from tests.generator.puzzles.sokoban.kinds.free.rooms import level_in, rooms, stream

SETTINGS = {"type": ["free"], "effort": 0}
WIDE = DECLARATION.space({**SETTINGS, "boxes": [1, 3], "rows": [6], "cols": [4, 7]})
NARROW = DECLARATION.space({**SETTINGS, "boxes": [2], "rows": [6], "cols": [6]})
CELLS = DECLARATION.space({**SETTINGS, "cells": 9})
BY_CELLS = {"graft_piece", "insert_gadget", "move_gadget", "chain_gadgets"}
FIXED = DECLARATION.space({**SETTINGS, "boxes": [1, 2, 3], "walls": "fixed", "seed-levels": "said elsewhere"})


def specimen(room, space):
    player = np.argwhere(~(room.walls | room.goals))[0]
    return Specimen(
        seed_genome(space, room), format_level(level_in(room, room.goals, (int(player[0]), int(player[1]))))
    )


def assert_of_the_space(genome, space):
    room = FreeGenome.from_json(genome).room
    floor = ~room.walls
    assert room.boxes in space["boxes"]
    assert floor.sum() >= room.boxes + SPARE
    assert (largest_part(floor) == floor).all()
    if space["walls"] == "evolve":
        assert room.height <= max(space["rows"])
        assert room.width <= max(space["cols"])


@settings(max_examples=150)
@given(rooms(), rooms(), st.sampled_from(sorted(OPERATORS)), st.sampled_from([WIDE, NARROW, FIXED]), st.integers(0, 99))
def test_children_are_rooms_of_the_space(one, other, operator, space, seed):
    if operator not in operators(space):
        return
    parents = [specimen(room, space) for room in (one, other)][: OPERATORS[operator]]
    child = mutate(operator, parents, space, stream(seed))
    if child is not None:
        assert_of_the_space(child, space)
        if space["walls"] == "fixed":
            assert (FreeGenome.from_json(child).room.walls == one.cropped().walls).all()


@pytest.mark.parametrize("operator", sorted(OPERATORS))
def test_every_operator_changes_many_rooms(operator):
    parents = [FreeGenome.from_json(random_genome(WIDE, stream(seed))).room for seed in range(21)]
    children = [
        mutate(operator, [specimen(room, WIDE) for room in parents[n : n + OPERATORS[operator]]], WIDE, stream(n))
        for n in range(20)
    ]
    assert sum(child is not None for child in children) >= 5


def test_a_parent_that_is_too_large_for_the_space_has_no_children():
    large = specimen(Room(("..-----", "-------")), WIDE)
    small = specimen(Room((".--", "---")), NARROW)
    for operator, parents in operators(NARROW).items():
        assert mutate(operator, [large, small][:parents], NARROW, stream(1)) is None


def test_operators_are_those_that_the_space_leaves_free():
    assert set(operators(CELLS)) == set(OPERATORS)
    assert set(operators(WIDE)) == set(OPERATORS) - BY_CELLS
    assert set(operators(NARROW)) == set(OPERATORS) - BY_CELLS - {"add_box", "remove_box"}
    assert set(operators(FIXED)) == {"move_goal", "slide_goal", "gather_goals", "new_goals", "add_box", "remove_box"}


def test_a_new_number_of_boxes_comes_with_its_operators():
    room = Room(("-.--", "-.--", "----"))
    for operator, boxes in (("add_box", 3), ("remove_box", 1)):
        child = mutate(operator, [specimen(room, FIXED)], FIXED, stream(1))
        assert FreeGenome.from_json(child).room.boxes == boxes


@settings(max_examples=40)
@given(st.integers(0, 2**32), st.sampled_from([WIDE, NARROW]))
def test_random_rooms_are_of_the_space(seed, space):
    assert_of_the_space(random_genome(space, stream(seed)), space)


def test_where_there_are_seeds_random_rooms_have_their_walls():
    shell = Room(("#.--", "----", "--#-"))
    space = {**FIXED, SEEDS: [seed_genome(FIXED, shell)]}
    found = [FreeGenome.from_json(random_genome(space, stream(seed))).room for seed in range(20)]
    assert all((room.walls == shell.walls).all() for room in found)
    assert len({room.rows for room in found}) > 10
    assert {room.boxes for room in found} == {1, 2, 3}
