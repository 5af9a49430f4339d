"""The atlas: all levels of a size with full tubes; its chapters are what the first tubes hold."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import permutations, product
from math import factorial, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from generator.errors import SettingError
from generator.messages import Message
from generator.puzzles.watersort import atlas_kernels as kernels
from generator.puzzles.watersort.colours import LETTERS
from generator.puzzles.watersort.level import Level, format_level
from generator.puzzles.watersort.limits import (
    ATLAS_COLOURS,
    ATLAS_EMPTY,
    ATLAS_LEVELS,
    LARGEST_CAPACITY,
    LEAST_CAPACITY,
)
from generator.puzzles.watersort.position_kernels import Ints
from generator.puzzles.watersort.search import END, bits_of, kernel_rules, memory_for, word_of, workspace_for
from generator.puzzles.watersort.variants import ENDS, POURS, End, Pour
from generator.settings import number_given
from generator.values import Chapter, Component, Exploration

Depths = NDArray[np.int64]

DEFAULTS = {"colours": 3, "capacity": 4, "empty": 1}
USUAL = {"pours": Pour.WATER.name.lower(), "ends": End.TOGETHER.name.lower()}
"""The rules, whose names an atlas has only where they are others."""
NOTHING = np.empty(0, np.int32)
"""The opening that all levels have in common."""
FEW_LEVELS, MANY_CHAPTERS = 30_000, 40
"""Of so many levels, or with so many chapters, those of a chapter have one tube in common, else two."""
SMALL, LARGE = 1 << 10, 1 << 18
"""Positions that the memories of a search have room for; nearly all searches need few."""
NODES = 1 << 22
"""Enough for the solver, which checks the deepest levels."""


class WaterSortAtlas:
    """All levels of a size with full tubes, up to the order of tubes and the names of colours."""

    def settings(self, given: Mapping[str, Any]) -> Mapping[str, Any]:
        bounds = {"colours": ATLAS_COLOURS, "capacity": (LEAST_CAPACITY, LARGEST_CAPACITY), "empty": ATLAS_EMPTY}
        size = {name: number_given(given, name, DEFAULTS[name], *bounds[name]) for name in DEFAULTS}
        if (levels := about(size["colours"], size["capacity"])) > ATLAS_LEVELS:
            raise SettingError(
                "there are about {levels:,} levels of {colours} colours and capacity {capacity}, and an atlas has "
                "{most:,} at most; deep levels of larger sizes are found by cenote run",
                levels=round(levels, 1 - len(str(levels))),
                most=ATLAS_LEVELS,
                **{name: size[name] for name in ("colours", "capacity")},
            )
        others = {name: given[name] for name, usual in USUAL.items() if given.get(name, usual) != usual}
        return {**size, **others}

    def chapters(self, settings: Mapping[str, Any]) -> Sequence[Chapter]:
        colours, capacity = settings["colours"], settings["capacity"]
        openings = beginnings(NOTHING, 1, colours, capacity)
        if about(colours, capacity) > FEW_LEVELS and len(openings) < MANY_CHAPTERS:
            openings = beginnings(NOTHING, 2, colours, capacity)
        counts = (_count(opening, colours, colours, capacity) for opening in openings)
        names = (",".join(_tubes(opening, colours, capacity)) for opening in openings)
        return [Chapter(name, count, 1) for name, count in zip(names, counts, strict=True) if count]

    def explore(self, settings: Mapping[str, Any], chapter: str) -> Exploration:
        depths, deepest = surveyed(settings, chapter)
        if deepest is None:
            return Exploration([])
        depth = int(np.flatnonzero(depths[:-1])[-1])
        tubes = settings["colours"] + settings["empty"]
        return Exploration([Component(int(depths[depth]), str(tubes), depth, format_level(deepest), nodes=NODES)])

    def kept(self, settings: Mapping[str, Any]) -> Message:
        return Message("one of the deepest of each class")

    def record(self, settings: Mapping[str, Any], invariant: str) -> tuple[int, str]:
        return int(invariant), "pours"

    def searched(self, settings: Mapping[str, Any]) -> Message:
        return Message("levels")


def about(colours: int, capacity: int) -> int:
    """How many levels there are at least: as many as if no name and no order ever gave the same level again."""
    arrangements = factorial(colours * capacity) // prod([factorial(capacity)] * colours)
    return arrangements // factorial(colours) ** 2


def surveyed(settings: Mapping[str, Any], chapter: str) -> tuple[Depths, Level | None]:
    """The levels of a chapter by their least pours, those without a solution last, and one that needs most, if any."""
    colours, capacity, empty = (settings[name] for name in DEFAULTS)
    levels = beginnings(_numbers(chapter.split(","), colours), colours, colours, capacity)
    example = _level([LETTERS[0] * capacity] * colours, settings)
    rules, tubes = kernel_rules(example), len(example.tubes)
    depths = np.zeros(tubes * capacity * (tubes * capacity + 1), np.int64)
    small, large = (memory_for(places, tubes, rules, 1) for places in (SMALL, LARGE))
    searches = kernels.Searches(rules, END, small, large, workspace_for(tubes))
    found = kernels.survey(levels, empty, _fillings(colours, capacity), searches, depths, _scratch(colours, empty))
    assert found >= 0, "a search needs more memory than there is"
    deepest = _level(_tubes(levels[found], colours, capacity), settings)
    return depths, deepest if depths[:-1].any() else None


def _level(full: Sequence[str], settings: Mapping[str, Any]) -> Level:
    """A level of an atlas."""
    rules = {**USUAL, **settings}
    tubes = (*full, *[""] * settings["empty"])
    return Level(tubes, settings["capacity"], POURS[rules["pours"]], ENDS[rules["ends"]])


def beginnings(opening: Ints, length: int, colours: int, capacity: int) -> Ints:
    """The first tubes of levels, int32 (beginnings, length), each that of a class, with an opening of fewer tubes."""
    found = np.empty((_count(opening, length, colours, capacity), length), np.int32)
    kernels.classes(opening, length, capacity, _fillings(colours, capacity), found, _scratch(colours))
    return found


def _count(opening: Ints, length: int, colours: int, capacity: int) -> int:
    found = np.empty((0, length), np.int32)
    return int(kernels.classes(opening, length, capacity, _fillings(colours, capacity), found, _scratch(colours)))


def _numbers(tubes: Sequence[str], colours: int) -> Ints:
    """The fillings of tubes."""
    digits = [[LETTERS.index(unit) for unit in reversed(tube)] for tube in tubes]
    return np.array([sum(digit * colours**place for place, digit in enumerate(tube)) for tube in digits], np.int32)


def _tubes(fillings: Ints, colours: int, capacity: int) -> list[str]:
    """Tubes as texts, those units first that lie at the bottom."""
    places = [colours**place for place in reversed(range(capacity))]
    return ["".join(LETTERS[filling // place % colours] for place in places) for filling in fillings.tolist()]


def _scratch(colours: int, empty: int = 0) -> kernels.Scratch:
    chosen, images, left = (np.empty(colours, np.int32) for _ in range(3))
    return kernels.Scratch(chosen, images, left, np.empty(colours + empty, np.int64))


@lru_cache(maxsize=1)
def _fillings(colours: int, capacity: int) -> kernels.Fillings:
    digits = np.array([*product(range(colours), repeat=capacity)], np.int32)
    places = colours ** np.arange(capacity - 1, -1, -1)
    images = np.array([np.array(naming)[digits] @ places for naming in permutations(range(colours))], np.int32)
    units = np.stack([(digits == colour).sum(axis=1) for colour in range(colours)], axis=1).astype(np.int32)
    full = _tubes(np.arange(len(digits), dtype=np.int32), colours, capacity)
    words = [word_of(tube, LETTERS[:colours], bits_of(capacity)) for tube in full]
    return kernels.Fillings(images, images.min(axis=0), units, np.array(words, np.int64))


ATLAS = WaterSortAtlas()
