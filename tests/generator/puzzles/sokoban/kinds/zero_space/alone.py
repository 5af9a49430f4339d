"""Searches, each with an explorer of its own, of levels of which nothing is known but how they look."""

from dataclasses import replace

from generator.puzzles.sokoban.family import FAMILY
from generator.puzzles.sokoban.kinds.zero_space import solver
from generator.puzzles.sokoban.kinds.zero_space.explorer import Explorer
from generator.puzzles.sokoban.kinds.zero_space.making import policy
from generator.puzzles.sokoban.kinds.zero_space.witness import ZeroSpaceWitness, witness_of
from generator.values import DEFAULT_REQUEST


def solve(level, budget, request=DEFAULT_REQUEST):
    return solver.solve(witness_of(level), budget, request, Explorer())


def measure(level, solution):
    return FAMILY.measure(level, replace(solution, witness=None))


def component_of(zero, budget):
    return solver.component_of(ZeroSpaceWitness(zero), budget, Explorer())


def pair_of(genome):
    return policy.pair_of(genome, Explorer())
