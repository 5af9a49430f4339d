"""The sokoban family, as the rest of the program sees it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, Self

import numpy as np

from generator.capabilities import Atlas
from generator.errors import GenomeError, LevelFormatError, UnsupportedLevelError
from generator.guidance import Effort, Guidance
from generator.puzzles.sokoban import general_solver, guidance, tools
from generator.puzzles.sokoban.atlas import ATLAS
from generator.puzzles.sokoban.kinds.recognition import (
    Recognition,
    kind_of_genome,
    kind_of_space,
    recognised,
)
from generator.puzzles.sokoban.kinds.zero_space.pitch3.variant import with_variant
from generator.puzzles.sokoban.level import Level
from generator.puzzles.sokoban.measures import appraisal
from generator.puzzles.sokoban.metrics import MEASURED
from generator.puzzles.sokoban.notation import files, xsb
from generator.puzzles.sokoban.pictures import scenes, svg
from generator.puzzles.sokoban.search.portfolio import SMALL
from generator.puzzles.sokoban.similarity import distance, identity, similarity
from generator.puzzles.sokoban.solutions import ideas, replay, submission
from generator.puzzles.sokoban.workspace import Workspace
from generator.values import (
    DEFAULT_REQUEST,
    Answer,
    CheckedSolution,
    Description,
    Entry,
    Genome,
    Made,
    Metrics,
    Request,
    Scene,
    Solution,
    Space,
    Specimen,
)

IMPORTED = "level"
"""The only key of a genome that is just a level's text."""


class SokobanFamily:
    """Zero-space levels and free rooms are made and evolved; any level is solved, replayed, measured and shown."""

    name = "sokoban"
    atlas: Atlas = ATLAS

    def __init__(self, workspace: Workspace | None = None) -> None:
        self._kept = workspace

    def with_workspace(self) -> Self:
        return type(self)(Workspace())

    @property
    def _workspace(self) -> Workspace:
        """The workspace of this family's caller, else one for a single call."""
        return self._kept or Workspace()

    def operators(self, space: Space) -> Mapping[str, int]:
        return kind_of_space(space).operators(space)

    def seeded(self, space: Space, text: str) -> Space:
        return kind_of_space(space).seeded(space, text)

    def random_genome(self, space: Space, rng: np.random.Generator) -> Genome:
        return kind_of_space(space).random_genome(space, rng)

    def mutate(
        self, operator: str, parents: Sequence[Specimen], space: Space, rng: np.random.Generator
    ) -> Genome | None:
        return kind_of_space(space).mutate(operator, parents, space, rng)

    def genome_of(self, level: Level) -> Genome:
        return {IMPORTED: xsb.format_level(level)}

    def generate(self, genome: Genome) -> Made[Level]:
        if IMPORTED not in genome:
            kind = kind_of_genome(genome)
            made = kind.generate(genome, self._workspace)
            return Made(made.level, Recognition(kind, made.witness))
        try:
            return Made(xsb.parse_level(str(genome[IMPORTED])))
        except LevelFormatError as error:
            raise GenomeError("the level of this genome cannot be read: {error}", error=error) from error

    def known_solution(self, made: Made[Level]) -> str:
        kind, known = recognised(made.level, made.witness)
        return kind.known_solution(known, self._workspace)

    def parse(self, text: str) -> Level:
        return xsb.parse_level(text)

    def format(self, level: Level) -> str:
        return xsb.format_level(level)

    def parse_file(self, text: str) -> list[Entry]:
        return [with_variant(entry) for entry in files.parse_file(text)]

    def parse_each(self, text: str) -> list[Entry | LevelFormatError]:
        return _with_variants(files.parse_each(text))

    def parse_each_closed(self, text: str) -> list[Entry | LevelFormatError]:
        return _with_variants(files.parse_each(text, close_edges=True))

    def format_file(self, entries: Iterable[Entry], format_: str) -> Iterator[str]:
        return files.format_file(map(with_variant, entries), format_)

    def promise(self, made: Made[Level]) -> float:
        kind, known = recognised(made.level, made.witness)
        return kind.promise(known)

    def solve(
        self, level: Level, budget: int, request: Request = DEFAULT_REQUEST, witness: Recognition | None = None
    ) -> Solution:
        kind, known = recognised(level, witness)
        solution = None
        if kind.answers(request):
            with suppress(UnsupportedLevelError):
                solution = kind.solve(level, known, budget, request, self._workspace)
        solution = solution or general_solver.solve(level, budget, request)
        return replace(solution, witness=Recognition(kind, solution.witness or known))

    def shorten(self, level: Level, moves: str, budget: int, request: Request = DEFAULT_REQUEST) -> Iterator[str]:
        kind, known = recognised(level)
        return kind.shorten(level, known, moves, budget, request)

    def replay(self, level: Level, moves: str) -> int:
        return replay.replay(level, moves).pushes

    def check(self, level: Level, moves: str, most: int | None = None) -> CheckedSolution:
        return submission.check(level, moves, most)

    def idea(self, level: Level, moves: str) -> str:
        return ideas.idea(level, moves)

    def measure(self, level: Level, solution: Solution) -> Metrics:
        """Depth, boxes and what is counted along the solution, for levels of any kind; the rest is for the kind."""
        metrics: dict[str, int | float | None] = dict.fromkeys(MEASURED)
        metrics |= {"depth": solution.lower_bound, "boxes": level.boxes, "boxes_off_goal": level.boxes_off_goal}
        if solution.moves:
            played = replay.replay(level, solution.moves)
            metrics |= {name: value for name, value in played._asdict().items() if name in MEASURED}
        kind, known = recognised(level, solution.witness)
        return {**metrics, **kind.measure(level, known, solution, self._workspace)}

    def appraise(self, level: Level, solution: Solution) -> Metrics:
        return appraisal.appraise(level, solution)

    def describe(self, level: Level, witness: Recognition | None = None) -> Description:
        kind, known = recognised(level, witness)
        return kind.describe(level, known)

    def identity(self, level: Level) -> str:
        return identity.unique_id(level)

    def distances(self, text: str, others: Sequence[str]) -> list[float]:
        return distance.distances(text, others)

    def find_similar(
        self, level: Level, texts: Sequence[str], threshold: float, ignore_pieces: bool
    ) -> list[tuple[int, float]]:
        return similarity.find_similar(level, texts, threshold, ignore_pieces)

    def guide(self, level: Level, moves: str, known: str, effort: Effort) -> Guidance:
        return guidance.guide(level, moves, known, effort, self.solve)

    def may_be_reached(self, level: Level, start: Level) -> bool:
        return identity.board_id(level) == identity.board_id(start) or similarity.is_near(level, start)

    def run_tool(self, name: str, inputs: Sequence[str], settings: Mapping[str, Any]) -> Answer:
        return tools.run_tool(name, inputs, settings)

    def render(self, level: Level, ruler: bool = False) -> str:
        return svg.render(level, ruler)

    def animate(self, level: Level, moves: str, most: int, ruler: bool = False) -> Iterator[Scene]:
        return scenes.animate(level, moves, most, ruler)

    def warm(self, space: Space) -> None:
        kind_of_space(space).warm(space)
        distance.distances(self.format(SMALL), [])
        if "g" in space["types"]:
            self.warm_solver(DEFAULT_REQUEST)

    def warm_solver(self, request: Request) -> None:
        general_solver.warm(request)
        self.solve(SMALL, 1000, request)


def _with_variants(found: Iterable[Entry | LevelFormatError]) -> list[Entry | LevelFormatError]:
    return [with_variant(one) if isinstance(one, Entry) else one for one in found]


FAMILY = SokobanFamily()
