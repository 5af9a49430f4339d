"""How long a session has worked, and how much is left of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from service.sessions.stop_conditions import StopConditions
from storage.progress import Worked


@dataclass(frozen=True, slots=True)
class Remaining:
    """The seconds that a session has worked, those that are left, and the share of what it was asked for that is done.

    The last two are None where no condition gives them: nobody knows when a target will be met.
    """

    elapsed: float
    seconds: float | None
    share: float | None


def remaining(stop: Mapping[str, Any], worked: Worked, evaluations: int, pace: float | None) -> Remaining:
    """What is left of a session with these conditions, by the one that ends it first.

    Minutes count from the beginning of the last run, evaluations at the given pace, a second.
    """
    conditions = StopConditions.from_json(stop)
    left = []
    if conditions.minutes:
        left.append((60 * conditions.minutes - worked.last_run, worked.last_run / (60 * conditions.minutes)))
    if conditions.evaluations and pace:
        left.append(((conditions.evaluations - evaluations) / pace, evaluations / conditions.evaluations))
    if not left:
        return Remaining(worked.total, None, None)
    seconds, share = min(left)
    return Remaining(worked.total, max(seconds, 0.0), min(share, 1.0))
