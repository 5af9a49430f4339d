"""The genome of a puzzle: numbers and perhaps dots, and how they are changed from there."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from generator.errors import GenomeError
from generator.puzzles.linjat.level import Number
from generator.puzzles.linjat.limits import (
    FIRST_VERSION,
    LARGEST_SIDE,
    LARGEST_VALUE,
    LEAST_SIDE,
    LEAST_VALUE,
    MOST_EFFORT,
    MOST_NUMBERS,
    MOST_SEEDS,
    VERSION,
)
from generator.puzzles.linjat.lines import Cell
from generator.puzzles.linjat.modes import MODES, MOST_WEIGHT
from generator.puzzles.linjat.rules import Rule
from generator.values import Genome


@dataclass(frozen=True, slots=True)
class LinjatGenome:
    """Numbers on a grid; `effort` candidates are tried on the way to a better score in a mode.

    `heat` is the temperature at first, in percent of the mode's, under the name that stored genomes have for it;
    levels with dots are changed from there. `seed` decides the changes, and the dots where there are none. Numbers and
    dots are in the order of their cells.
    `weights` is what layers are worth on the way, as `modes.annealing_weights` says; those of the mode where it is
    empty, as in all genomes of older programs. `version` is how candidates are made, from `FIRST_VERSION` to
    `VERSION`.
    """

    height: int
    width: int
    numbers: tuple[Number, ...]
    dots: tuple[Cell, ...]
    mode: str
    effort: int
    heat: int
    seed: int
    weights: tuple[int, ...] = ()
    version: int = FIRST_VERSION

    @classmethod
    def from_json(cls, genome: Genome) -> Self:
        """Raises GenomeError."""
        try:
            numbers = sorted(Number(*map(int, number)) for number in genome["numbers"])
            dots = sorted((int(row), int(column)) for row, column in genome["dots"])
            sizes = int(genome["height"]), int(genome["width"])
            effort, heat, seed = (int(genome[name]) for name in ("effort", "heat", "seed"))
            weights = tuple(int(weight) for weight in genome.get("weights", ()))
            version = int(genome.get("version", FIRST_VERSION))
            mode = str(genome["mode"])
            made = cls(*sizes, tuple(numbers), tuple(dots), mode, effort, heat, seed, weights, version)
        except (AttributeError, KeyError, TypeError, ValueError, OverflowError) as error:
            raise GenomeError("this is not the genome of a Linjat puzzle: {error}", error=repr(error)) from error
        made._check()
        return made

    def _check(self) -> None:
        if not all(LEAST_SIDE <= side <= LARGEST_SIDE for side in (self.height, self.width)):
            raise GenomeError(
                "this genome's grid is {height} × {width}, not {least} to {most}",
                height=self.height,
                width=self.width,
                least=LEAST_SIDE,
                most=LARGEST_SIDE,
            )
        if not 1 <= len(self.numbers) <= MOST_NUMBERS:
            raise GenomeError(
                "this genome has {count} numbers; 1 to {most} are allowed", count=len(self.numbers), most=MOST_NUMBERS
            )
        for row, column, value in self.numbers:
            if not (0 <= row < self.height and 0 <= column < self.width and LEAST_VALUE <= value <= LARGEST_VALUE):
                raise GenomeError(
                    "this genome has a {value} at {row}, {column}, which is not generated here",
                    value=value,
                    row=row,
                    column=column,
                )
        for row, column in self.dots:
            if not (0 <= row < self.height and 0 <= column < self.width):
                raise GenomeError(
                    "this genome has a dot at {row}, {column}, which is off the grid", row=row, column=column
                )
        if len({*(number[:2] for number in self.numbers), *self.dots}) < len(self.numbers) + len(self.dots):
            raise GenomeError("this genome has two things in one cell")
        numbers = 1 <= self.effort <= MOST_EFFORT and 1 <= self.heat <= 100 and 0 <= self.seed < MOST_SEEDS
        if self.mode not in MODES or not numbers:
            raise GenomeError("the mode, effort, heat or seed of this genome is out of range")
        if len(self.weights) not in (0, len(Rule) + 1) or any(abs(weight) > MOST_WEIGHT for weight in self.weights):
            raise GenomeError("the weights of this genome are out of range")
        if not FIRST_VERSION <= self.version <= VERSION:
            raise GenomeError(
                "this genome is of version {version}; this program knows {least} to {most}",
                version=self.version,
                least=FIRST_VERSION,
                most=VERSION,
            )

    def to_json(self) -> Mapping[str, Any]:
        """The genome as a JSON object that `from_json` reads."""
        return {
            "height": self.height,
            "width": self.width,
            "numbers": [list(number) for number in self.numbers],
            "dots": [list(dot) for dot in self.dots],
            "mode": self.mode,
            "effort": self.effort,
            "heat": self.heat,
            "seed": self.seed,
            **({"weights": list(self.weights)} if self.weights else {}),
            **({"version": self.version} if self.version > FIRST_VERSION else {}),
        }
