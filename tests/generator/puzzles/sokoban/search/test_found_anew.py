from itertools import count, pairwise
from time import monotonic

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from generator.puzzles.sokoban.notation.files import parse_file
from generator.puzzles.sokoban.notation.xsb import parse_level
from generator.puzzles.sokoban.search.floor import room_of
from generator.puzzles.sokoban.search.found_anew import from_others, from_parts
from generator.puzzles.sokoban.search.question import Search
from generator.puzzles.sokoban.search.quick import any_solution
from generator.puzzles.sokoban.search.settling import settled
from generator.puzzles.sokoban.search.shorter_solutions import FEWER_MOVES, FEWER_PUSHES
from generator.puzzles.sokoban.search.walks import moves_of, pushes_of
from generator.puzzles.sokoban.solutions.replay import replay
from tests.generator.puzzles.sokoban.strategies import wandered


def xsokoban(shared, number):
    return parse_level(parse_file((shared / "levels" / "sokoban" / "xsokoban90.txt").read_text())[number - 1].text)


def lengths(level, solutions):
    """The pushes of each solution, replayed."""
    return [replay(level, moves_of(room_of(level), pushes)).pushes for pushes in solutions]


@given(wandered(most_boxes=3), st.booleans(), st.integers(1, 200))
def test_a_solution_whose_parts_are_found_anew_is_one_and_better_than_the_one_before(game, by_moves, nodes):
    level, moves = game
    assume(moves.lower() != moves)
    room = room_of(level)
    known = pushes_of(room, moves)
    aim = (FEWER_MOVES if by_moves else FEWER_PUSHES).roughly
    found = [known, *from_parts(room, known, Search(nodes), aim, monotonic)]
    lengths(level, found)
    ranks = [aim.rank(room, pushes, None)[0] for pushes in found]
    assert all(better < worse for worse, better in pairwise(ranks))


def test_parts_of_a_long_solution_are_found_anew(shared):
    level = xsokoban(shared, 2)
    room = room_of(level)
    known = any_solution(room, Search(200_000)).pushes
    found, again = (next(from_parts(room, known, Search(1_000), FEWER_PUSHES.roughly, monotonic)) for _ in range(2))
    assert again == found
    before, after = lengths(level, [known, found])
    assert 131 <= after < before


def test_the_clock_stops_it_between_two_parts(shared):
    room = room_of(xsokoban(shared, 2))
    known = any_solution(room, Search(200_000)).pushes
    search = Search(1_000, seconds=0)
    assert [*from_parts(room, known, search, FEWER_PUSHES.roughly, count().__next__)] == []


@pytest.mark.slow
def test_other_solutions_lead_further_than_a_known_one(shared):
    """Level 12 of XSokoban has 214 pushes from where the first search begins, and 212 from elsewhere."""
    level = xsokoban(shared, 12)
    room = room_of(level)
    found = any_solution(room, Search(200_000)).pushes
    known = [*settled(room, found, Search(20_000), FEWER_PUSHES.roughly, monotonic)][-1]
    others = [*from_others(room, known, Search(20_000), FEWER_PUSHES.roughly, monotonic)]
    first, *_, last = lengths(level, [known, *others])
    assert last < first
