"""A level in words: its key colours, its patterns, and a solution from one empty tube to the next."""

from collections.abc import Iterator, Sequence, Set
from dataclasses import replace
from itertools import islice, pairwise

import numpy as np

from generator.messages import Message
from generator.numerals import ways
from generator.puzzles.watersort.advice.analysis import (
    Pattern,
    is_lost,
    jams,
    named,
    next_keys,
    patterns,
    pressing,
    rankings,
    unrelated_deadlocks,
)
from generator.puzzles.watersort.advice.difficulty import Choice, choices, difficulty, lasting
from generator.puzzles.watersort.arrangements import arrangements
from generator.puzzles.watersort.colours import NAMES
from generator.puzzles.watersort.level import Level, Tubes
from generator.puzzles.watersort.pours import Move, format_moves, played, positions
from generator.puzzles.watersort.search import packed
from generator.puzzles.watersort.solver import solve
from generator.values import Solution, SolveStatus

BUDGET = 200_000
"""Nodes for the solution that is explained."""

MOST_PATTERNS = 6
"""The most of each kind that are listed."""

MOST_TRAPS = 5
"""Pours of a solution that are listed as the hardest to choose."""

MOST_KEYS = 2
"""Key colours that are listed where a tube has become empty: the article leaves two to choose from."""


def told(level: Level) -> Iterator[Message]:
    """The lines of an explanation; hidden units have their colours for it."""
    if level.hidden:
        yield _hidden(level)
    if not level.is_known:
        return
    yield from _key_colours(level)
    yield _pressing(level)
    yield from _patterns(level)
    yield from _unrelated(level)
    if is_lost(level, level.tubes):
        yield Message("deadlock: no tube can ever be emptied, so the level is lost")
        yield from map(_deadlock, islice(jams(level), MOST_PATTERNS))
    yield from _way(level)


def _hidden(level: Level) -> Message:
    """How much is hidden, and what follows from that."""
    count = len(level.hidden)
    if level.is_known:
        return Message(
            "{count} unit is hidden at first; what follows knows its colour"
            if count == 1
            else "{count} units are hidden at first; what follows knows their colours",
            count=count,
        )
    found = arrangements(level.tubes, level.capacity)
    if found == 1:
        return Message("the colours of the hidden units are not given, but they can lie in one way only")
    return Message(
        "{count} units are hidden, and nobody knows their colours: there are {ways} ways in which they may lie",
        count=count,
        ways=ways(found),
    )


def _key_colours(level: Level) -> Iterator[Message]:
    """The first ranking, and after which rounds there is another one."""
    orders = [*rankings(level)]
    yield Message("key colours by what lies on them, the freest first: {colours}", colours=_colours(orders[0]))
    for index, (before, order) in enumerate(pairwise(orders), 1):
        if order != before:
            yield Message("after round {round} of passing this on: {colours}", round=index, colours=_colours(order))


def _pressing(level: Level) -> Message:
    """The colours by how many others lie on them."""
    pressed = pressing(level)
    order = sorted(level.colours, key=lambda colour: pressed[colour])
    counted = [Message("{colour} {count}", colour=_colour(colour), count=pressed[colour]) for colour in order]
    return Message("so many other colours lie on each: {colours}", colours=counted)


def _unrelated(level: Level) -> Iterator[Message]:
    found = unrelated_deadlocks(level)
    if found:
        yield Message(
            "deadlocks without a common colour: {count}; each needs a tube besides its own: {tubes}",
            count=len(found),
            tubes=" / ".join(named(deadlock.tubes) for deadlock in found),
        )


def _patterns(level: Level) -> Iterator[Message]:
    found = [*patterns(level)]
    *_, order = rankings(level)
    free = {*order[: len(order) // 2]}
    for name in ("ABAB", "ABCA", "ABBA"):
        alike = [pattern for pattern in found if pattern.name == name]
        yield from (_pattern(pattern, free) for pattern in alike[:MOST_PATTERNS])
        if len(alike) > MOST_PATTERNS:
            yield Message("{name}: and {count} more", name=name, count=len(alike) - MOST_PATTERNS)


def _pattern(pattern: Pattern, free: Set[str]) -> Message:
    """What a pattern says; `free` are the colours of the freer half."""
    tubes, (first, second, *rest) = named(pattern.tubes), map(_colour, pattern.colours)
    if pattern.name == "ABAB":
        return Message(
            "ABAB in {tubes}: {first} lies on {second} twice, so it may be a key colour and the other one the next",
            tubes=tubes,
            first=first,
            second=second,
        )
    if pattern.name == "ABCA":
        return Message(
            "ABCA in {tubes}: once {third} is poured away, {first} comes together and frees {second}, a free colour"
            if pattern.colours[1] in free
            else "ABCA in {tubes}: once {third} is poured away, {first} comes together and frees {second}",
            tubes=tubes,
            first=first,
            second=second,
            third=rest[0],
        )
    return Message(
        "ABBA in {tubes}: each lies on the next in a circle, and one has to go first: {colours}",
        tubes=tubes,
        colours=_colours(pattern.colours),
    )


def _deadlock(jam: Pattern) -> Message:
    tubes = named(jam.tubes)
    if jam.name == "ABBA":
        return Message(
            "deadlock in {tubes}: runs lie on one another in a circle: {colours}",
            tubes=tubes,
            colours=_colours(jam.colours),
        )
    return Message(
        "deadlock in {tubes}: all are full, and on top of each lies {colour}",
        tubes=tubes,
        colour=_colour(jam.colours[0]),
    )


def _colours(colours: Sequence[str]) -> list[Message]:
    return [*map(_colour, colours)]


def _colour(letter: str) -> Message:
    return Message("{colour} ({letter})", colour=Message(NAMES[letter]), letter=letter)


def _way(level: Level) -> Iterator[Message]:
    """A solution, cut where a tube becomes empty after there was none."""
    solution = solve(level, BUDGET)
    if solution.status is SolveStatus.UNSOLVABLE:
        yield Message("it has no solution")
    elif solution.upper_bound is None:
        yield Message("no solution was found with {nodes} nodes", nodes=BUDGET)
    elif not solution.moves:
        yield Message("it is solved")
    else:
        moves, _ = played(level, solution.moves)
        yield from _tubes_needed(level)
        yield _length(len(moves), solution)
        tubes = [*positions(level, moves)]
        yield from _stretches(level, moves, tubes)
        if len(moves) > 1:
            yield from _decisions(level, moves, tubes)


def _length(count: int, solution: Solution) -> Message:
    if count == 1:
        return Message("a solution with one pour:")
    return Message(
        "a solution with {count} pours, as few as possible:"
        if solution.proven
        else "a solution with {count} pours; at least {least} are needed:",
        count=count,
        least=solution.lower_bound,
    )


def _tubes_needed(level: Level) -> Iterator[Message]:
    """With how many of its empty tubes a level that has a solution can still be solved."""
    count = level.tubes.count("")
    needed, status = count, SolveStatus.SOLVED
    while needed and status is SolveStatus.SOLVED:
        status = solve(_with_empty(level, needed - 1), BUDGET).status
        needed -= status is SolveStatus.SOLVED
    if needed and status is not SolveStatus.UNSOLVABLE:
        yield Message("empty tubes needed: {needed} of {count}, or fewer", needed=needed, count=count)
    elif count:
        yield Message("empty tubes needed: {needed} of {count}", needed=needed, count=count)


def _with_empty(level: Level, count: int) -> Level:
    """The level with that many of its empty tubes."""
    return replace(level, tubes=(*filter(None, level.tubes), *[""] * count))


def _stretches(level: Level, moves: Sequence[Move], tubes: Sequence[Tubes]) -> Iterator[Message]:
    begin = 0
    for end in range(1, len(moves) + 1):
        if end == len(moves):
            yield Message("   {pours}, solved", pours=format_moves(moves[begin:]))
        elif "" in tubes[end] and "" not in tubes[end - 1]:
            yield Message("   {pours}, a tube is empty again", pours=format_moves(moves[begin:end]))
            yield from _keys_now(level, tubes[end])
            begin = end


def _keys_now(level: Level, tubes: Tubes) -> Iterator[Message]:
    keys = next_keys(level, tubes)[:MOST_KEYS]
    if keys:
        yield Message("      key colours now: {colours}", colours=_colours(keys))


def _decisions(level: Level, moves: Sequence[Move], tubes: Sequence[Tubes]) -> Iterator[Message]:
    """What makes the solution hard to find: pours that lose beside it, those that are for good, and full tubes."""
    way = np.array([packed(position, level.capacity) for position in tubes])
    found = choices(level, way)
    if found is None:
        yield Message("how hard it is to find was not found out: some positions beside it take too long")
        return
    traps = sorted((index for index, choice in enumerate(found) if choice.lost), key=lambda index: -found[index].bits)
    yield Message(
        "difficulty {bits:.1f} bits: beside {count} of {all} pours there is one that loses",
        bits=difficulty(found),
        count=len(traps),
        all=len(moves),
    )
    yield from (_trap(index, moves[index], found[index]) for index in sorted(traps[:MOST_TRAPS]))
    yield Message(
        "{lasting} of {all} pours cannot be taken back by one pour, and after {full} of them no tube is empty",
        lasting=sum(lasting(level, way)),
        all=len(moves),
        full=sum("" not in position for position in tubes[1:]),
    )


def _trap(index: int, move: Move, choice: Choice) -> Message:
    return Message(
        "   pour {number}, {pour}: {lost} of {all} positions that can follow are lost",
        number=index + 1,
        pour=format_moves([move]),
        lost=choice.lost,
        all=choice.lost + choice.open,
    )
