"""What stays of a session while it goes on: what its user says, or what its length calls for."""

from generator import Option
from optimiser.settings import Keep
from service.sessions.settings import value_of
from service.sessions.stop_conditions import StopConditions

DAY_IN_MINUTES = 24 * 60
DAY_IN_EVALUATIONS = 5_000_000
"""A day of the main job on two cores; what they leave fits on any disk."""
KEEP = Option(
    "keep",
    str,
    "what stays of the session while it runs: everything, or its pool, its archive and what else is needed, with their "
    "lineage, and of all else counts [everything if --minutes or --evaluations end it within 1,440 minutes or "
    "5,000,000 evaluations, else pool+archive]",
    choices=tuple(map(str, Keep)),
)


def asked_keep(said: str, stop: StopConditions) -> Keep:
    """What a user says, or by default everything of a session whose conditions let it run for a day at most.

    Raises SettingError.
    """
    if said:
        return Keep(str(value_of(KEEP, said)))
    is_short = stop.minutes is not None and stop.minutes <= DAY_IN_MINUTES
    is_small = stop.evaluations is not None and stop.evaluations <= DAY_IN_EVALUATIONS
    return Keep.EVERYTHING if is_short or is_small else Keep.POOL_AND_ARCHIVE
