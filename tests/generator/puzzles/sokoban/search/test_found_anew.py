from time import monotonic

import pytest

from generator.puzzles.sokoban.notation.files import parse_file
from generator.puzzles.sokoban.notation.xsb import parse_level
from generator.puzzles.sokoban.search.floor import room_of
from generator.puzzles.sokoban.search.found_anew import from_others
from generator.puzzles.sokoban.search.question import Search
from generator.puzzles.sokoban.search.quick import any_solution
from generator.puzzles.sokoban.search.settling import settled
from generator.puzzles.sokoban.search.shorter_solutions import FEWER_PUSHES
from generator.puzzles.sokoban.search.walks import moves_of
from generator.puzzles.sokoban.solutions.replay import replay


@pytest.mark.slow
def test_other_solutions_lead_further_than_a_known_one(shared):
    """Level 12 of XSokoban has 214 pushes from where the first search begins, and 212 from elsewhere."""
    level = parse_level(parse_file((shared / "levels" / "sokoban" / "xsokoban90.txt").read_text())[11].text)
    room = room_of(level)
    found = any_solution(room, Search(200_000)).pushes
    known = [*settled(room, found, Search(20_000), FEWER_PUSHES.roughly, monotonic)][-1]
    others = [*from_others(room, known, Search(20_000), FEWER_PUSHES.roughly, monotonic)]
    assert len(others[-1]) < len(known)
    assert replay(level, moves_of(room, others[-1])).pushes == len(others[-1])
