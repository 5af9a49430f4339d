"""Everything that the product does, at once and by turns, in random order, with kills.

JOURNEY_SEED repeats the journey of a seed, which every failure names; JOURNEY_DECKS makes it longer or shorter.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from time import monotonic

import pytest

from tests.journeys.plan import plan
from tests.journeys.walk import walk
from tests.journeys.world import World

pytestmark = pytest.mark.process

SEED = int(os.environ.get("JOURNEY_SEED", "18"))
DECKS = int(os.environ.get("JOURNEY_DECKS", "1"))
SOAK = float(os.environ.get("JOURNEY_SECONDS", "3600"))
"""Seconds after which no further journey of the long test begins."""


@pytest.fixture
def worlds(tmp_path: Path) -> Iterator["Worlds"]:
    worlds = Worlds(tmp_path)
    yield worlds
    worlds.close()


class Worlds:
    """A folder with a world for each journey."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._made: list[World] = []

    def __call__(self, seed: int) -> World:
        folder = self._folder / f"seed-{seed}"
        folder.mkdir()
        self._made.append(World(folder))
        return self._made[-1]

    def close(self) -> None:
        for world in self._made:
            world.close()


def test_nothing_is_lost_on_a_journey(worlds: Worlds) -> None:
    assert_nothing_is_lost(worlds(SEED), SEED, DECKS)


@pytest.mark.slow
def test_nothing_is_lost_in_an_hour_of_journeys(worlds: Worlds) -> None:
    began, seed = monotonic(), SEED
    while monotonic() - began < SOAK:
        seed += 1
        world = worlds(seed)
        assert_nothing_is_lost(world, seed, DECKS)
        world.close()


def test_a_plan_is_a_pure_function_of_its_seed() -> None:
    assert plan(7, 2) == plan(7, 2)
    assert plan(7, 2) != plan(8, 2)


def assert_nothing_is_lost(world: World, seed: int, decks: int) -> None:
    """Go on a journey, and fail with all that went wrong and the seed by which it can be repeated."""
    wrong = walk(world, seed, decks).wrong
    if wrong:
        pytest.fail("\n\n".join(wrong), pytrace=False)
