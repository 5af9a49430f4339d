"""Genomes: the text of a level, or how one is shuffled backward from its end."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Self

import numpy as np

from generator.errors import GenomeError, LevelFormatError
from generator.puzzles.watersort.colours import LETTERS
from generator.puzzles.watersort.level import Level, check_size, checked, format_level, parse_level
from generator.puzzles.watersort.limits import MOST_SEEDS, MOST_STEPS
from generator.puzzles.watersort.making.generation import hidden_in, shuffled_back
from generator.puzzles.watersort.variants import ENDS, POURS
from generator.values import Genome, Made

LEVEL, BACKWARD = "level", "backward"
_NUMBERS = ("colours", "capacity", "empty", "steps", "seed")


@dataclass(frozen=True, slots=True)
class Backward:
    """A solved level of so many colours from which `steps` pours are undone, chosen by `seed`."""

    colours: int
    capacity: int
    empty: int
    pours: str
    ends: str
    steps: int
    seed: int
    hidden: int = 0
    """How many in a hundred of the units below the runs on top are hidden."""

    @classmethod
    def from_json(cls, genome: Mapping[str, Any]) -> Self:
        """Raises GenomeError."""
        try:
            colours, capacity, empty, steps, seed = (int(genome[name]) for name in _NUMBERS)
            hidden = int(genome.get("hidden", 0))
            made = cls(colours, capacity, empty, str(genome["pours"]), str(genome["ends"]), steps, seed, hidden)
        except (KeyError, TypeError, ValueError, OverflowError) as error:
            raise GenomeError("this is not the genome of a water sort level: {error}", error=repr(error)) from error
        if made.pours not in POURS or made.ends not in ENDS or not 1 <= made.colours <= len(LETTERS):
            raise GenomeError("the colours or rules of this genome are out of range")
        if not (0 <= made.steps <= MOST_STEPS and 0 <= made.seed < MOST_SEEDS and made.empty >= 0):
            raise GenomeError("the empty tubes, steps or seed of this genome are out of range")
        if not 0 <= made.hidden <= 100:
            raise GenomeError("the hidden units of this genome are not between 0 and 100 percent")
        return made

    def to_json(self) -> Genome:
        """The genome as a JSON object."""
        fields = asdict(self)
        return {BACKWARD: fields if self.hidden else {name: fields[name] for name in fields if name != "hidden"}}

    def shuffled(self) -> Made[Level]:
        """The level, and as its witness the pours that solve it. Raises GenomeError."""
        try:
            check_size(self.colours + self.empty, self.capacity)
            tubes = (*(letter * self.capacity for letter in LETTERS[: self.colours]), *[""] * self.empty)
            solved = checked(tubes, self.capacity, POURS[self.pours], ENDS[self.ends])
        except LevelFormatError as error:
            raise GenomeError("this genome does not give a level: {error}", error=error) from error
        rng = np.random.Generator(np.random.PCG64(self.seed))
        earlier, moves = shuffled_back(solved, self.steps, rng)
        hidden = hidden_in(earlier, self.hidden, rng)
        return Made(checked(earlier, solved.capacity, solved.pour, solved.end, hidden=hidden), moves)


def genome_of(level: Level) -> Genome:
    """A genome that generates just this level."""
    return {LEVEL: format_level(level)}


def generated(genome: Genome) -> Made[Level]:
    """The level of a genome, with the pours that were undone to make it. Raises GenomeError."""
    if BACKWARD in genome:
        return Backward.from_json(genome[BACKWARD]).shuffled()
    if LEVEL not in genome:
        raise GenomeError("this is not the genome of a water sort level: it has neither a level nor a way back")
    try:
        return Made(parse_level(str(genome[LEVEL])))
    except LevelFormatError as error:
        raise GenomeError("this genome does not give a level: {error}", error=error) from error
