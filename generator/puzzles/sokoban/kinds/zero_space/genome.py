"""The genome of a level: type, size, seed, policy, and the tree where evolution has changed it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from generator.errors import GenomeError
from generator.puzzles.sokoban.kinds.zero_space.boards.drawing import read_outline
from generator.puzzles.sokoban.kinds.zero_space.boards.geometry import geometry
from generator.puzzles.sokoban.kinds.zero_space.boards.outline import Outline, Size, longer_side, square
from generator.puzzles.sokoban.kinds.zero_space.limits import (
    EXHAUSTIVE,
    HULLS,
    KINDS,
    OUTLINED,
    PARTING,
    POLICIES,
    fits_word,
    kind_of,
    sizes_of,
)
from generator.puzzles.sokoban.kinds.zero_space.making.passage import is_start
from generator.puzzles.sokoban.kinds.zero_space.making.scramble import random_tree
from generator.puzzles.sokoban.kinds.zero_space.trees import ZeroSpace, is_tree
from generator.values import Genome

SEEDS = 2**53
"""Seeds stay below this, so that every reader of JSON keeps them exactly."""

_PARAMETERS = {
    **dict.fromkeys(EXHAUSTIVE, ("sweeps", "budget")),
    "farthest": ("walk", "threshold"),
    "last": ("walk",),
    "apart": ("walk",),
}


@dataclass(frozen=True, slots=True)
class ZeroSpaceGenome:
    """How to make a zero-space level; `parameters` are those of the policy, `tree` is None for the seed's own."""

    type: str
    size: Size
    seed: int
    policy: str
    parameters: Mapping[str, int]
    tree: int | None = None

    @classmethod
    def from_json(cls, genome: Genome) -> Self:
        """Raises GenomeError."""
        try:
            policy = genome["policy"]
            parameters = {name: int(genome[name]) for name in _PARAMETERS[policy]}
            tree = None if genome.get("tree") is None else int(genome["tree"], 16)
            type_ = kind_of(genome["type"], genome["hull"]) if genome["type"] == "g" else genome["type"]
            size = read_outline(genome["outline"], (type_,)) if "outline" in genome else int(genome["size"])
            made = cls(type_, size, int(genome["seed"]), policy, parameters, tree)
        except (KeyError, TypeError, ValueError, OverflowError) as error:
            raise GenomeError("this is not the genome of a level: {error}", error=repr(error)) from error
        made._check()
        return made

    def _check(self) -> None:
        is_made = self.type in (OUTLINED if isinstance(self.size, Outline) else KINDS)
        if not is_made or self.policy not in POLICIES or self.longer not in sizes_of(self.type):
            raise GenomeError(
                "levels of type {type!r}, size {size} and policy {policy!r} are not generated here",
                type=self.type,
                size=self.longer,
                policy=self.policy,
            )
        if not 0 <= self.seed < SEEDS:
            raise GenomeError("seed {seed} is not between 0 and {most}", seed=self.seed, most=SEEDS - 1)
        for name, value in self.parameters.items():
            if value < (0 if name == "threshold" else 1):
                raise GenomeError("{name} {value} is too small", name=name, value=value)
        if self.policy in EXHAUSTIVE and not fits_word(self.type, self.size):
            raise GenomeError(
                "policy {policy} searches whole components, which b allows to size 6 and e to size 5",
                policy=self.policy,
            )
        if self.policy == "apart" and self.type not in PARTING:
            raise GenomeError("policy apart makes levels of type b and e")
        if self.tree is not None and not is_tree(self.type, self.size, self.tree):
            raise GenomeError("the tree of this genome is not a spanning tree of its type and size")
        if self.type == "s" and self.tree is not None and not is_start(square(self.size), self.tree):
            raise GenomeError("the tree of this genome cannot be the start of a level of type s")

    def to_json(self) -> dict[str, Any]:
        found: dict[str, Any] = {
            "type": self.type[0],
            "size": self.longer,
            "seed": self.seed,
            "policy": self.policy,
            **self.parameters,
        }
        if self.type[0] == "g":
            found["hull"] = HULLS[self.type == "g-square"]
        if isinstance(self.size, Outline):
            found["outline"] = self.size.text
        return found if self.tree is None else found | {"tree": format(self.tree, "x")}

    @property
    def longer(self) -> int:
        """Walls along the longer side."""
        return longer_side(self.size)

    @property
    def orientation(self) -> int:
        """How the level is turned: which corner the hull of type g lacks."""
        return self.seed % 4 if self.type == "g" else 0

    def stream(self, attempt: int = 0) -> np.random.Generator:
        """The random numbers of this genome's nth attempt."""
        return np.random.Generator(np.random.PCG64(np.random.SeedSequence([self.seed, attempt])))

    def start(self, rng: np.random.Generator) -> int:
        """The tree from which the level is made."""
        return random_tree(self.type, self.size, rng) if self.tree is None else self.tree

    def level(self, start: int, goal: int) -> ZeroSpace:
        """The level between two trees; its player begins in the first place of the floor."""
        player = (1, 1)
        if isinstance(self.size, Outline):
            row, column = geometry(self.type, self.size).corner[0].tolist()
            player = row, column
        return ZeroSpace(self.type, self.size, start, goal, player, self.orientation)
