"""The sokoban family, as the rest of the program sees it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from generator.capabilities import Atlas
from generator.errors import GenomeError, LevelFormatError, UnsupportedLevelError
from generator.puzzles.sokoban import distance, general_solver, identity, measure, replay, similarity, submission, tools
from generator.puzzles.sokoban.kinds.free.kind import KIND as FREE
from generator.puzzles.sokoban.kinds.kind import Kind
from generator.puzzles.sokoban.kinds.zero_space.atlas.atlas import ATLAS
from generator.puzzles.sokoban.kinds.zero_space.kind import KIND as ZERO_SPACE
from generator.puzzles.sokoban.kinds.zero_space.pitch3.variant import with_variant
from generator.puzzles.sokoban.level import Level
from generator.puzzles.sokoban.measures import appraisal
from generator.puzzles.sokoban.notation import files, xsb
from generator.puzzles.sokoban.pictures import scenes, svg
from generator.values import (
    DEFAULT_REQUEST,
    Answer,
    CheckedSolution,
    Description,
    Entry,
    Genome,
    Metrics,
    Request,
    Scene,
    Solution,
    Space,
    Specimen,
)

KINDS: Sequence[Kind] = (ZERO_SPACE, FREE)
"""Every kind of level; the last one takes the levels that are of no other."""

IMPORTED = "level"
"""The only key of a genome that is just a level's text."""


class SokobanFamily:
    """Zero-space levels and free rooms are made and evolved; any level is solved, replayed, measured and shown."""

    name = "sokoban"
    atlas: Atlas = ATLAS

    def operators(self, space: Space) -> Mapping[str, int]:
        return _kind_of(space).operators(space)

    def seeded(self, space: Space, text: str) -> Space:
        return _kind_of(space).seeded(space, text)

    def random_genome(self, space: Space, rng: np.random.Generator) -> Genome:
        return _kind_of(space).random_genome(space, rng)

    def mutate(
        self, operator: str, parents: Sequence[Specimen], space: Space, rng: np.random.Generator
    ) -> Genome | None:
        return _kind_of(space).mutate(operator, parents, space, rng)

    def genome_of(self, level: Level) -> Genome:
        return {IMPORTED: xsb.format_level(level)}

    def generate(self, genome: Genome) -> Level:
        if IMPORTED not in genome:
            return _kind_of_genome(genome).generate(genome)
        try:
            return xsb.parse_level(str(genome[IMPORTED]))
        except LevelFormatError as error:
            raise GenomeError("the level of this genome cannot be read: {error}", error=error) from error

    def known_solution(self, genome: Genome) -> str:
        if IMPORTED in genome:
            return ""
        return _kind_of_genome(genome).known_solution(genome)

    def parse(self, text: str) -> Level:
        return xsb.parse_level(text)

    def format(self, level: Level) -> str:
        return xsb.format_level(level)

    def parse_file(self, text: str) -> list[Entry]:
        return [with_variant(entry) for entry in files.parse_file(text)]

    def format_file(self, entries: Iterable[Entry], format_: str) -> Iterator[str]:
        return files.format_file(map(with_variant, entries), format_)

    def promise(self, level: Level) -> float:
        return _kind_of_level(level)[0].promise(level)

    def solve(self, level: Level, budget: int, request: Request = DEFAULT_REQUEST) -> Solution:
        kind = _kind_of_level(level)[0]
        if _answers(kind, request):
            try:
                return kind.solve(level, budget, request)
            except UnsupportedLevelError:
                pass
        return general_solver.solve(level, budget, request)

    def shorten(self, level: Level, moves: str, budget: int, request: Request = DEFAULT_REQUEST) -> Iterator[str]:
        return _kind_of_level(level)[0].shorten(level, moves, budget, request)

    def replay(self, level: Level, moves: str) -> int:
        return replay.replay(level, moves).pushes

    def check(self, level: Level, moves: str, most: int | None = None) -> CheckedSolution:
        return submission.check(level, moves, most)

    def measure(self, level: Level, solution: Solution) -> Metrics:
        return measure.measure(level, solution)

    def appraise(self, level: Level, solution: Solution) -> Metrics:
        return appraisal.appraise(level, solution)

    def describe(self, level: Level) -> Description:
        return _kind_of_level(level)[1]

    def canonical(self, level: Level) -> str:
        return identity.unique_id(level)

    def distance(self, one: Level, other: Level) -> float:
        return distance.distance(one, other)

    def find_similar(
        self, level: Level, texts: Sequence[str], threshold: float, ignore_pieces: bool
    ) -> list[tuple[int, float]]:
        return similarity.find_similar(level, texts, threshold, ignore_pieces)

    def run_tool(self, name: str, inputs: Sequence[str], settings: Mapping[str, Any]) -> Answer:
        return tools.run_tool(name, inputs, settings)

    def render(self, level: Level, ruler: bool = False) -> str:
        return svg.render(level, ruler)

    def animate(self, level: Level, moves: str, most: int, ruler: bool = False) -> Iterator[Scene]:
        return scenes.animate(level, moves, most, ruler)

    def warm(self, space: Space) -> None:
        _kind_of(space).warm(space)
        if "g" in space["types"]:
            self.warm_solver(DEFAULT_REQUEST)

    def warm_solver(self, request: Request) -> None:
        general_solver.warm(request)
        if _answers(FREE, request):
            FREE.solve(general_solver.SMALL, 1000, request)


def _kind_of(space: Space) -> Kind:
    return next(kind for kind in KINDS if space["types"][0] in kind.types)


def _kind_of_genome(genome: Genome) -> Kind:
    for kind in KINDS:
        if genome.get("type") in kind.types:
            return kind
    raise GenomeError("this is no genome of this version: its type is {type!r}", type=genome.get("type"))


def _answers(kind: Kind, request: Request) -> bool:
    """Whether a request can be left to the search of a kind: none knows techniques, and that of rooms no limits."""
    if kind is ZERO_SPACE:
        return "slides" not in request.without
    return request.aim in ("", "pushes") and request == replace(DEFAULT_REQUEST, aim=request.aim)


def _kind_of_level(level: Level) -> tuple[Kind, Description]:
    return next((kind, found) for kind in KINDS if (found := kind.describe(level)) is not None)


FAMILY = SokobanFamily()
