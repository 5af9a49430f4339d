"""How the other end of a puzzle is chosen, once one tree is given.

last is cjcjc's generator, and farthest is Brian Damgaard's YASGEN; both are in the forum's thread on type b. apart,
deepest and deceptive are ours.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from generator.errors import GenerationError
from generator.puzzles.sokoban.kinds.zero_space.boards.outline import square
from generator.puzzles.sokoban.kinds.zero_space.explorer import Component, Explorer
from generator.puzzles.sokoban.kinds.zero_space.far_pairs import parted
from generator.puzzles.sokoban.kinds.zero_space.genome import ZeroSpaceGenome
from generator.puzzles.sokoban.kinds.zero_space.limits import PUSHES_PER_BOX
from generator.puzzles.sokoban.kinds.zero_space.making.push_on import passage_of
from generator.puzzles.sokoban.kinds.zero_space.making.scramble import Walk, end_of, random_walk
from generator.puzzles.sokoban.kinds.zero_space.trees import ZeroSpace
from generator.puzzles.sokoban.slides.tree_kernels import Ints

ATTEMPTS = 100
"""How many walks policy farthest tries before it gives a threshold up."""


class Pair(NamedTuple):
    """Both ends of a level, with what the policy knows: slides (passes in types w and g) between them, or the states
    around the goals.
    """

    zero: ZeroSpace
    slides: Ints | None = None
    component: Component | None = None


class Choice(NamedTuple):
    """A state that may be the other end, and what it is worth."""

    state: int
    worth: int


def pair_of(genome: ZeroSpaceGenome, explorer: Explorer) -> Pair:
    """The level of a genome. Raises GenerationError where there is none."""
    choose = _CHOICES.get(genome.policy)
    pair = _POLICIES[genome.policy](genome) if choose is None else _swept(genome, choose, explorer)
    if pair.zero.start == pair.zero.goal:
        raise GenerationError("start and goals are the same: no slide is possible here, or the walk came back")
    return pair


def _last(genome: ZeroSpaceGenome) -> Pair:
    start, steps, walk = _walk(genome, 0)
    return _pair(genome, start, np.concatenate([steps, walk.steps]))


def _farthest(genome: ZeroSpaceGenome) -> Pair:
    threshold = genome.parameters["threshold"]
    for attempt in range(ATTEMPTS):
        start, steps, walk = _walk(genome, attempt)
        if walk.distance >= threshold:
            return _pair(genome, start, np.concatenate([steps, walk.steps[: walk.farthest]]))
    raise GenerationError(
        "{count} walks stayed within a distance of {threshold} pushes; lower --threshold or lengthen --walk",
        count=ATTEMPTS,
        threshold=threshold,
    )


def _walk(genome: ZeroSpaceGenome, attempt: int) -> tuple[int, Ints, Walk]:
    """The start, the steps that come before the random walk (none but in type s), and that walk."""
    rng = genome.stream(attempt)
    length = genome.parameters["walk"]
    if genome.type == "s":
        start, steps = passage_of(square(genome.size), genome.seed, attempt, genome.tree)
        beyond = end_of("s", genome.size, start, steps)
        return start, steps, random_walk("s", genome.size, beyond, length, rng, start)
    start = genome.start(rng)
    return start, np.empty(0, np.int32), random_walk(genome.type, genome.size, start, length, rng)


def _pair(genome: ZeroSpaceGenome, start: int, steps: Ints) -> Pair:
    goal = end_of(genome.type, genome.size, start, steps)
    return Pair(genome.level(start, goal), steps)


def _apart(genome: ZeroSpaceGenome) -> Pair:
    rng = genome.stream()
    found = parted(genome.type, genome.size, genome.start(rng), genome.parameters["walk"], rng)
    return Pair(genome.level(found.start, found.goal), found.slides)


def _deepest(component: Component) -> Choice:
    return Choice(component.deepest, component.depth)


def most_deceptive(component: Component) -> Choice:
    """The state with the greatest balance: its depth, less PUSHES_PER_BOX for each box that is off goal.

    The root itself is no choice where there are others; of equals it is the least state.
    """
    root, others = component.states[0], component.states[1:]
    if not len(others):
        return Choice(int(root), 0)
    slides = np.repeat(np.arange(component.depth + 1), np.diff(component.starts))[1:]
    balance = 2 * slides - PUSHES_PER_BOX * np.bitwise_count(others & ~root).astype(np.int64)
    worth = balance.max()
    return Choice(int(others[balance == worth].min()), int(worth))


def _swept(genome: ZeroSpaceGenome, choose: Callable[[Component], Choice], explorer: Explorer) -> Pair:
    """What is chosen around the root, and then around what was chosen, as long as that is worth more."""

    def around(root: int) -> Component:
        return explorer.component(genome.type, genome.size, root, genome.parameters["budget"])

    component = around(genome.start(genome.stream()))
    found = choose(component)
    for _ in range(genome.parameters["sweeps"] - 1):
        further = around(found.state)
        onward = choose(further)
        if onward.worth < found.worth:
            # Only where the budget cuts components short, and then not at the same depth around every root.
            break
        component, found, before = further, onward, found
        if found.worth == before.worth:
            break
    return Pair(genome.level(found.state, component.root), component=component)


_POLICIES: dict[str, Callable[[ZeroSpaceGenome], Pair]] = {"last": _last, "farthest": _farthest, "apart": _apart}

_CHOICES: dict[str, Callable[[Component], Choice]] = {"deepest": _deepest, "deceptive": most_deceptive}
"""What the policies choose that search whole components."""
