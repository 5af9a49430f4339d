"""Genomes: how they are made, changed and become levels."""

import json
import math
import random
import subprocess
import sys
from contextlib import suppress

import numpy as np
import pytest

from generator import Made, Space, defaults
from generator.errors import GenerationError, GenomeError
from generator.testing.samples import SAMPLES, Sampled, assert_json, stream

GENERATE_TEXTS = """
import json, sys
from generator import get_family
family = get_family(sys.argv[1])
genomes = json.load(sys.stdin)
json.dump([family.format(family.generate(genome).level) for genome in genomes], sys.stdout)
"""


class GenomeContract(Sampled):
    """Genomes are JSON, are decided by their stream, and always give the same level."""

    def test_random_genome_is_json_and_decided_by_thestream(self, space: Space) -> None:
        for seed in range(SAMPLES):
            genome = self.family.random_genome(space, stream(seed))
            assert_json(genome)
            assert genome == self.family.random_genome(space, stream(seed))

    def test_random_genomes_differ(self, space: Space) -> None:
        genomes = {json.dumps(self.family.random_genome(space, stream(seed))) for seed in range(5 * SAMPLES)}
        assert len(genomes) > 1

    def test_mutation_is_json_and_decided_by_parents_andstream(self, space: Space) -> None:
        for operator, parents in self._matings(space):
            before = json.dumps(parents)
            child = self.family.mutate(operator, parents, space, stream(1))
            assert json.dumps(parents) == before, "an operator must not change the parents"
            assert child == self.family.mutate(operator, parents, space, stream(1))
            if child is not None:
                assert_json(child)

    def test_some_operator_applies(self, space: Space) -> None:
        assert any(
            self.family.mutate(operator, parents, space, stream(1)) is not None
            for operator, parents in self._matings(space)
        )

    def test_mutants_generate_or_are_refused(self, space: Space) -> None:
        generated = 0
        for operator, parents in self._matings(space):
            child = self.family.mutate(operator, parents, space, stream(1))
            if child is not None:
                with suppress(GenerationError):
                    generated += bool(self.family.format(self.family.generate(child).level))
        assert generated

    def test_global_random_state_is_left_alone(self, space: Space) -> None:
        before = random.getstate(), str(np.random.get_state())
        for operator, parents in self._matings(space):
            self.family.mutate(operator, parents, space, stream(1))
        self._levels(space)
        assert (random.getstate(), str(np.random.get_state())) == before

    def test_generation_is_pure(self, space: Space) -> None:
        for genome, level in self._levels(space):
            stored = json.loads(json.dumps(genome))
            assert self.family.format(self.family.generate(stored).level) == self.family.format(level)

    def test_generation_is_the_same_in_another_process(self) -> None:
        pairs = [pair for space in self.spaces for pair in self._levels(space)]
        answer = subprocess.run(
            [sys.executable, "-c", GENERATE_TEXTS, self.family.name],
            input=json.dumps([genome for genome, _ in pairs]),
            capture_output=True,
            text=True,
            check=True,
        )
        assert json.loads(answer.stdout) == [self.family.format(level) for _, level in pairs]

    def test_promise_is_finite_and_the_same_every_time(self, space: Space) -> None:
        for genome, level in self._levels(space):
            promise = defaults.promise(self.family, self.family.generate(genome))
            assert math.isfinite(promise)
            assert defaults.promise(self.family, Made(self.family.parse(self.family.format(level)))) == promise

    def test_empty_genome_is_refused(self) -> None:
        with pytest.raises(GenomeError):
            self.family.generate({})
