"""The watersort family: what the rest of the program sees of water sort."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from generator.errors import LevelFormatError, SettingError
from generator.guidance import Effort, Guidance
from generator.messages import Message
from generator.puzzles.watersort import (
    files,
    identity,
    measure,
    picture,
    positions,
    shorter_solutions,
    solver,
    tools,
    vision,
)
from generator.puzzles.watersort.advice import explanation, guidance
from generator.puzzles.watersort.atlas import ATLAS, WaterSortAtlas
from generator.puzzles.watersort.level import Level, format_level, parse_level, rules_of
from generator.puzzles.watersort.making import mutate
from generator.puzzles.watersort.making.genome import generated, genome_of
from generator.puzzles.watersort.pours import format_moves, played
from generator.puzzles.watersort.variants import ENDS, POURS
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
    PictureReading,
    Request,
    Scene,
    Solution,
    Space,
    Specimen,
    Witness,
)


class WaterSortFamily:
    """Tubes of coloured water to be sorted; the depth is the least number of pours."""

    name = "watersort"

    def operators(self, space: Space) -> Mapping[str, int]:
        return mutate.operators(space)

    def seeded(self, space: Space, text: str) -> Space:
        levels = [parse_level(entry.text) for entry in files.parse_file(text)]
        for index, level in enumerate(levels, 1):
            _check_place(level, index, space)
        return {**space, SEEDS: [genome_of(level) for level in levels]}

    def random_genome(self, space: Space, rng: np.random.Generator) -> Genome:
        return mutate.random_genome(space, rng)

    def mutate(
        self, operator: str, parents: Sequence[Specimen], space: Space, rng: np.random.Generator
    ) -> Genome | None:
        return mutate.mutate(operator, parents, space, rng)

    def genome_of(self, level: Level) -> Genome:
        return genome_of(level)

    def generate(self, genome: Genome) -> Made[Level]:
        return generated(genome)

    def known_solution(self, made: Made[Level]) -> str:
        return format_moves(made.witness or ())

    def parse(self, text: str) -> Level:
        return parse_level(text)

    def format(self, level: Level) -> str:
        return format_level(level)

    def parse_file(self, text: str) -> list[Entry]:
        return files.parse_file(text)

    def parse_each(self, text: str) -> list[Entry | LevelFormatError]:
        return files.parse_each(text)

    def format_file(self, entries: Iterable[Entry], format_: str) -> Iterator[str]:
        return files.WRITERS[format_](entries)

    def read_picture(self, picture: bytes) -> PictureReading:
        return vision.read(picture)

    def solve(self, level: Level, budget: int, request: Request = DEFAULT_REQUEST, witness: Witness = None) -> Solution:
        return solver.solve(level, budget, request)

    def least(self, level: Level) -> int:
        return measure.least_pours(level)

    def shorten(self, level: Level, moves: str, budget: int, request: Request = DEFAULT_REQUEST) -> Iterator[str]:
        return shorter_solutions.shortened(level, moves, budget, request)

    def replay(self, level: Level, moves: str) -> int:
        return len(played(level, moves)[0])

    def check(self, level: Level, moves: str, most: int | None = None) -> CheckedSolution:
        counted, cut = played(level, moves)
        return CheckedSolution(format_moves(counted), cut, {"pours": len(counted)}).within(most)

    def measure(self, level: Level, solution: Solution) -> Metrics:
        return measure.measure(level, solution)

    def appraise(self, level: Level, solution: Solution) -> Metrics:
        return measure.appraise(level, solution)

    def describe(self, level: Level, witness: Witness = None) -> Description:
        type_ = f"{len(level.colours)}x{level.capacity}+{level.empty} {rules_of(level)}".rstrip()
        return Description(type_, len(level.colours), len(level.tubes))

    def identity(self, level: Level) -> str:
        return identity.identity_of(level)

    def distances(self, text: str, others: Sequence[str]) -> list[float]:
        return identity.distances(text, others)

    def find_similar(
        self, level: Level, texts: Sequence[str], threshold: float, ignore_pieces: bool
    ) -> list[tuple[int, float]]:
        return identity.similar(level, texts, threshold)

    def run_tool(self, name: str, inputs: Sequence[str], settings: Mapping[str, Any]) -> Answer:
        return tools.run(name, inputs, settings)

    def render(self, level: Level, ruler: bool = False) -> str:
        return picture.render(level, ruler)

    def render_revealed(self, level: Level) -> str:
        return picture.render(replace(level, hidden=frozenset()))

    def animate(self, level: Level, moves: str, most: int, ruler: bool = False) -> Iterator[Scene]:
        return picture.animate(level, moves, most, ruler)

    def explain(self, level: Level) -> Iterator[Message]:
        return explanation.told(level)

    def guide(self, level: Level, moves: str, known: str, effort: Effort) -> Guidance:
        return guidance.guide(level, moves, known, effort)

    def may_be_reached(self, level: Level, start: Level) -> bool:
        return positions.may_be_reached(level, start)

    @property
    def atlas(self) -> WaterSortAtlas:
        return ATLAS

    def warm(self, space: Space) -> None:
        self.warm_solver(DEFAULT_REQUEST)

    def warm_solver(self, request: Request) -> None:
        """One small level compiles every kernel of solving and measuring; others wait until they are needed."""
        level = Level(("ab", "ba", ""), 2)
        measure.measure(level, self.solve(level, 1000))


def _check_place(level: Level, place: int, space: Space) -> None:
    """Raises SettingError where a space has no place for a level."""
    if not level.is_known:
        raise SettingError("level {place} of the file has hidden units whose colours are not known", place=place)
    if level.hidden and not space.get("hidden"):
        raise SettingError("level {place} of the file has hidden units; give --hidden too", place=place)
    in_sizes = len(level.colours) in space["colours"] and level.empty in space["empty"]
    if not in_sizes or level.capacity != space["capacity"]:
        raise SettingError(
            "level {place} of the file is of another size; "
            "give --colours {colours} --capacity {capacity} --empty {empty} too",
            place=place,
            colours=len(level.colours),
            capacity=level.capacity,
            empty=level.empty,
        )
    if (level.pour, level.end) != (POURS[space["pours"]], ENDS[space["ends"]]):
        raise SettingError(
            "level {place} of the file has other rules; give --pours {pours} --ends {ends}",
            place=place,
            pours=level.pour.name.lower(),
            ends=level.end.name.lower(),
        )


FAMILY = WaterSortFamily()
