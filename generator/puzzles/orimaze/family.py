"""The orimaze family: what the rest of the program sees of pieces that move along rows or columns."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from generator.errors import LevelFormatError, SettingError
from generator.guidance import Effort, Guidance
from generator.puzzles.orimaze import bounds, files, goals, guidance, measure, mutate, picture, solver, tools
from generator.puzzles.orimaze.atlas import ATLAS, OrimazeAtlas
from generator.puzzles.orimaze.genome import generated, genome_of
from generator.puzzles.orimaze.level import Level, format_level, images, parse_level
from generator.puzzles.orimaze.moves import played
from generator.values import (
    DEFAULT_REQUEST,
    SEEDS,
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
    Witness,
)


class OrimazeFamily:
    """Grids with one free cell; the depth is the least number of moves."""

    name = "orimaze"

    def operators(self, space: Space) -> Mapping[str, int]:
        return mutate.operators(space)

    def random_genome(self, space: Space, rng: np.random.Generator) -> Genome:
        return mutate.random_genome(space, rng)

    def mutate(
        self, operator: str, parents: Sequence[Specimen], space: Space, rng: np.random.Generator
    ) -> Genome | None:
        return mutate.mutate(operator, parents, space, rng)

    def generate(self, genome: Genome) -> Made[Level]:
        return generated(genome)

    def known_solution(self, made: Made[Level]) -> str:
        return made.witness.moves if made.witness else ""

    def genome_of(self, level: Level) -> Genome:
        return genome_of(level)

    def seeded(self, space: Space, text: str) -> Space:
        levels = [parse_level(entry.text) for entry in files.parse_file(text)]
        for index, level in enumerate(levels, 1):
            _check_place(level, index, space)
        return {**space, SEEDS: [genome_of(level) for level in levels]}

    def parse(self, text: str) -> Level:
        return parse_level(text)

    def format(self, level: Level) -> str:
        return format_level(level)

    def parse_file(self, text: str) -> list[Entry]:
        return files.parse_file(text)

    def parse_each(self, text: str) -> list[Entry | LevelFormatError]:
        return files.parse_each(text)

    def format_file(self, entries: Iterable[Entry], format_: str) -> Iterator[str]:
        return files.format_text(entries)

    def solve(self, level: Level, budget: int, request: Request = DEFAULT_REQUEST, witness: Witness = None) -> Solution:
        return replace(solver.solve(level, budget, request), witness=witness)

    def replay(self, level: Level, moves: str) -> int:
        return len(played(level, moves)[0])

    def check(self, level: Level, moves: str, most: int | None = None) -> CheckedSolution:
        counted, cut = played(level, moves)
        return CheckedSolution(counted, cut, {"moves": len(counted)}).within(most)

    def measure(self, level: Level, solution: Solution) -> Metrics:
        return measure.measure(level, solution)

    def describe(self, level: Level, witness: Witness = None) -> Description:
        height, width = level.start.height, level.start.width
        goal = goals.CORNER if level.goal is None else goals.ARRANGEMENT
        return Description(f"{height}x{width} {goal}", max(height, width), height * width - 1)

    def identity(self, level: Level) -> str:
        return min(map(format_level, images(level)))

    def run_tool(self, name: str, inputs: Sequence[str], settings: Mapping[str, Any]) -> Answer:
        return tools.run(name, inputs, settings)

    def render(self, level: Level, ruler: bool = False) -> str:
        return picture.render(level, ruler)

    def animate(self, level: Level, moves: str, most: int, ruler: bool = False) -> Iterator[Scene]:
        return picture.animate(level, moves, most, ruler)

    def guide(self, level: Level, moves: str, known: str, effort: Effort) -> Guidance:
        return guidance.guide(level, moves, known, effort)

    def least(self, level: Level) -> int:
        return bounds.least(level)

    def may_be_reached(self, level: Level, start: Level) -> bool:
        return bounds.may_be_reached(level, start)

    @property
    def atlas(self) -> OrimazeAtlas:
        return ATLAS

    def warm(self, space: Space) -> None:
        """Two small levels, one of each goal, compile every kernel but those of the atlas."""
        for genome in ({"deepest": "HV\nV."}, {"farthest": "HV\nV."}):
            level = generated(genome).level
            measure.measure(level, self.solve(level, 1000))

    def warm_solver(self, request: Request) -> None:
        for text in ("VH\nH.", "VH\nV.\n--\nVH\n.V"):
            self.solve(parse_level(text), 1000, request)


def _check_place(level: Level, place: int, space: Space) -> None:
    """Raises SettingError where a space has no place for a level."""
    rows, cols = level.start.height, level.start.width
    goal = goals.CORNER if level.goal is None else goals.ARRANGEMENT
    if rows not in space["rows"] or cols not in space["cols"] or goal != space["goal"]:
        raise SettingError(
            "level {place} of the file is of another size or has another goal; "
            "give --rows {rows} --cols {cols} --goal {goal}",
            place=place,
            rows=rows,
            cols=cols,
            goal=goal,
        )


FAMILY = OrimazeFamily()
