"""Levels with walls anywhere, as a kind of the family."""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from generator.puzzles.sokoban import general_solver
from generator.puzzles.sokoban.identity import inside
from generator.puzzles.sokoban.kinds.free import limits, measure, mutate, seeds, solver
from generator.puzzles.sokoban.kinds.free.genome import FreeGenome
from generator.puzzles.sokoban.level import Level
from generator.puzzles.sokoban.replay import replay
from generator.values import DEFAULT_REQUEST, Description, Genome, Request, Solution, Space, Specimen


class FreeKind:
    """Rooms whose walls and goals evolve, and every level that is of no other type."""

    types: Sequence[str] = limits.TYPES

    def operators(self, space: Space) -> Mapping[str, int]:
        return mutate.operators(space)

    def seeded(self, space: Space, text: str) -> Space:
        return seeds.seeded(space, text)

    def random_genome(self, space: Space, rng: np.random.Generator) -> Genome:
        return mutate.random_genome(space, rng)

    def mutate(
        self, operator: str, parents: Sequence[Specimen], space: Space, rng: np.random.Generator
    ) -> Genome | None:
        return mutate.mutate(operator, parents, space, rng)

    def generate(self, genome: Genome) -> Level:
        return solver.deepest_level(FreeGenome.from_json(genome))

    def known_solution(self, genome: Genome) -> str:
        return solver.known_solution(FreeGenome.from_json(genome))

    def describe(self, level: Level) -> Description:
        """Called by the longer side inside its outer wall."""
        return Description(limits.TYPES[0], max(inside(level).walls.shape) - 2, level.boxes)

    def promise(self, level: Level) -> float:
        return 0.0

    def solve(self, level: Level, budget: int, request: Request = DEFAULT_REQUEST) -> Solution:
        return general_solver.decided(level, lambda: solver.solve(level, budget), budget, request)

    def shorten(self, level: Level, moves: str, budget: int, request: Request = DEFAULT_REQUEST) -> Iterator[str]:
        return general_solver.shorten(level, moves, budget, request)

    def warm(self, space: Space) -> None:
        """One level in a room of one word, and one in a larger room."""
        for room in (["-.--", "----"], ["-.--------", *["----------"] * 9]):
            level = self.generate(
                {"type": limits.TYPES[0], "room": room, "walls": "evolve", "budget": 1000, "effort": 500, "seed": 0}
            )
            solution = self.solve(level, 1000)
            replay(level, solution.moves)
            measure.measure(level, solution)


KIND = FreeKind()
