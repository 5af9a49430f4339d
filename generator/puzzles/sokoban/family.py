"""The sokoban family, as the rest of the program sees it."""

from collections.abc import Mapping, Sequence

import numpy as np

from generator.errors import GenomeError, LevelFormatError, UnsupportedLevelError
from generator.family import Description, Entry, Genome, Metrics, Solution, Space, Specimen
from generator.puzzles.sokoban import distance, identity, measure, replay
from generator.puzzles.sokoban.declaration import DECLARATION
from generator.puzzles.sokoban.level import Level
from generator.puzzles.sokoban.notation import xsb
from generator.puzzles.sokoban.pictures import svg
from generator.puzzles.sokoban.zero_space import mutate, solver
from generator.puzzles.sokoban.zero_space.genome import ZeroSpaceGenome
from generator.puzzles.sokoban.zero_space.policy import pair_of
from generator.puzzles.sokoban.zero_space.route import moves_of
from generator.puzzles.sokoban.zero_space.trees import board_of, zero_space_of

IMPORTED = "level"
"""The only key of a genome that is just a level's text."""


class SokobanFamily:
    """Zero-space levels are made, solved and evolved; any other level is read, replayed, measured and shown."""

    name = "sokoban"
    operators: Mapping[str, int] = mutate.OPERATORS

    def random_genome(self, space: Space, rng: np.random.Generator) -> Genome:
        return mutate.random_genome(space, rng)

    def mutate(
        self, operator: str, parents: Sequence[Specimen], space: Space, rng: np.random.Generator
    ) -> Genome | None:
        return mutate.mutate(operator, parents, space, rng)

    def genome_of(self, level: Level) -> Genome:
        return {IMPORTED: xsb.format_level(level)}

    def generate(self, genome: Genome) -> Level:
        if IMPORTED not in genome:
            return board_of(pair_of(ZeroSpaceGenome.from_json(genome)).zero)
        try:
            return xsb.parse_level(genome[IMPORTED])
        except LevelFormatError as error:
            raise GenomeError(f"the level of this genome cannot be read: {error}") from error

    def known_solution(self, genome: Genome) -> str:
        if IMPORTED in genome:
            return ""
        pair = pair_of(ZeroSpaceGenome.from_json(genome))
        return "" if pair.slides is None else moves_of(pair.zero, pair.slides)

    def parse(self, text: str) -> Level:
        return xsb.parse_level(text)

    def format(self, level: Level) -> str:
        return xsb.format_level(level)

    def parse_file(self, text: str) -> list[Entry]:
        return xsb.parse_file(text)

    def format_file(self, entries: Sequence[Entry]) -> str:
        return xsb.format_file(entries)

    def solve(self, level: Level, budget: int) -> Solution:
        return solver.solve(level, budget)

    def replay(self, level: Level, moves: str) -> int:
        return replay.replay(level, moves).pushes

    def measure(self, level: Level, solution: Solution) -> Metrics:
        return measure.measure(level, solution)

    def describe(self, level: Level) -> Description:
        try:
            zero = zero_space_of(level)
        except UnsupportedLevelError:
            return Description(type="other", size=max(level.height, level.width), boxes=level.boxes)
        return Description(type=zero.type, size=zero.size, boxes=level.boxes)

    def canonical(self, level: Level) -> str:
        return identity.unique_id(level)

    def distance(self, one: Level, other: Level) -> float:
        return distance.distance(one, other)

    def render(self, level: Level) -> str:
        return svg.render(level)

    def warm(self, space: Space) -> None:
        """One small level through the policy of the space, and one through A*, compile every kernel."""
        rng = np.random.Generator(np.random.PCG64(0))
        for type_, size, policy in (("b", 3, "deepest"), ("b", 7, "farthest")):
            tiny = DECLARATION.space({"type": [type_], "size": [size], "policy": policy, "nodes": 1000})
            genome = self.random_genome(tiny, rng)
            level = self.generate(genome)
            solution = self.solve(level, DECLARATION.budget(tiny))
            self.replay(level, solution.moves or self.known_solution(genome))
            self.measure(level, solution)


FAMILY = SokobanFamily()
