"""Levels without evolution: random genomes, generated, solved and measured."""

from typing import Any, NamedTuple

import numpy as np

from generator import Family, Genome, Space, defaults
from generator.errors import GenerationError
from optimiser.evaluation import record_of
from optimiser.recorder import LevelRecord
from service.levels.examination import attempt, completed


class Generated(NamedTuple):
    """A level and a solution of it: of the least depth where that is proven, else the one that generation left."""

    record: LevelRecord
    moves: str


def nth_genome(family: Family[Any], space: Space, seed: int, number: int) -> Genome:
    """One genome of a batch, whatever the others are."""
    stream = np.random.Generator(np.random.PCG64(np.random.SeedSequence([seed, number])))
    return family.random_genome(space, stream)


def generated(family: Family[Any], genome: Genome, budget: int) -> Generated:
    """Make, solve and measure the level of a genome. Raises GenerationError where there is none."""
    level = family.generate(genome)
    answer = attempt(family, level, budget).solution
    moves = "" if answer.upper_bound is not None else defaults.known_solution(family, genome)
    solution = completed(family, level, answer, moves)
    if solution.upper_bound is None:
        raise GenerationError("no solution within {budget} nodes; raise --nodes", budget=budget)
    return Generated(record_of(family, level, genome, solution), solution.moves)
