"""How nameofcsdn's article looks at a level: key colours, patterns of runs on top, deadlocks.

The article: "水排序谜题" on CSDN, 2021. A *key colour* is one that is poured into an empty tube first.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import permutations
from typing import NamedTuple

from generator.puzzles.watersort.level import TUBES, Level, Tubes
from generator.puzzles.watersort.position_kernels import is_dead
from generator.puzzles.watersort.pours import is_solved, moves_in
from generator.puzzles.watersort.runs import run_of
from generator.puzzles.watersort.search import kernel_rules, packed, workspace_for

ROUNDS = 5
"""How often the article's program repeats its iteration."""

LONGEST_CIRCLE = 4
"""Tubes of a circle, up to which all circles are found; of the longer ones, the shortest through each other tube."""

Scores = Mapping[str, float]
"""How much lies on the units of each colour; the least of them is the key colour."""


class Pattern(NamedTuple):
    """Runs on top of some tubes that stand to one another as in the article's patterns ABAB, ABCA and ABBA.

    `tubes` are places; `colours` the runs on top and below them, tube by tube, each once.
    """

    name: str
    tubes: tuple[int, ...]
    colours: tuple[str, ...]


def pressure(level: Level) -> Scores:
    """The article's first score: for every unit its depth from the top, where the top has 1 in a full tube.

    A place higher counts one less, so that in a tube that is not full nothing counts for the units that are missing.
    """
    scores = dict.fromkeys(level.colours, 0.0)
    for tube in level.tubes:
        for height, unit in enumerate(tube):
            scores[unit] += len(tube) - height
    return scores


def pressing(level: Level) -> Mapping[str, int]:
    """How many other colours lie on units of each colour (the article, 5.3): with few of them a colour is free."""
    above: dict[str, set[str]] = {colour: set() for colour in level.colours}
    for tube in level.tubes:
        for height, unit in enumerate(tube):
            above[unit].update(tube[height + 1 :])
    return {colour: len(others - {colour}) for colour, others in above.items()}


def passed_on(level: Level, scores: Scores) -> Scores:
    """One round of the article's iteration: every unit gets the scores of all units above it."""
    passed = dict.fromkeys(level.colours, 0.0)
    for tube in level.tubes:
        above = 0.0
        for unit in reversed(tube):
            passed[unit] += above
            above += scores[unit]
    return passed


def rankings(level: Level) -> Iterator[Sequence[str]]:
    """The colours from the freest on, by pressure and after every round, as the article's program V1.1 prints them."""
    scores = pressure(level)
    yield ranked(scores)
    for _ in range(ROUNDS):
        scores = passed_on(level, scores)
        yield ranked(scores)


def ranked(scores: Scores) -> Sequence[str]:
    """The colours in ascending order of their scores."""
    return sorted(scores, key=lambda colour: (scores[colour], colour))


def next_keys(level: Level, tubes: Tubes) -> Sequence[str]:
    """Colours that still lie with others, the freest first: after the key colour, the second one (the article, 6.1)."""
    mixed = {unit for tube in tubes if len({*tube}) > 1 for unit in tube}
    *_, order = rankings(replace(level, tubes=tubes))
    return [colour for colour in order if colour in mixed]


def runs(tube: str) -> list[str]:
    """The colours of a tube's runs from the top."""
    found = []
    while tube:
        found.append(tube[-1])
        tube = tube[: -run_of(tube)]
    return found


def patterns(level: Level) -> Iterator[Pattern]:
    """All patterns of a level: ABAB, then ABCA, then circles (ABBA) from the shortest on."""
    pairs = {place: tuple(found[:2]) for place, tube in enumerate(level.tubes) if len(found := runs(tube)) > 1}
    for one, other in permutations(pairs, 2):
        if one < other and pairs[one] == pairs[other]:
            yield Pattern("ABAB", (one, other), pairs[one])
    for one, other in permutations(pairs, 2):
        (top, below), (third, under) = pairs[one], pairs[other]
        if under == top and third != below:
            yield Pattern("ABCA", (one, other), (top, below, third))
    for places in sorted(_circles(pairs), key=len):
        yield Pattern("ABBA", places, tuple(pairs[place][0] for place in places))


def _circles(pairs: Mapping[int, tuple[str, ...]]) -> list[tuple[int, ...]]:
    """All short circles, and the shortest one through each tube that is in none of them; each from its first tube."""
    short = [circle for first in pairs for circle in _short_circles(pairs, (first,))]
    others = pairs.keys() - {place for circle in short for place in circle}
    return [*short, *sorted({circle for place in others if (circle := _shortest_circle(pairs, place))})]


def _short_circles(pairs: Mapping[int, tuple[str, ...]], places: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Tubes of which each has on top what is below the top of the one before."""
    wanted = pairs[places[-1]][1]
    if len(places) > 1 and wanted == pairs[places[0]][0]:
        yield places
    if len(places) == LONGEST_CIRCLE:
        return
    tops = {pairs[place][0] for place in places}
    for place, (top, _) in pairs.items():
        if top == wanted and top not in tops and place > places[0]:
            yield from _short_circles(pairs, (*places, place))


def _shortest_circle(pairs: Mapping[int, tuple[str, ...]], start: int) -> tuple[int, ...]:
    """The shortest circle through a tube, found in breadth, from its first tube; empty where there is none."""
    reached: set[int] = {start}
    front: list[tuple[int, ...]] = [(start,)]
    while front:
        for places in front:
            if pairs[places[-1]][1] == pairs[start][0]:
                first = places.index(min(places))
                return (*places[first:], *places[:first])
        longer: list[tuple[int, ...]] = []
        for places in front:
            for place, (top, _) in pairs.items():
                if top == pairs[places[-1]][1] and place not in reached:
                    reached.add(place)
                    longer.append((*places, place))
        front = longer
    return ()


def is_lost(level: Level, tubes: Tubes) -> bool:
    """Whether tubes are proven to be lost because none of them can ever be emptied."""
    if is_solved(level, tubes):
        return False
    position, rules = packed(tubes, level.capacity), kernel_rules(level)
    return bool(is_dead(position, rules, workspace_for(len(tubes))))


def jams(level: Level) -> Iterator[Pattern]:
    """The article's two deadlocks where nothing can be poured: circles, and full tubes with one colour on top (AA)."""
    if any(moves_in(level, level.tubes)):
        return
    yield from (pattern for pattern in patterns(level) if pattern.name == "ABBA")
    for colour in level.colours:
        piled = [place for place, tube in enumerate(level.tubes) if tube.endswith(colour)]
        if len(piled) > 1 and all(len(level.tubes[place]) == level.capacity for place in piled):
            yield Pattern("AA", tuple(piled), (colour,))


def unrelated_deadlocks(level: Level) -> Sequence[Pattern]:
    """Deadlocks of full tubes that have no colour in common, the smallest first (the article, 7.3).

    Each is a circle, or tubes with one colour on top and others below it (AA). Its tubes cannot be untied without
    another one.
    """
    found: list[Pattern] = []
    for deadlock in sorted(_deadlocks(level), key=lambda each: len(each.tubes)):
        if not {*deadlock.colours} & {colour for other in found for colour in other.colours}:
            found.append(deadlock)
    return found


def _deadlocks(level: Level) -> Iterator[Pattern]:
    full = [place for place, tube in enumerate(level.tubes) if len(tube) == level.capacity]
    yield from (circle for circle in patterns(level) if circle.name == "ABBA" and {*circle.tubes} <= {*full})
    for colour in level.colours:
        piled = [place for place in full if level.tubes[place].endswith(colour) and len({*level.tubes[place]}) > 1]
        if len(piled) > 1:
            yield Pattern("AA", tuple(piled), (colour,))


def named(places: Sequence[int]) -> str:
    """Tubes by their names."""
    return ", ".join(TUBES[place] for place in places)
