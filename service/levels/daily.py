"""The level of a day: the same for everybody, and no secret but chance."""

from collections.abc import Iterable
from datetime import date
from hashlib import sha256


def level_of_day(day: date, levels: Iterable[tuple[int, str]]) -> int | None:
    """The id of the level of a day, of ids and identities of all that may be it; None where there is none.

    A level that is published or withdrawn changes no other day than those that become or were its own.
    """
    drawn = ((sha256(f"{day.isoformat()} {identity}".encode()).digest(), level_id) for level_id, identity in levels)
    return min(drawn, default=(b"", None))[1]
