"""A level in words: its key colours, its patterns, and a solution from one empty tube to the next."""

from collections.abc import Iterator, Sequence
from itertools import islice, pairwise

from generator.puzzles.watersort.analysis import Pattern, is_lost, jams, named, patterns, rankings
from generator.puzzles.watersort.colours import NAMES
from generator.puzzles.watersort.level import Level, Tubes
from generator.puzzles.watersort.pours import Move, format_moves, played, positions
from generator.puzzles.watersort.solver import solve
from generator.values import SolveStatus

BUDGET = 200_000
"""Nodes for the solution that is told."""

MOST_PATTERNS = 6
"""Of each kind that are told."""


def told(level: Level) -> Iterator[str]:
    """The lines of an explanation."""
    yield from _key_colours(level)
    yield from _patterns(level)
    if is_lost(level, level.tubes):
        yield "deadlock: no tube can ever be emptied, so this is lost"
        yield from map(_deadlock, islice(jams(level), MOST_PATTERNS))
    yield from _way(level)


def _key_colours(level: Level) -> Iterator[str]:
    """The first ranking, and after which rounds there is another one."""
    orders = [*rankings(level)]
    yield f"key colours by what lies on them, the freest first: {_colours(orders[0])}"
    for place, (before, order) in enumerate(pairwise(orders), 1):
        if order != before:
            yield f"after round {place} of passing this on: {_colours(order)}"


def _patterns(level: Level) -> Iterator[str]:
    found = [*patterns(level)]
    for name in ("ABAB", "ABCA", "ABBA"):
        alike = [pattern for pattern in found if pattern.name == name]
        yield from (_pattern(pattern) for pattern in alike[:MOST_PATTERNS])
        if len(alike) > MOST_PATTERNS:
            yield f"{name}: and {len(alike) - MOST_PATTERNS} more"


def _pattern(pattern: Pattern) -> str:
    tubes, (first, second, *rest) = named(pattern.tubes), map(_colour, pattern.colours)
    if pattern.name == "ABAB":
        return f"ABAB in {tubes}: {first} lies on {second} twice, so it may be a key colour and the other one the next"
    if pattern.name == "ABCA":
        return f"ABCA in {tubes}: once {rest[0]} is poured away, {first} comes together and frees {second}"
    return f"ABBA in {tubes}: each lies on the next in a circle, and one has to go first: {_colours(pattern.colours)}"


def _deadlock(jam: Pattern) -> str:
    tubes = named(jam.tubes)
    if jam.name == "ABBA":
        return f"deadlock in {tubes}: runs lie on one another in a circle: {_colours(jam.colours)}"
    return f"deadlock in {tubes}: all are full, and on top of each lies {_colour(jam.colours[0])}"


def _colours(colours: Sequence[str]) -> str:
    return "; ".join(map(_colour, colours))


def _colour(letter: str) -> str:
    return f"{NAMES[letter]} ({letter})"


def _way(level: Level) -> Iterator[str]:
    """A solution, cut where a tube becomes empty after there was none."""
    solution = solve(level, BUDGET)
    if solution.status is SolveStatus.UNSOLVABLE:
        yield "it has no solution"
    elif solution.upper_bound is None:
        yield f"no solution was found with {BUDGET} nodes"
    elif not solution.moves:
        yield "it is solved"
    else:
        moves, _ = played(level, solution.moves)
        proof = "as few as possible" if solution.proven else f"{solution.lower_bound} are needed at least"
        yield f"a solution with {len(moves)} pours, {proof}:"
        yield from _stretches(moves, [*positions(level, moves)])


def _stretches(moves: Sequence[Move], tubes: Sequence[Tubes]) -> Iterator[str]:
    begin = 0
    for end in range(1, len(moves) + 1):
        if end == len(moves):
            yield f"   {format_moves(moves[begin:])}, solved"
        elif "" in tubes[end] and "" not in tubes[end - 1]:
            yield f"   {format_moves(moves[begin:end])}, a tube is empty again"
            begin = end
