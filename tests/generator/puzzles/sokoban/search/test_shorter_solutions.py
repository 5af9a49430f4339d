from itertools import count, pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from generator.puzzles.sokoban.notation.xsb import parse_level
from generator.puzzles.sokoban.search.floor import room_of
from generator.puzzles.sokoban.search.question import ALL_PRUNINGS, Search
from generator.puzzles.sokoban.search.shorter_solutions import FEWER_MOVES, FEWER_PUSHES, shortened
from generator.puzzles.sokoban.search.walks import moves_of, pushes_of
from generator.puzzles.sokoban.solutions.replay import replay
from tests.generator.puzzles.sokoban.strategies import wandered
from tests.oracles import moves as oracle

PLENTY = 30_000

CIRCULAR = """\
######
#    #
# *@ #
######"""

AIMS = {"pushes": FEWER_PUSHES, "moves": FEWER_MOVES}


def figures(level, moves, aim):
    """Pushes and moves, or moves and pushes: what the aim looks at first."""
    counted = replay(level, moves)
    return (counted.pushes, counted.moves) if aim == "pushes" else (counted.moves, counted.pushes)


def shortened_moves(level, moves, search, aim, **clock):
    room = room_of(level)
    return [moves_of(room, pushes) for pushes in shortened(room, pushes_of(room, moves), search, AIMS[aim], **clock)]


@given(
    wandered(most_boxes=3), st.sampled_from([*AIMS]), st.integers(1, 200), st.booleans(), st.integers(0, ALL_PRUNINGS)
)
def test_every_solution_is_one_and_better_than_the_one_before(game, aim, nodes, both_ends, prunings):
    level, moves = game
    assume(moves.lower() != moves)
    found = shortened_moves(level, moves, Search(nodes, both_ends, prunings), aim)
    ranks = [figures(level, better, aim) for better in [moves, *found]]
    # The walks between the pushes of the first one may have been detours.
    assert ranks[1:2] <= ranks[:1]
    assert all(better < worse for worse, better in pairwise(ranks[1:]))


@given(wandered(), st.sampled_from([*AIMS]))
def test_what_nothing_shortens_is_the_optimum_of_a_small_level(game, aim):
    level, moves = game
    assume(moves.lower() != moves)
    *_, best = [moves, *shortened_moves(level, moves, Search(PLENTY), aim)]
    pushes, steps = oracle.least(level, weigh_pushes=aim == "pushes")
    counted = replay(level, moves_of(room_of(level), pushes_of(room_of(level), best)))
    if aim == "pushes":
        assert (counted.pushes, counted.moves) == (pushes, steps)
    else:
        assert counted.moves == steps


@pytest.mark.parametrize("aim", AIMS)
def test_a_level_that_begins_solved_keeps_its_pushes_once(aim):
    level = parse_level(CIRCULAR)
    assert shortened_moves(level, 3 * "ulldRurrdL", Search(PLENTY), aim)[-1] == "ulldRurrdL"


@pytest.mark.parametrize(("seconds", "left"), [(0, 0), (5, 0), (10, 1), (None, 1)])
def test_the_clock_stops_it(seconds, left):
    level = parse_level(CIRCULAR)
    search = Search(PLENTY, seconds=seconds)
    assert len(shortened_moves(level, 3 * "ulldRurrdL", search, "pushes", clock=count().__next__)) == left


@given(wandered(most_boxes=3), st.integers(0, 100))
def test_what_was_found_before_the_clock_stopped_it_is_kept(game, seconds):
    level, moves = game
    assume(moves.lower() != moves)
    found = shortened_moves(level, moves, Search(PLENTY, seconds=seconds), "pushes", clock=count().__next__)
    ranks = [figures(level, better, "pushes") for better in found]
    assert all(better < worse for worse, better in pairwise(ranks))
    assert not ranks or ranks[0] <= figures(level, moves, "pushes")
