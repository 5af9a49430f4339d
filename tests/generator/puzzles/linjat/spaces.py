"""Levels that the generator makes, for tests of what comes after it."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from generator.errors import GenerationError
from generator.puzzles.linjat.declaration import DECLARATION
from generator.puzzles.linjat.genome import LinjatGenome
from generator.puzzles.linjat.level import Level
from generator.puzzles.linjat.making.generation import generated
from generator.puzzles.linjat.mutate import random_genome


def genome_in(settings: dict[str, Any], seed: int) -> LinjatGenome:
    """A random genome of the space of some settings."""
    rng = np.random.Generator(np.random.PCG64(seed))
    return LinjatGenome.from_json(random_genome(DECLARATION.space(settings), rng))


def levels_in(settings: dict[str, Any], seeds: int) -> Iterator[Level]:
    """The levels of random genomes, of those that have any."""
    for seed in range(seeds):
        try:
            yield generated(genome_in(settings, seed))
        except GenerationError:
            continue
