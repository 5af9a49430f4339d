"""Genomes: the deepest level of a component, and where there is none."""

import pytest

from generator.errors import GenerationError, GenomeError
from generator.puzzles.orimaze.genome import deepest_genome, farthest_genome, generated
from generator.puzzles.orimaze.level import parse_level
from generator.puzzles.orimaze.moves import played
from generator.puzzles.orimaze.solver import solve
from generator.values import Request
from tests.generator.puzzles.orimaze.samples import LONGEST_5X5
from tests.oracles import orimaze as oracle


def test_any_position_with_an_h_in_the_corner_leads_to_the_deepest_level_of_its_component():
    level = parse_level(LONGEST_5X5)
    *_, solved = (position for position in oracle.distances(level.start.rows) if oracle.in_corner(position))
    made = generated({"deepest": "\n".join(solved)})
    assert solve(made.level, 10_000, Request()).upper_bound == 199
    assert len(played(made.level, made.witness.moves)[0]) == 199


def test_the_farthest_two_positions_are_start_and_goal():
    position = parse_level("VVH\nVHV\nH.V").start
    made = generated(farthest_genome(position))
    least = oracle.diameter(frozenset(oracle.distances(position.rows)))
    assert solve(made.level, 1000, Request()).upper_bound == least == len(made.witness.moves)


def test_where_nothing_can_be_asked_for_no_level_comes_out():
    with pytest.raises(GenerationError, match="an H in the corner"):
        generated(deepest_genome(parse_level("HH\n.V").start))
    with pytest.raises(GenerationError, match="no piece can be moved"):
        generated(farthest_genome(parse_level(".V\nHV").start))


@pytest.mark.parametrize("genome", [{"deepest": "VH\nH."}, {"deepest": 3}, {"level": "x"}, {"rows": "VH\nH."}])
def test_what_is_no_genome_is_refused(genome):
    with pytest.raises(GenomeError):
        generated(genome)
