"""How far a search by slides goes, and what it found."""

from collections.abc import Callable
from dataclasses import dataclass, field
from math import inf

import numpy as np
from numpy.typing import NDArray

from generator.messages import Message
from generator.values import MEGABYTES, SolveStatus, never

Slides = NDArray[np.int32]

OTHER_LINES = Message("some line does not have as many boxes as goals, and no box can leave its line")
SEPARATE = Message("every state that slides can reach from one end was searched, and the other end is not among them")


@dataclass(frozen=True, slots=True)
class Limits:
    """Where a search stops: states stored, megabytes, and the clock, on which nothing that is proven depends."""

    nodes: int
    megabytes: int = MEGABYTES
    seconds: float | None = None
    stopped: Callable[[], bool] = field(default=never, compare=False)

    def watched(self, clock: Callable[[], float]) -> Callable[[], bool]:
        """How a search asks whether it is to stop; its seconds begin now."""
        deadline = inf if self.seconds is None else clock() + self.seconds
        return lambda: self.stopped() or clock() >= deadline


@dataclass(frozen=True, slots=True)
class Finding:
    """The shortest way that is known, if any, how many slides are needed at least, and the nodes that it took."""

    status: SolveStatus
    lower: int
    slides: Slides | None
    nodes: int
