"""An archipelago: islands in a ring that breed apart, and send their best to the next one from time to time.

See Z. Skolicki and K. De Jong, The influence of migration sizes and intervals on island models (2005).
"""

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from generator import Family
from generator.messages import Message
from optimiser.distance import Distances
from optimiser.evaluation import Evaluation
from optimiser.individual import Individual
from optimiser.island import Candidate, Island
from optimiser.pool import AddStatus, Pool
from optimiser.settings import SessionSettings

WORD = 2**32 - 1
"""The greatest word of a seed."""
FARTHEST = 100
"""Generations by which an island may be ahead of the slowest one; their levels are kept in memory."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """An evaluation as the session judges it: the individual that it gave, or none and the reason."""

    evaluation: Evaluation
    individual: Individual | None
    note: Message


@dataclass(frozen=True, slots=True)
class IslandState:
    """How an island stands after a generation, and goes on from: what it bred ahead, and what it has sent last."""

    island: Mapping[str, Any]
    population: Sequence[Individual]
    pending: Sequence[Sequence[Candidate]]
    sent: Individual | None

    @property
    def individuals(self) -> list[Individual]:
        return [*self.population, *filter(None, [self.sent])]

    def to_json(self, indices: Mapping[int, int]) -> dict[str, Any]:
        """The state as JSON, with the indices of its individuals, by `id`."""
        return {
            **self.island,
            "population": [indices[id(member)] for member in self.population],
            "pending": [[candidate.to_json() for candidate in candidates] for candidates in self.pending],
            "sent": None if self.sent is None else indices[id(self.sent)],
        }


@dataclass(frozen=True, slots=True)
class Taken:
    """What an island has taken in of one of its generations, in the order of its slots, and what became of it."""

    candidates: Sequence[Candidate]
    verdicts: Sequence[Verdict]
    bred: Sequence[AddStatus]
    restarted: bool
    state: IslandState


class Archipelago:
    """The islands of a session, each with a population and random streams of its own.

    After every so many generations an island sends its best level to the next island, which takes it in with the
    generation that comes as many later. So an island depends on nothing that others do in the meantime, and may be
    ahead of them; but what it does is decided by the seed alone. A generation of the session is over when every island
    has taken it in.
    """

    def __init__(self, family: Family[Any], settings: SessionSettings, distances: Distances) -> None:
        self._settings = settings
        self.islands = [
            Island(
                family, settings.space, Pool(settings.population, settings.replacement, distances), settings.patience
            )
            for _ in range(settings.islands)
        ]
        self._generations = [0] * settings.islands
        self._pending: list[deque[list[Candidate]]] = [deque() for _ in self.islands]
        self._taken: list[deque[Taken]] = [deque() for _ in self.islands]
        self._sent: list[Individual | None] = [None] * settings.islands
        self._travelling: list[dict[int, Individual | None]] = [{} for _ in self.islands]
        self.states = [self._state(island) for island in range(settings.islands)]
        """How each island stands after the last generation that all have taken in."""

    def pending(self, island: int) -> Sequence[list[Candidate]]:
        """What an island has bred and not yet taken in, a list for each generation."""
        return self._pending[island]

    def ask(self, island: int) -> list[Candidate]:
        """The candidates of an island's next generation."""
        generation = self._generations[island] + len(self._pending[island]) + 1
        slots = range(self._settings.batch)
        streams = (candidate_stream(self._settings.seed, generation, slot, island) for slot in slots)
        candidates = self.islands[island].breed(streams)
        self._pending[island].append(candidates)
        return candidates

    def ready(self) -> list[int]:
        """The islands whose next generation depends on nothing unknown but its evaluations, the slowest first."""
        islands = sorted(range(len(self.islands)), key=self._generations.__getitem__)
        return [island for island in islands if self._may_take_in(island)]

    def take_in(self, island: int, verdicts: Sequence[Verdict]) -> None:
        """The results of the oldest generation that an island has bred and not yet taken in, in slot order."""
        candidates, at = self._pending[island].popleft(), self.islands[island]
        bred = [
            at.admit(candidate, verdict.individual) for candidate, verdict in zip(candidates, verdicts, strict=True)
        ]
        self._generations[island] += 1
        self._migrate(island)
        restarted = at.restart_if_stale()
        self._taken[island].append(Taken(candidates, verdicts, bred, restarted, self._state(island)))

    @property
    def complete(self) -> bool:
        """Whether every island has taken in the next generation of the session."""
        return all(self._taken)

    def conclude(self) -> list[Taken]:
        """What all islands have taken in of the next generation of the session, which is over now."""
        taken = [waiting.popleft() for waiting in self._taken]
        self.states = [each.state for each in taken]
        return taken

    def load(self, generation: int, stored: Sequence[Mapping[str, Any]], individuals: Sequence[Individual]) -> None:
        """Go on from states as JSON, after this generation of the session."""
        self._generations = [generation] * len(self.islands)
        for number, (island, state) in enumerate(zip(self.islands, stored, strict=True)):
            island.population.extend(individuals[index] for index in state["population"])
            island.load(state)
            asked = [[Candidate.from_json(each) for each in candidates] for candidates in state["pending"]]
            self._pending[number].extend(asked)
            sent = state["sent"]
            self._sent[number] = None if sent is None else individuals[sent]
            self._travelling[number] = {generation - generation % self._settings.migration: self._sent[number]}
        self.states = [self._state(island) for island in range(len(self.islands))]

    def _may_take_in(self, island: int) -> bool:
        arrives = self._arrival(self._generations[island] + 1)
        known = arrives is None or arrives in self._travelling[island - 1]
        return known and len(self._taken[island]) < FARTHEST

    def _migrate(self, island: int) -> None:
        generation = self._generations[island]
        arrives = self._arrival(generation)
        migrant = None if arrives is None else self._travelling[island - 1].pop(arrives)
        if migrant is not None:
            self.islands[island].welcome(migrant)
        if self._is_departure(generation):
            self._sent[island] = self._travelling[island][generation] = self.islands[island].population.best

    def _arrival(self, generation: int) -> int | None:
        """The generation after which that was sent which arrives with this one; None where nothing arrives."""
        sent = generation - self._settings.migration
        return sent if sent > 0 and self._is_departure(sent) else None

    def _is_departure(self, generation: int) -> bool:
        return len(self.islands) > 1 and generation % self._settings.migration == 0

    def _state(self, island: int) -> IslandState:
        at = self.islands[island]
        return IslandState(at.to_json(), at.population.members, [*self._pending[island]], self._sent[island])


def candidate_stream(seed: int, generation: int, slot: int, island: int = 0) -> np.random.Generator:
    """The random stream of one candidate, independent of all others; `slot` counts those of its island."""
    # What SeedSequence makes of [seed, generation, slot]; made here, the words cost half as much.
    words = [seed >> shift & WORD for shift in range(0, max(seed.bit_length(), 1), WORD.bit_length())]
    entropy = np.array([*words, generation, slot], np.uint32)
    # Not one more word: SeedSequence takes [1, 2, 3, 0] for [1, 2, 3].
    key = (island,) if island else ()
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence(entropy, spawn_key=key)))
