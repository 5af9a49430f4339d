"""The linjat family: what the rest of the program sees of Linjat."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np

from generator.errors import GenomeError, LevelFormatError, SettingError
from generator.guidance import Effort, Guidance
from generator.messages import Message
from generator.puzzles.linjat import files, guidance, identity, measure, mutate, picture, solver, telling
from generator.puzzles.linjat.deduction.layers import deduced
from generator.puzzles.linjat.genome import LinjatGenome
from generator.puzzles.linjat.level import Level, format_level, parse_level
from generator.puzzles.linjat.limits import VERSION
from generator.puzzles.linjat.lines import format_lines, said_lines, solution_of
from generator.puzzles.linjat.making.generation import generated
from generator.values import (
    DEFAULT_REQUEST,
    SEEDS,
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


class LinjatFamily:
    """Puzzles with a line through every number; the depth is the number of layers of their deduction."""

    name = "linjat"

    def operators(self, space: Space) -> Mapping[str, int]:
        return mutate.operators(space)

    def seeded(self, space: Space, text: str) -> Space:
        levels = [parse_level(entry.text) for entry in files.parse_file(text)]
        for index, level in enumerate(levels, 1):
            if level.height not in space["rows"] or level.width not in space["cols"]:
                size = f"--rows {level.height} --cols {level.width}"
                raise SettingError(
                    "level {place} of the file is {height} × {width}; give {size} too",
                    place=index,
                    height=level.height,
                    width=level.width,
                    size=size,
                )
            if len(level.numbers) not in space["numbers"]:
                count = len(level.numbers)
                raise SettingError(
                    "level {place} of the file has {count} number; give --numbers {count} too"
                    if count == 1
                    else "level {place} of the file has {count} numbers; give --numbers {count} too",
                    place=index,
                    count=count,
                )
        return {**space, SEEDS: [self.genome_of(level) for level in levels]}

    def random_genome(self, space: Space, rng: np.random.Generator) -> Genome:
        return mutate.random_genome(space, rng)

    def mutate(
        self, operator: str, parents: Sequence[Specimen], space: Space, rng: np.random.Generator
    ) -> Genome | None:
        return mutate.mutate(operator, parents, space, rng)

    def genome_of(self, level: Level) -> Genome:
        return {"level": format_level(level)}

    def generate(self, genome: Genome) -> Made[Level]:
        level = _fixed(str(genome["level"])) if "level" in genome else generated(LinjatGenome.from_json(genome))
        return Made(level)

    def parse(self, text: str) -> Level:
        return parse_level(text)

    def format(self, level: Level) -> str:
        return format_level(level)

    def parse_file(self, text: str) -> list[Entry]:
        return files.parse_file(text)

    def parse_each(self, text: str) -> list[Entry | LevelFormatError]:
        return files.parse_each(text)

    def format_file(self, entries: Iterable[Entry], format_: str) -> Iterator[str]:
        return files.format_json(entries) if format_ == "json" else files.format_text(entries)

    def solve(self, level: Level, budget: int, request: Request = DEFAULT_REQUEST, witness: Witness = None) -> Solution:
        return solver.solve(level, budget)

    def shorten(self, level: Level, moves: str, budget: int, request: Request = DEFAULT_REQUEST) -> Iterator[str]:
        solution_of(level, moves)
        return iter(())

    def replay(self, level: Level, moves: str) -> int:
        solution_of(level, moves)
        return len(deduced(level).layers)

    def check(self, level: Level, moves: str, most: int | None = None) -> CheckedSolution:
        lines = solution_of(level, moves)
        cut = len(said_lines(moves)) - len(lines)
        return CheckedSolution(format_lines(lines), cut, {"layers": len(deduced(level).layers)}).within(most)

    def measure(self, level: Level, solution: Solution) -> Metrics:
        return measure.measure(level, solution)

    def describe(self, level: Level, witness: Witness = None) -> Description:
        return Description(f"{level.height}x{level.width}", max(level.height, level.width), len(level.numbers))

    def identity(self, level: Level) -> str:
        return identity.identity_of(level)

    def distances(self, text: str, others: Sequence[str]) -> list[float]:
        return identity.distances(text, others)

    def find_similar(
        self, level: Level, texts: Sequence[str], threshold: float, ignore_pieces: bool
    ) -> list[tuple[int, float]]:
        return identity.similar(level, texts, threshold)

    def render(self, level: Level, ruler: bool = False) -> str:
        return picture.render(level, ruler)

    def animate(self, level: Level, moves: str, most: int, ruler: bool = False) -> Iterator[Scene]:
        return picture.animate(level, moves, most, ruler)

    def explain(self, level: Level) -> Iterator[Message]:
        return telling.told(level)

    def guide(self, level: Level, moves: str, known: str, effort: Effort) -> Guidance:
        return guidance.guide(level, moves, known, effort)

    def may_be_reached(self, level: Level, start: Level) -> bool:
        return identity.has_most_numbers_of(level, start)

    def warm(self, space: Space) -> None:
        """One small level compiles every kernel."""
        genome = {
            "height": 3,
            "width": 3,
            "numbers": [[0, 0, 3], [1, 1, 2]],
            "dots": [],
            "mode": space["mode"],
            "effort": 20,
            "heat": 100,
            "seed": 1,
            "version": VERSION,
        }
        level = self.generate(genome).level
        measure.measure(level, self.solve(level, 1000))

    def warm_solver(self, request: Request) -> None:
        self.solve(Level(("2.", "  ")), 1000, request)


def _fixed(text: str) -> Level:
    try:
        return parse_level(text)
    except LevelFormatError as error:
        raise GenomeError("this genome does not give a level: {error}", error=error) from error


FAMILY = LinjatFamily()
