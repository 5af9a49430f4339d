"""Views: tubes as they are seen, with UNKNOWN for hidden units, and what a pour may bring to light.

All arrangements that look like a view are equally likely, and nothing else that happened before tells them apart. What
was revealed is seen, and so is that a unit below a run on top has another colour.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from generator.puzzles.watersort.arrangements import UNKNOWN, arrangements, left_over
from generator.puzzles.watersort.level import Level, Tubes
from generator.puzzles.watersort.pours import Move, moves_in, poured
from generator.puzzles.watersort.runs import buried

_NAMES = "abcdefghijklmnopqrstuvwx"


class Step(NamedTuple):
    """A pour and all views that it may lead to."""

    move: Move
    outcomes: tuple[Tubes, ...]


def steps(level: Level, view: Tubes) -> Iterator[Step]:
    """All pours that are allowed; only the runs on top decide, and these are seen."""
    for move in moves_in(level, view):
        after = poured(level, view, move)
        is_uncovered = len(after[move.source]) == buried(view[move.source])
        yield Step(move, tuple(_revealed(level, after, move)) if is_uncovered else (after,))


def _revealed(level: Level, view: Tubes, move: Move) -> Iterator[Tubes]:
    """The views that are possible after all of a run has been poured away: what was below it is of another colour."""
    tube, left = view[move.source], left_over(view, level.capacity)
    if UNKNOWN not in tube:
        yield view
        return
    colours = [tube[-1]] if tube[-1] != UNKNOWN else [colour for colour in left if colour != view[move.target][-1]]
    for colour in colours:
        for lit in _lit(tube, colour, left.get(colour, 0)):
            after = (*view[: move.source], lit, *view[move.source + 1 :])
            if arrangements(after, level.capacity):
                yield after


def _lit(tube: str, colour: str, left: int) -> Iterator[str]:
    """The tube with a run of a colour on top, as long as it may be, where so many hidden units have that colour."""
    if tube[-1] == colour:
        yield tube
    while left and (tube[-1] == UNKNOWN or tube[buried(tube) - 1] == UNKNOWN):
        at = len(tube) - 1 if tube[-1] == UNKNOWN else buried(tube) - 1
        if at < 0:
            return
        tube, left = f"{tube[:at]}{colour}{tube[at + 1 :]}", left - 1
        yield tube


@lru_cache(maxsize=1 << 17)
def key_of(view: Tubes) -> str:
    """The same for some views that differ only in the order of tubes and the names of colours, never for others."""
    ordered = sorted(filter(None, view), key=lambda tube: (_pattern(tube), tube))
    named = _renamed("/".join(ordered))
    return "/".join([*sorted(named.split("/")), str(len(view))])


def _pattern(tube: str) -> str:
    return _renamed(tube)


def _renamed(text: str) -> str:
    """A text with its colours named in the order in which they come."""
    seen = dict.fromkeys(text)
    colours = [letter for letter in seen if letter not in (UNKNOWN, "/")]
    return text.translate({ord(letter): name for letter, name in zip(colours, _NAMES, strict=False)})


def only_tubes(level: Level, view: Tubes) -> Tubes:
    """The tubes behind a view of which there is one arrangement."""
    tubes = list(view)
    for place, tube in enumerate(view):
        for height in [at for at, unit in enumerate(tube) if unit == UNKNOWN]:
            barred = tube[-1] if height == buried(tube) - 1 else ""
            for colour in left_over(tubes, level.capacity):
                filled = f"{tubes[place][:height]}{colour}{tubes[place][height + 1 :]}"
                if colour != barred and arrangements([*tubes[:place], filled, *tubes[place + 1 :]], level.capacity):
                    tubes[place] = filled
                    break
    return tuple(tubes)
