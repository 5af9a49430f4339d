"""Random slides, the fewer of them away from the goals the colder it is (Metropolis et al., 1953)."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from generator.puzzles.sokoban.kinds.zero_space.anytime import annealing_kernels
from generator.puzzles.sokoban.kinds.zero_space.anytime.approach import Approach
from generator.puzzles.sokoban.slides.tree_kernels import Boxed, Ints

COLD = 0.4
"""Where boxes hardly stray: at a temperature a slide that leads away is made with the chance exp(-1 / temperature)."""
TRIES_OF_A_NODE = 4
"""Tries that take as long as a state of a window's search."""
HORIZON = 400
"""Slides behind among which one that is taken back is looked for."""
STEP = 400_000
"""Tries after which there is time to look at the clock."""


def metropolis(
    approach: Approach, rng: np.random.Generator, slides: Ints, temperatures: NDArray[np.float64], first: int
) -> None:
    """Try slides in turn, each at its temperature; those made before the `first` of the trail stay as they are.

    slides: int32 (tries,). temperatures: float64 (tries,).
    """
    approach.spend(-(-len(slides) // TRIES_OF_A_NODE))
    straying: Boxed = (rng.random(len(slides)) < np.exp(-1 / temperatures)).astype(np.uint8)
    annealing_kernels.metropolis(slides, straying, first, HORIZON, approach.workspace)


def anneal(
    approach: Approach, rng: np.random.Generator, slides: Ints, temperature: float, tries_of_each: int
) -> Iterator[None]:
    """Try random slides while the temperature falls evenly, until all tries are made or the nodes are spent.

    This is simulated annealing (Kirkpatrick et al., 1983).
    """
    first = approach.length
    tries = min(tries_of_each * len(slides), TRIES_OF_A_NODE * approach.left)
    for begin in range(0, tries, STEP):
        part = np.arange(begin, min(begin + STEP, tries))
        falling = temperature + (COLD - temperature) * part / tries
        metropolis(approach, rng, rng.choice(slides, size=len(part)), falling, first)
        yield
