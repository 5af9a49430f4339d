"""Solutions of any size, better and better ones, without a proof that they are the shortest."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from math import inf
from time import monotonic
from typing import NamedTuple

import numpy as np

from generator.puzzles.sokoban.kinds.zero_space.anytime.approach import Approach
from generator.puzzles.sokoban.kinds.zero_space.anytime.bypass import bypassed
from generator.puzzles.sokoban.kinds.zero_space.anytime.first_solution import Finder
from generator.puzzles.sokoban.kinds.zero_space.anytime.shorter_solutions import shortened
from generator.puzzles.sokoban.kinds.zero_space.making.scramble import end_of, random_tree, random_walk
from generator.puzzles.sokoban.kinds.zero_space.trees import ZeroSpace, line_bound
from generator.puzzles.sokoban.slides.finding import Finding
from generator.puzzles.sokoban.slides.tree_kernels import Ints
from generator.values import Request, SearchProgress, SolveStatus

SHARE = 2
"""The part of the nodes left, one in so many, after which an attempt in vain gives way to the next one."""

FEWEST = 100
"""Nodes that are worth an attempt."""

_PATIENCE = 30
"""Times slots, times walls of a side squared: nodes after which the first attempts give way."""
_POLISH = 2
"""Times the nodes that an attempt may take: what shortens its solution, and again the best one: it may be overtaken."""
_TURNS = 8
"""Turns that shortening takes."""

_GUESSING = 1 << 32
"""The seed of a guess, beyond those of all attempts."""


class Stage(NamedTuple):
    """How far the search has come: the slides still to go at least, the best solution if there is one, the nodes."""

    remaining: int
    slides: Ints | None
    nodes: int


def stages(zero: ZeroSpace, nodes: int, seed: int = 0) -> Iterator[Stage]:
    """Search for solutions and shorten them until so many nodes are spent; the best solution only gets shorter.

    Every attempt draws other random numbers, from `seed` on, and every second one begins at the goals, for slides can
    be undone. For types b and e whose boxes and goals may be reached from one another (`sign.obstacle`).
    """
    last, attempt = Stage(line_bound(zero) // 2, None, 0), 0
    while (share := (nodes - last.nodes) // SHARE) >= FEWEST:
        form = _form(attempt)
        approach = Approach(replace(zero, start=zero.goal, goal=zero.start) if form.is_turned else zero)
        patience = _PATIENCE * approach.shape.slots * approach.shape.size**2 << form.doublings
        for remaining in _led(approach, form, seed + attempt, min(share, patience)):
            here = Stage(remaining if last.slides is None else 0, last.slides, last.nodes + approach.nodes)
            if remaining:
                yield here
        last = here
        if not approach.remaining:
            way = approach.slides[::-1].copy() if form.is_turned else approach.slides
            for stage in _ever_shorter(zero, way, last, seed + attempt, min(_POLISH * patience, nodes - last.nodes)):
                yield (last := stage)
        if last.slides is not None:
            way = last.slides
            for stage in _ever_shorter(zero, way, last, seed + attempt, min(_POLISH * patience, nodes - last.nodes)):
                yield (last := stage)
        attempt += 1


def improved(zero: ZeroSpace, finding: Finding, budget: int, request: Request) -> Finding:
    """A finding with the shortest way that this search comes upon, and the nodes that it took.

    Where that is as short as the lower bound, nothing is left to prove; where any will do, the first one is taken.
    """
    deadline = inf if request.seconds is None else monotonic() + request.seconds
    last = finding
    for stage in stages(zero, budget - finding.nodes):
        shortest = min((way for way in (finding.slides, stage.slides) if way is not None), key=len, default=None)
        proven = shortest is not None and len(shortest) == finding.lower
        status = SolveStatus.SOLVED if proven else SolveStatus.NODE_LIMIT
        last = Finding(status, finding.lower, shortest, finding.nodes + stage.nodes)
        upper = None if shortest is None else 2 * len(shortest)
        request.listener(SearchProgress(2 * finding.lower, upper, 2 * stage.remaining if upper is None else None))
        enough = proven or (shortest is not None and request.aim == "any")
        if enough or request.stopped() or monotonic() >= deadline:
            break
    return last


def guess(zero: ZeroSpace, nodes: int, ended: Callable[[], bool]) -> tuple[Ints | None, int]:
    """The best solution that so many nodes give, unless the time has ended before, and how many it took.

    Other random numbers than elsewhere make it: `improved` does not come upon the same once more.
    """
    last = Stage(0, None, 0)
    for stage in stages(zero, nodes, _GUESSING):
        last = stage
        if ended():
            break
    return last.slides, last.nodes


def warm() -> None:
    """Compile or load the kernels by a small level."""
    rng = np.random.Generator(np.random.PCG64(0))
    start = random_tree("b", 4, rng)
    goal = end_of("b", 4, start, random_walk("b", 4, start, 99, rng).steps)
    for _ in stages(ZeroSpace("b", 4, start, goal), 10_000):
        pass


class _Form(NamedTuple):
    """How an attempt goes about it: whether it begins at the goals, and whether by annealing the whole board."""

    is_turned: bool
    is_annealed: bool
    doublings: int
    """How often the nodes are doubled after which it gives way."""


def _form(attempt: int) -> _Form:
    """The form of an attempt.

    How long an attempt takes varies widely. A level that is hard from one end is often easy from the other, and some
    are easy only where the board is annealed before anything settles.
    """
    return _Form(attempt % 2 == 1, attempt // 2 % 2 == 1, attempt // 4)


def _led(approach: Approach, form: _Form, seed: int, nodes: int) -> Iterator[int]:
    """Lead an approach to its goals; yields what remains."""
    approach.limit(nodes)
    finder = Finder(approach, seed)
    if form.is_annealed:
        for _ in finder.anneal_all():
            yield approach.remaining
    yield from finder.find()


def _ever_shorter(zero: ZeroSpace, way: Ints, last: Stage, seed: int, nodes: int) -> Iterator[Stage]:
    """Go on from a stage by making a solution shorter, with so many nodes: windows and bypasses in turn."""
    approach, best = Approach(zero), last.slides
    for turn in range(1, _TURNS + 1):
        search = shortened if turn % 2 else bypassed
        for shorter in search(approach, way, seed, nodes * turn // _TURNS):
            way, best = shorter, shorter if best is None or len(shorter) < len(best) else best
            yield Stage(0, best, last.nodes + approach.nodes)
