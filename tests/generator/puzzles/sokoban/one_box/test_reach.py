"""The push search for one box, against brute force."""

import numpy as np
import pytest

from generator.puzzles.sokoban.level import Level
from generator.puzzles.sokoban.notation.files import parse_file
from generator.puzzles.sokoban.notation.xsb import parse_level
from generator.puzzles.sokoban.one_box.position import Position
from generator.puzzles.sokoban.one_box.reach import BoxReach
from generator.puzzles.sokoban.one_box.replay import box_path
from generator.puzzles.sokoban.one_box.walk import walk
from tests.generator.puzzles.sokoban.one_box.boards import boxes_of, random_board
from tests.oracles import one_box as oracle
from tests.oracles.replay import Game

CORRIDOR = """
##########
#--@-$---#
##########
"""

LOOP = """
#######
#--#--#
#-$---#
#--#-@#
#-----#
###.###
#######
"""


def assert_all_ways_are_best(level):
    """Every cell that brute force reaches has a way of the same cost that can be played, and no other has one."""
    for box in boxes_of(level):
        position = Position.of(level)
        reach = BoxReach(position, position.number(box))
        best = oracle.reach(level, box)
        assert {position.cell(cell) for cell in reach.cells} == set(best)
        for target, cost in best.items():
            path = reach.path(position.number(target))
            assert_it_plays(level, position, path, cost)
            quick = box_path(position, position.number(box), position.number(target))
            assert_it_plays(level, position, quick, cost)


def assert_it_plays(level, position, path, cost):
    game = Game(level)
    cells = [position.cell(cell) for cell in path.cells]
    number, at = game.boxes[cells[0]], [cells[0]]
    for letter in path.moves:
        move = game.play(letter.lower())
        assert move is not None
        assert letter.isupper() == (move.box is not None)
        if move.box is not None:
            assert move.box == number
            at += [cell for cell, box in game.boxes.items() if box == number]
    assert at == cells
    assert game.player == position.cell(path.player)
    assert (len(cells) - 1, len(path.moves)) == cost


def test_every_way_is_as_brute_force_finds_it():
    rng = np.random.default_rng(1)
    for _ in range(300):
        assert_all_ways_are_best(random_board(rng, 5, 7))


@pytest.mark.slow
def test_every_way_on_thousands_of_boards_is_as_brute_force_finds_it():
    rng = np.random.default_rng(7)
    for _ in range(3000):
        assert_all_ways_are_best(random_board(rng, 9, 12))


def test_the_player_does_not_walk_through_the_box_before_the_first_push():
    position = Position.of(parse_level(CORRIDOR.replace("$---", "$--.")))
    reach = BoxReach(position, position.number((1, 5)))
    assert {position.cell(cell) for cell in reach.cells} == {(1, 6), (1, 7), (1, 8)}


def test_a_way_round_the_walls_lets_the_player_change_sides():
    position = Position.of(parse_level(LOOP))
    reach = BoxReach(position, position.number((2, 2)))
    path = reach.path(position.number((2, 4)))
    assert (len(path.cells) - 1, path.moves) == (2, "ldllluuRR")


def test_where_the_box_is_needs_no_way():
    position = Position.of(parse_level(LOOP))
    box = position.number((2, 2))
    assert BoxReach(position, box).path(box) is None


def test_a_box_that_the_player_cannot_come_to_stays():
    position = Position.of(Level(("########", "#@$.#$.#", "########")))
    assert BoxReach(position, position.number((1, 5))).cells == frozenset()


def test_the_boxes_of_the_seed_levels_are_as_by_brute_force(shared):
    entry, *_ = parse_file((shared / "levels/sokoban/seed-levels.xsb").read_text("utf-8"))
    level = parse_level(entry.text)
    for box in boxes_of(level)[::20]:
        position = Position.of(level)
        found = {position.cell(cell) for cell in BoxReach(position, position.number(box)).cells}
        assert found == set(oracle.reach(level, box))


class CountingLooks(bytearray):
    """The free cells of a board, which count how often one is looked at."""

    looks = 0

    def __getitem__(self, cell):
        CountingLooks.looks += 1
        return super().__getitem__(cell)


def test_on_a_large_open_board_walks_stay_short(monkeypatch):
    """A flood for each place of the box would look at cells hundreds of millions of times."""
    monkeypatch.setattr(CountingLooks, "looks", 0)
    monkeypatch.setattr(f"{BoxReach.__module__}.walk", lambda free, *asked: walk(CountingLooks(free), *asked))
    rows = ["#" * 100, *["#" + "-" * 98 + "#"] * 98, "#" * 100]
    rows[50] = "#" + "-" * 48 + "$" + "-" * 48 + ".#"
    rows[60] = "#@" + "-" * 97 + "#"
    position = Position.of(Level(tuple(rows)))
    reach = BoxReach(position, position.number((50, 49)))
    path = reach.path(position.number((2, 97)))
    assert 0 < CountingLooks.looks < 1_000_000
    assert len(reach.cells) == 98 * 98 - 1
    assert len(path.cells) - 1 == 48 + 48
