"""What stays secret while a contest is open."""

from storage.contests import ContestState, contest_levels, list_contests
from storage.database import Database


def contested(database: Database, family: str) -> list[str]:
    """The texts of all levels of a family that are in a contest which is open now."""
    now = database.now()
    running = [contest for contest in list_contests(database) if contest.state(now) is ContestState.OPEN]
    levels = [level for contest in running for level in contest_levels(database, contest.id)]
    return [level.text for level in levels if level.family == family]
