"""Levels with walls anywhere, as a kind of the family."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from generator.capabilities import Atlas
from generator.messages import Message
from generator.puzzles.sokoban import general_solver
from generator.puzzles.sokoban.kinds.free import limits, measure, mutate, seeds, solver
from generator.puzzles.sokoban.kinds.free.atlas.atlas import ATLAS
from generator.puzzles.sokoban.kinds.free.cells.search import least_moves
from generator.puzzles.sokoban.kinds.free.genome import FreeGenome
from generator.puzzles.sokoban.kinds.free.witness import RoomWitness, witness_of
from generator.puzzles.sokoban.level import Level
from generator.puzzles.sokoban.similarity.identity import inside
from generator.puzzles.sokoban.solutions.replay import replay
from generator.puzzles.sokoban.workspace import Workspace
from generator.values import (
    DEFAULT_REQUEST,
    Description,
    Genome,
    Made,
    Metrics,
    Request,
    Solution,
    Space,
    Specimen,
)


class FreeKind:
    """Rooms whose walls and goals evolve, and every level that is of no other type."""

    types: Sequence[str] = limits.TYPES
    atlas: Atlas = ATLAS

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

    def generate(self, genome: Genome, workspace: Workspace) -> Made[Level]:
        return solver.deepest_level(FreeGenome.from_json(genome), workspace.puller)

    def recognise(self, level: Level) -> RoomWitness:
        return witness_of(level)

    def known_solution(self, known: RoomWitness, workspace: Workspace) -> str:
        return solver.known_solution(known, workspace.puller)

    def describe(self, level: Level, known: RoomWitness) -> Description:
        """Called by the longer side inside its outer wall."""
        if isinstance(known.placement, Message):
            side = max(inside(level).walls.shape) - 2
        else:
            side = max(known.placement.room.height, known.placement.room.width)
        return Description(limits.TYPES[0], side, level.boxes)

    def promise(self, known: RoomWitness) -> float:
        return 0.0

    def answers(self, request: Request) -> bool:
        """The search of rooms knows neither techniques nor limits."""
        return request.aim in ("", "pushes") and request == replace(DEFAULT_REQUEST, aim=request.aim)

    def solve(self, level: Level, known: RoomWitness, budget: int, request: Request, workspace: Workspace) -> Solution:
        return general_solver.decided(
            level, lambda: solver.solve(level, known, budget, workspace.puller), budget, request
        )

    def shorten(self, level: Level, known: RoomWitness, moves: str, budget: int, request: Request) -> Iterator[str]:
        return general_solver.shorten(level, moves, budget, request)

    def measure(self, level: Level, known: RoomWitness, solution: Solution, workspace: Workspace) -> Metrics:
        return measure.measure(known, solution, workspace.puller)

    def warm(self, space: Space) -> None:
        """One level in a room of one word, and one in a larger room."""
        workspace = Workspace()
        for room in (["-.--", "----"], ["-.--------", *["----------"] * 9]):
            genome = {
                "type": limits.TYPES[0],
                "room": room,
                "walls": "evolve",
                "budget": 1000,
                "effort": 500,
                "seed": 0,
            }
            made = self.generate(genome, workspace)
            solution = self.solve(made.level, made.witness, 1000, DEFAULT_REQUEST, workspace)
            replay(made.level, solution.moves)
            self.measure(made.level, made.witness, solution, workspace)
        if "aim" in space:
            self._warm_cells(workspace)

    def _warm_cells(self, workspace: Workspace) -> None:
        """One level by cells in moves, and one in pushes."""
        for aim in limits.AIMS:
            numbers = {"boxes": [1, 2], "budget": 1000, "effort": 20_000, "seed": 0}
            room = {"type": limits.TYPES[0], "room": ["-.--", "----"], "walls": "evolve", "aim": aim}
            made = self.generate({**room, **numbers}, workspace)
            least_moves(made.witness.searched())


KIND = FreeKind()
