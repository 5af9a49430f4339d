"""How a game stands: still to be solved, lost since some move, or not known; and what to do next.

A position of a game is the number of its moves that were made. Once a game is lost it stays lost, so that the first
lost position is found by halving.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from time import monotonic

from generator.messages import SILENCE, Message


class Outlook(StrEnum):
    """The three answers; a spent budget is never "lost"."""

    OPEN = "open"
    LOST = "lost"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class View:
    """How a single position stands: `left` are so many units of depth to go, the least ones where `proven`.

    `step` is what to do next, in the family's notation, and `why` says why in words. `shown` is what of the board the
    reason speaks of, as the family's player reads it.
    """

    outlook: Outlook
    left: int | None = None
    proven: bool = False
    step: str = ""
    why: Message = SILENCE
    shown: str = ""


UNKNOWN = View(Outlook.UNKNOWN)
LOST = View(Outlook.LOST)


@dataclass(frozen=True, slots=True)
class Guidance:
    """How a game stands after its moves; `since` is the number of the move that lost it, as far as that is known.

    `certain` says that the game was not lost before that move.
    """

    view: View
    since: int | None = None
    certain: bool = False


@dataclass(frozen=True, slots=True)
class Effort:
    """What guidance may cost: nodes for the position itself and for each one looked at to find the losing move.

    The clock only stops it: whoever has less time learns less, and nothing else.
    """

    nodes: int = 400_000
    nodes_of_earlier: int = 100_000
    seconds: float = 0.8


DEFAULT_EFFORT = Effort()

Look = Callable[[int, int, float], View]
"""Looks at the game after so many moves with at most so many nodes and seconds."""


def guided(moves: int, look: Look, effort: Effort = DEFAULT_EFFORT, clock: Callable[[], float] = monotonic) -> Guidance:
    """How a game of so many moves stands, and which move has lost it."""
    end = clock() + effort.seconds
    view = look(moves, effort.nodes, effort.seconds)
    if view.outlook is not Outlook.LOST:
        return Guidance(view)
    lost, low, kept = moves, -1, -1
    while lost - low > 1 and (left := end - clock()) > 0:
        middle = (lost + low) // 2
        seen = look(middle, effort.nodes_of_earlier, left).outlook
        if seen is Outlook.LOST:
            lost = middle
        else:
            low = middle
            kept = middle if seen is Outlook.OPEN else kept
    return Guidance(view, lost, kept == lost - 1)
