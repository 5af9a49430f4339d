"""The family: what the rest of the program sees of the ice. A genome is the text of its level."""

from collections.abc import Mapping, Sequence

import numpy as np

from cenote_ice import picture, search
from cenote_ice.level import GOAL, ICE, ROCK, START, STEPS, Level, format_level, images, parse_level
from generator.errors import GenomeError, IllegalMoveError, LevelFormatError
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
    Witness,
)

ROCKS = 0.2
"""The share of rocks in random levels."""


class IceFamily:
    """Boards of ice; the depth of a level is the least number of slides."""

    name = "ice"

    def operators(self, space: Space) -> Mapping[str, int]:
        return {"rock": 1, "walk": 1, "halves": 2}

    def random_genome(self, space: Space, rng: np.random.Generator) -> Genome:
        size = space["size"]
        letters = list(np.where(rng.random(size * size) < ROCKS, ROCK, ICE))
        places = rng.permutation(size * size)
        for place, letter in zip(places.tolist(), (START, GOAL, ROCK), strict=False):
            letters[place] = letter
        return _genome("".join(letters), size)

    def mutate(
        self, operator: str, parents: Sequence[Specimen], space: Space, rng: np.random.Generator
    ) -> Genome | None:
        letters = parents[0].text.replace("\n", "")
        if operator == "rock":
            child = _turned(letters, int(rng.integers(len(letters))))
        elif operator == "walk":
            child = _walked(letters, str(rng.choice([START, GOAL])), int(rng.integers(len(letters))))
        else:
            child = _joined(letters, parents[1].text.replace("\n", ""), int(rng.integers(1, space["size"])))
        genome = _genome(child, space["size"])
        return genome if _is_level(genome) and child != letters else None

    def generate(self, genome: Genome) -> Made[Level]:
        try:
            return Made(parse_level(genome["level"]))
        except (KeyError, LevelFormatError) as error:
            raise GenomeError("the level of this genome is none: {error}", error=error) from error

    def genome_of(self, level: Level) -> Genome:
        return {"level": format_level(level)}

    def parse(self, text: str) -> Level:
        return parse_level(text)

    def format(self, level: Level) -> str:
        return format_level(level)

    def solve(self, level: Level, budget: int, request: Request = DEFAULT_REQUEST, witness: Witness = None) -> Solution:
        return search.solve(level, budget)

    def replay(self, level: Level, moves: str) -> int:
        cell = level.start
        for step, letter in enumerate(moves, 1):
            if letter not in STEPS:
                raise IllegalMoveError("{letter!r} is none of the slides l u r d", step, letter=letter)
            if (stop := level.slide(cell, letter)) == cell:
                raise IllegalMoveError("a rock or the edge is in the way", step)
            cell = stop
        if cell != level.goal:
            raise IllegalMoveError("the player does not stop on the goal at the end", len(moves))
        return len(moves)

    def measure(self, level: Level, solution: Solution) -> Metrics:
        branching = search.choices(level, solution.moves)
        return {"depth": solution.lower_bound, "branching": branching, "rocks": level.rocks}

    def describe(self, level: Level, witness: Witness = None) -> Description:
        return Description(f"{level.height}x{level.width}", max(level.height, level.width), level.rocks)

    def identity(self, level: Level) -> str:
        return min(map(format_level, images(level)))

    def render(self, level: Level, ruler: bool = False) -> str:
        return picture.render(level, ruler)


def _genome(letters: str, width: int) -> Genome:
    return {"level": "\n".join(letters[place : place + width] for place in range(0, len(letters), width))}


def _is_level(genome: Genome) -> bool:
    letters = genome["level"]
    return letters.count(START) == letters.count(GOAL) == 1 and ROCK in letters


def _turned(letters: str, place: int) -> str:
    """A rock becomes ice, ice a rock; start and goal stay."""
    swapped = {ICE: ROCK, ROCK: ICE}.get(letters[place], letters[place])
    return letters[:place] + swapped + letters[place + 1 :]


def _walked(letters: str, piece: str, place: int) -> str:
    """Start or goal changes places with what is there."""
    moved = list(letters)
    moved[letters.index(piece)], moved[place] = letters[place], piece
    return "".join(moved)


def _joined(letters: str, others: str, row: int) -> str:
    """The upper rows of one level over the lower ones of another."""
    side = round(len(letters) ** 0.5)
    return letters[: row * side] + others[row * side :]


FAMILY = IceFamily()
