"""Levels of a family for its contracts, and what these check values by."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, ClassVar
from xml.etree import ElementTree

import numpy as np
import pytest

from generator import Declaration, Family, Genome, Solution, Space, Specimen
from generator.errors import GenerationError

SAMPLES = 4


class Sampled:
    """A family under test, with levels of its spaces."""

    family: ClassVar[Family[Any]]
    declaration: ClassVar[Declaration]
    spaces: ClassVar[Sequence[Space]]

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        if "space" in metafunc.fixturenames:
            metafunc.parametrize("space", self.spaces, ids=json.dumps)

    def _levels(self, space: Space) -> list[tuple[Genome, Any]]:
        genomes = (self.family.random_genome(space, stream(seed)) for seed in range(10 * SAMPLES))
        levels = list(islice(self._generated(genomes), SAMPLES))
        assert levels, "no random genome of this space gives a level"
        return levels

    def _generated(self, genomes: Iterable[Genome]) -> Iterator[tuple[Genome, Any]]:
        for genome in genomes:
            try:
                made = self.family.generate(genome)
            except GenerationError:
                continue
            yield genome, made.level

    def _matings(self, space: Space) -> Iterator[tuple[str, list[Specimen]]]:
        specimens = [Specimen(genome, self.family.format(level)) for genome, level in self._levels(space)]
        for operator, arity in self.family.operators(space).items():
            for index in range(len(specimens)):
                yield operator, [specimens[(index + step) % len(specimens)] for step in range(arity)]

    def _solve(self, level: Any, space: Space) -> Solution:
        return self.family.solve(level, self.declaration.budget(space))


def stream(seed: int) -> np.random.Generator:
    return np.random.Generator(np.random.PCG64(seed))


def sides(picture: str) -> tuple[int, int]:
    root = ElementTree.fromstring(picture)  # noqa: S314  (our own text, not a stranger's)
    return int(root.attrib["width"]), int(root.attrib["height"])


def assert_json(value: Mapping[str, Any]) -> None:
    assert json.loads(json.dumps(value, allow_nan=False)) == value
