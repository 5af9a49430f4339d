"""An archipelago: islands in a ring that breed apart, and send their best to the next one from time to time.

See Z. Skolicki and K. De Jong, The influence of migration sizes and intervals on island models (2005).
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from generator import Family
from optimiser.distance import Distances
from optimiser.individual import Individual
from optimiser.island import Candidate, Island
from optimiser.operators import success_shares
from optimiser.pool import Pool
from optimiser.settings import SessionSettings

WORD = 2**32 - 1
"""The greatest word of a seed."""


class Archipelago:
    """The islands of a session, each with a population and random streams of its own.

    Every so many generations an island sends its best level to the next island, where it arrives as many generations
    later. What an island does in a generation depends on nothing that others did in the meantime.
    """

    def __init__(self, family: Family[Any], settings: SessionSettings, distances: Distances) -> None:
        self._settings = settings
        self.islands = [
            Island(
                family,
                settings.space,
                Pool(settings.population, settings.replacement, distances),
                settings.patience,
            )
            for _ in range(settings.islands)
        ]
        self.travelling: list[Individual | None] = [None] * settings.islands
        """What each island has sent last, and its neighbour has not met yet."""

    def breed(self, generation: int) -> list[Candidate]:
        """The candidates of a generation, those of the first island first."""
        return [
            candidate
            for number, island in enumerate(self.islands)
            for candidate in island.breed(self._streams(generation, number))
        ]

    def island_of(self, slot: int) -> Island:
        """The island that bred the candidate in a slot."""
        return self.islands[slot // self._settings.batch]

    def migrate(self, generation: int) -> None:
        """What is sent after a generation arrives on the next island, which then sends its own best."""
        if len(self.islands) == 1 or generation % self._settings.migration:
            return
        for island, migrant in zip(self.islands, [self.travelling[-1], *self.travelling], strict=False):
            if migrant is not None:
                island.welcome(migrant)
        self.travelling = [island.population.best for island in self.islands]

    def restarted(self) -> list[int]:
        """Begin the next epoch where patience is at its end; the numbers of these islands, from 1 on."""
        return [number for number, island in enumerate(self.islands, 1) if island.restart_if_stale()]

    @property
    def epochs(self) -> int:
        """How many populations were begun anew."""
        return sum(island.epoch for island in self.islands)

    def success_shares(self) -> dict[str, float]:
        """The share of successes of each operator lately, on all islands; 0 where it is untried."""
        return success_shares([island.operators for island in self.islands])

    def individuals(self) -> Iterator[Individual]:
        """All that a snapshot must hold."""
        for island in self.islands:
            yield from island.population.members
        yield from filter(None, self.travelling)

    def to_json(self, indices: Mapping[int, int]) -> dict[str, Any]:
        """The islands as JSON, with the indices of their individuals, by `id`."""
        return {
            "islands": [
                {**island.to_json(), "population": [indices[id(member)] for member in island.population.members]}
                for island in self.islands
            ],
            "travelling": [None if migrant is None else indices[id(migrant)] for migrant in self.travelling],
        }

    def load(self, stored: Mapping[str, Any], individuals: Sequence[Individual]) -> None:
        """Take over what `to_json` wrote, or the only island of an older program."""
        former = [{**stored["island"], "population": stored["population"]}] if "island" in stored else []
        for island, state in zip(self.islands, stored.get("islands", former), strict=True):
            island.population.extend(individuals[index] for index in state["population"])
            island.load(state)
        sent = stored.get("travelling", [None])
        self.travelling = [None if index is None else individuals[index] for index in sent]

    def _streams(self, generation: int, island: int) -> Iterator[np.random.Generator]:
        slots = range(self._settings.batch)
        return (candidate_stream(self._settings.seed, generation, slot, island) for slot in slots)


def candidate_stream(seed: int, generation: int, slot: int, island: int = 0) -> np.random.Generator:
    """The random stream of one candidate, independent of all others; `slot` counts those of its island."""
    # What SeedSequence makes of [seed, generation, slot]; made here, the words cost half as much.
    words = [seed >> shift & WORD for shift in range(0, max(seed.bit_length(), 1), WORD.bit_length())]
    entropy = np.array([*words, generation, slot], np.uint32)
    # Not one more word: SeedSequence takes [1, 2, 3, 0] for [1, 2, 3].
    key = (island,) if island else ()
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence(entropy, spawn_key=key)))
