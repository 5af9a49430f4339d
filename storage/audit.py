"""The audit log: who logged in, and who changed accounts, contests and sessions."""

from dataclasses import dataclass, fields
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, insert, select

from generator.messages import SILENCE, Message
from storage.database import Database
from storage.tables.accounts import AuditEntry


@dataclass(frozen=True, slots=True)
class Deed:
    """What somebody did to what: `action` is a word such as "login" or "answer-removed", `subject` such as "contest 3".

    `address` is where the request came from, empty for the command line.
    """

    who: str
    action: str
    subject: str = ""
    detail: Message = SILENCE
    address: str = ""


class Actor(NamedTuple):
    """Who does something: an account, or a user of the operating system, who has no address."""

    who: str
    address: str = ""

    def did(self, action: str, subject: str, detail: Message = SILENCE) -> Deed:
        """Something that he does."""
        return Deed(self.who, action, subject, detail, self.address)


@dataclass(frozen=True, slots=True)
class AuditRow:
    """An entry of the audit log."""

    id: int
    created_at: str
    who: str
    address: str
    action: str
    subject: str
    detail: Message

    @property
    def about(self) -> Message:
        """The subject in words."""
        kind, _, name = self.subject.partition(" ")
        match kind, name.isdecimal():
            case "session", True:
                return Message("session {name}", name=name)
            case "level", True:
                return Message("level {name}", name=name)
            case "contest", True:
                return Message("contest {name}", name=name)
            case "answers:", True:
                return Message("answers: {count}", count=name)
            case "player", _:
                return Message("player {name}", name=name)
        return verbatim(self.subject)


SESSION_DELETED = "session-deleted"
"""The action by which the ids of deleted sessions are known, which no other session shall get."""


LAST_LEVEL_REMOVED = "last-level-removed"
"""The action by which ids of levels are known that were given, though the levels are gone."""


_DEED = tuple(field.name for field in fields(Deed))

# Made once, for sessions execute it all the time.
_SUBJECTS = select(AuditEntry.subject).where(AuditEntry.action == bindparam("action"))


def verbatim(text: str) -> Message:
    """A name, or what else is the same in all languages."""
    return Message("{text}", text=text) if text else SILENCE


def session_subject(session_id: int) -> str:
    """A session as the subject of a deed."""
    return f"session {session_id}"


def level_subject(level_id: int) -> str:
    """A level as the subject of a deed."""
    return f"level {level_id}"


def last_deleted_session(connection: Connection) -> int:
    """The greatest id of a session that was deleted, 0 where none was."""
    return _greatest(connection, SESSION_DELETED)


def last_removed_level(connection: Connection) -> int:
    """The greatest id of a level that was removed while it was the greatest of all, 0 where none was."""
    return _greatest(connection, LAST_LEVEL_REMOVED)


def enter(connection: Connection, deed: Deed, now: str) -> None:
    """Enter a deed in the transaction that does it, so that neither is kept without the other."""
    connection.execute(insert(AuditEntry).values(created_at=now, **{name: getattr(deed, name) for name in _DEED}))


def record(database: Database, deed: Deed) -> None:
    """Enter a deed that changes nothing else in the database."""
    with database.begin() as connection:
        enter(connection, deed, database.now())


def audit_entries(database: Database, limit: int, before: int | None = None) -> list[AuditRow]:
    """At most so many entries, the newest first; those older than the entry `before`, where it is given."""
    query = select(*AuditEntry.__table__.columns).order_by(AuditEntry.id.desc()).limit(limit)
    if before is not None:
        query = query.where(AuditEntry.id < before)
    with database.read() as connection:
        return [AuditRow(**row) for row in connection.execute(query).mappings()]


def _greatest(connection: Connection, action: str) -> int:
    """The greatest id of a subject to which this was done, 0 where it never was."""
    subjects = connection.execute(_SUBJECTS, {"action": action}).scalars()
    return max((int(subject.split()[1]) for subject in subjects), default=0)
