"""Gadgets do what they are for, and operators put whole ones into rooms."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.puzzles.sokoban.kinds.free.gadgets import GADGETS, chain_gadgets, insert_gadget, move_gadget
from generator.puzzles.sokoban.kinds.free.layouts import RoomPlan, largest_part, random_cells
from generator.puzzles.sokoban.kinds.free.room import Room
from generator.puzzles.sokoban.notation.xsb import parse_level
from tests.generator.puzzles.sokoban.kinds.free.rooms import stream
from tests.oracles.sokoban import Sokoban

OPERATORS = (insert_gadget, move_gadget, chain_gadgets)


def framed(room, margin=3):
    """A room within walls on all sides, as operators are given it."""
    return RoomPlan(np.pad(room.walls, margin, constant_values=True), np.pad(room.goals, margin))


def pieces(drawing):
    """A drawing in all its eight positions."""
    cells = np.array([list(line) for line in drawing])
    for turns in range(4):
        turned = np.rot90(cells, turns)
        yield from (turned, turned[:, ::-1])


def windows(plan, shape):
    for row in range(plan.walls.shape[0] - shape[0] + 1):
        for column in range(plan.walls.shape[1] - shape[1] + 1):
            yield np.s_[row : row + shape[0], column : column + shape[1]]


def has_drawing(plan, drawing):
    """Whether all floor of a drawing lies somewhere in a plan, and all its goals are goals there."""
    return any(
        not plan.walls[window][piece != "#"].any() and plan.goals[window][piece == "."].all()
        for piece in pieces(drawing)
        for window in windows(plan, piece.shape)
    )


@settings(max_examples=100)
@given(st.integers(9, 24), st.integers(1, 4), st.sampled_from(OPERATORS), st.integers(0, 2**32))
def test_a_child_has_as_many_cells_in_one_piece(cells, boxes, operator, seed):
    rng = stream(seed)
    before = framed(random_cells(cells, boxes, rng))
    after = operator([RoomPlan(before.walls.copy(), before.goals.copy())], rng)
    if after is not None:
        floor = ~after.walls
        assert floor.sum() == cells
        assert not (after.goals & after.walls).any()
        assert operator is move_gadget or (largest_part(floor) == floor).all()


def test_every_gadget_is_inserted_whole():
    rng, found = stream(1), set()
    for _ in range(300):
        after = insert_gadget([framed(random_cells(16, 2, rng))], rng)
        if after is not None:
            found.update(name for name, drawing in GADGETS.items() if name not in found and has_drawing(after, drawing))
    assert found == set(GADGETS)


HALL = Room(("-----####", "-----####", "-------.-", "-----###-"))
"""A hall with a crooked corridor and a goal in it, behind a door."""


def test_a_moved_part_leaves_its_place_and_keeps_its_shape_and_goals():
    moved = 0
    for seed in range(60):
        after = move_gadget([framed(HALL)], stream(seed))
        if after is not None:
            assert (~after.walls).sum() == (~HALL.walls).sum()
            assert after.goals.sum() == 1
            moved += not (after.walls == framed(HALL).walls).all()
    assert moved > 40


def test_a_chained_part_is_there_twice():
    chained = 0
    for seed in range(60):
        after = chain_gadgets([framed(HALL)], stream(seed))
        if after is not None:
            assert (~after.walls).sum() == (~HALL.walls).sum()
            chained += after.goals.sum() == 2
    assert chained > 10


def test_a_room_without_a_door_has_nothing_to_move_or_chain():
    square = framed(Room(("---", "---", "--.")))
    assert move_gadget([square], stream(1)) is None
    assert chain_gadgets([square], stream(1)) is None


@pytest.mark.parametrize(("rows", "opens"), [("#@$.#", True), ("#-$.#", False)])
def test_a_gate_opens_from_one_side_alone(rows, opens):
    above = "#---#" if opens else "#-@-#"
    gate = Sokoban(parse_level("\n".join(("#####", above, "##-##", rows, "#####"))))
    sides = gate.region(0, gate.player) & ~gate.region(gate.boxes, gate.player)
    met = [gate.region(boxes, player) for boxes, player in gate.distances()]
    other_side = sides & ~gate.boxes & ~gate.goals
    assert any(region & other_side == other_side for region in met) is opens
