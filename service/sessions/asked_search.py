"""What a user asks of a search, whatever levels it makes."""

from collections.abc import Sequence
from dataclasses import dataclass

from optimiser.pool import Replacement
from service.sessions.objectives import NO_OBJECTIVE, AskedObjective
from service.sessions.sizes import DEFAULT_SIZES, SessionSizes


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedSearch:
    """How a new session shall search.

    `require` are bounds as `parse_target` reads them, `axes` those of the archive as `parse_axis` does; the family's
    where there are none. `keep` is read by `asked_keep`. Without a `seed` there is a new one.
    """

    objective: AskedObjective = NO_OBJECTIVE
    replacement: Replacement = Replacement.CROWDING
    require: Sequence[str] = ()
    axes: Sequence[str] = ()
    sizes: SessionSizes = DEFAULT_SIZES
    keep: str = ""
    seed: int | None = None
