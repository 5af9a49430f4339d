"""Players: names that belong to whoever used them first with a code, and email addresses that are erased on request."""

from collections.abc import Callable
from hmac import compare_digest
from typing import NamedTuple

from sqlalchemy import Connection, delete, insert, select, update

from storage.audit import Actor, enter, verbatim
from storage.database import Database
from storage.errors import NameTakenError, UnknownPlayerError
from storage.tables.contests import Player, Submission

MOST_LISTED = 20
"""Answers that an entry of the audit log names."""


class Claim(NamedTuple):
    """A name that somebody uses, what all names have in common that look like it, and a digest of his code, if any."""

    name: str
    skeleton: str
    code: str = ""


def require_own(connection: Connection, claim: Claim, now: str) -> None:
    """Let somebody use a name; with a code it is his from now on. Raises NameTakenError where it is somebody else's."""
    known = connection.execute(select(Player.code).where(Player.skeleton == claim.skeleton)).scalar_one_or_none()
    if known is None:
        if claim.code:
            connection.execute(insert(Player).values(**claim._asdict(), created_at=now))
    elif not compare_digest(known, claim.code):
        raise NameTakenError("this name, or one that looks like it, belongs to a player with a code; give that code")


def release_name(database: Database, name: str, skeleton: str, by: Actor) -> None:
    """Let anybody use a name again. Raises UnknownPlayerError where it belongs to nobody."""
    with database.begin() as connection:
        if not connection.execute(delete(Player).where(Player.skeleton == skeleton)).rowcount:
            raise UnknownPlayerError("the name {name!r} belongs to nobody", name=name)
        enter(connection, by.did("name-released", f"player {name}"), database.now())


def erase_emails(database: Database, is_meant: Callable[[str, str], bool], by: Actor) -> int:
    """Delete the email addresses of answers, chosen by the player's name and the address; return how many had one.

    Raises UnknownPlayerError where none had.
    """
    query = select(Submission.id, Submission.player, Submission.email).where(Submission.email != "")
    with database.begin() as connection:
        connection.exec_driver_sql("PRAGMA secure_delete = ON")  # else it stays in what is free of the file
        found = [id_ for id_, player, email in connection.execute(query) if is_meant(player, email)]
        if not found:
            raise UnknownPlayerError("no answer has an email address of this player")
        for id_ in found:
            connection.execute(update(Submission).where(Submission.id == id_).values(email=""))
        listed = ", ".join(map(str, found[:MOST_LISTED])) + (" ..." if len(found) > MOST_LISTED else "")
        enter(connection, by.did("emails-erased", f"answers: {len(found)}", verbatim(listed)), database.now())
    return len(found)
