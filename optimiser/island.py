"""An island: the population that breeds, and is replaced by a new one when it stagnates."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Self, TypeVar

import numpy as np

from generator import Family, Genome, Space, Specimen
from generator.values import BROOD, SEEDS
from optimiser.individual import Individual
from optimiser.operators import OperatorChoice, Order
from optimiser.pool import AddStatus, Pool
from optimiser.recorder import Parent
from optimiser.selection import Tournament

RANDOM = "random"
"""The operator of genomes that have no parents."""
SEED = "seed"
"""The operator of genomes that the space brings along."""
RANDOM_SHARE = 0.5
"""How many candidates have no parents while the population has free places."""

Child = TypeVar("Child", bound=Genome | None)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A genome to be evaluated, and where it came from; `epoch` numbers the population that bred it.

    Where it has siblings, made in the same way, the most promising of them all is evaluated (brood selection: L.
    Altenberg, The evolution of evolvability in genetic programming, 1994).
    """

    operator: str
    parents: tuple[Parent, ...]
    genome: Genome
    epoch: int
    siblings: tuple[Genome, ...] = ()

    @property
    def brood(self) -> tuple[Genome, ...]:
        """The genome and its siblings."""
        return (self.genome, *self.siblings)

    def to_json(self) -> dict[str, Any]:
        """The candidate as a JSON object that `from_json` reads."""
        return {
            "operator": self.operator,
            "parents": [[parent.identity, parent.score] for parent in self.parents],
            "genome": dict(self.genome),
            "epoch": self.epoch,
            "siblings": [dict(genome) for genome in self.siblings],
        }

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Self:
        """The candidate that `to_json` wrote."""
        parents = tuple(Parent(identity, score) for identity, score in stored["parents"])
        # Sessions of version 0.1 have no siblings.
        siblings = tuple(stored.get("siblings", ()))
        return cls(stored["operator"], parents, stored["genome"], stored["epoch"], siblings)


class Island:
    """A breeding population with its operators and its patience.

    Every epoch begins with the seeds of the space, if it has any. After `patience` evaluations without a better
    best score the population is emptied and the next epoch begins; what operators have learnt stays. Children of an
    earlier epoch, still on their way at a restart, do not enter: they would only bring the old population back.
    """

    def __init__(self, family: Family[Any], space: Space, population: Pool, patience: int) -> None:
        self._family = family
        self._space = space
        self._patience = patience
        self.population = population
        self._arities = family.operators(space)
        self.operators = OperatorChoice(self._arities)
        self.epoch = 0
        self._seeds: Sequence[Genome] = space.get(SEEDS, ())
        self._brood: int = space.get(BROOD, 1)
        self._sown = 0
        self._stale = 0

    def breed(self, streams: Iterable[np.random.Generator]) -> list[Candidate]:
        """One candidate from each random stream."""
        tournament = Tournament(self.population)
        usable = [name for name, arity in self._arities.items() if arity <= len(self.population)]
        order = self.operators.order(usable)
        return [self._candidate(tournament, order, rng) for rng in streams]

    def admit(self, candidate: Candidate, child: Individual | None) -> AddStatus:
        """Learn what became of a candidate (None: no level) and offer its level to the population."""
        if candidate.parents:
            best_parent = max(parent.score for parent in candidate.parents)
            self.operators.credit(candidate.operator, child is not None and child.score > best_parent)
        if candidate.epoch != self.epoch:
            return AddStatus.NOT_ADDED
        self._stale += 1
        if child is None:
            return AddStatus.NOT_ADDED
        best = self.population.best
        if best is None or child.score > best.score:
            self._stale = 0
        return self.population.add(child)

    def welcome(self, migrant: Individual) -> None:
        """Offer a level of another island to the population, where it is a gain like one of its own."""
        best = self.population.best
        if self.population.add(migrant).entered and (best is None or migrant.score > best.score):
            self._stale = 0

    def restart_if_stale(self) -> bool:
        """Begin the next epoch with an empty population if patience is at its end."""
        if self._stale < self._patience:
            return False
        self.population.clear()
        self.epoch += 1
        self._stale = self._sown = 0
        return True

    def to_json(self) -> dict[str, Any]:
        """Everything but the population, as JSON."""
        return {
            "epoch": self.epoch,
            "stale": self._stale,
            "sown": self._sown,
            "operators": self.operators.to_json(),
        }

    def load(self, stored: Mapping[str, Any]) -> None:
        """Take over what `to_json` wrote."""
        self.epoch, self._stale = stored["epoch"], stored["stale"]
        # Sessions of version 0.1 have no seeds, and do not say how many they have sown.
        self._sown = stored.get("sown", 0)
        self.operators.load(stored["operators"])

    def _candidate(self, tournament: Tournament, order: Order, rng: np.random.Generator) -> Candidate:
        if self._sown < len(self._seeds):
            self._sown += 1
            return Candidate(SEED, (), self._seeds[self._sown - 1], self.epoch)
        if not self.population.full and (not self.population or rng.random() < RANDOM_SHARE):
            return self._random(rng)
        for operator in order(rng):
            parents = tournament.draw(self._arities[operator], rng)
            specimens = [Specimen(parent.genome, parent.text) for parent in parents]
            mutate = partial(self._family.mutate, operator, specimens, self._space, rng)
            children = [child for child in self._litter(mutate) if child is not None]
            if children:
                lineage = tuple(Parent(parent.identity, parent.score) for parent in parents)
                return Candidate(operator, lineage, children[0], self.epoch, tuple(children[1:]))
        return self._random(rng)

    def _random(self, rng: np.random.Generator) -> Candidate:
        first, *others = self._litter(partial(self._family.random_genome, self._space, rng))
        return Candidate(RANDOM, (), first, self.epoch, tuple(others))

    def _litter(self, bear: Callable[[], Child]) -> list[Child]:
        return [bear() for _ in range(self._brood)]
