"""The tables of accounts, logins and the audit log."""

from sqlalchemy import (
    ForeignKey,
    UniqueConstraint,
)
from sqlalchemy.orm import Mapped, mapped_column

from generator.messages import Message
from storage.tables.base import Base


class Account(Base):
    """Somebody who may log in; `password` is a hash that argon2 made, `rights` are words with blanks between them."""

    __tablename__ = "accounts"
    __table_args__ = ({"sqlite_with_rowid": False},)

    name: Mapped[str] = mapped_column(primary_key=True)
    password: Mapped[str]
    created_at: Mapped[str]
    rights: Mapped[str] = mapped_column(server_default="author curator organiser")


class Login(Base):
    """A browser that is logged in, until it logs out; `token` is a digest of what its cookie holds."""

    __tablename__ = "logins"
    __table_args__ = ({"sqlite_with_rowid": False},)

    token: Mapped[str] = mapped_column(primary_key=True)
    account: Mapped[str] = mapped_column(ForeignKey("accounts.name", ondelete="CASCADE"), index=True)
    created_at: Mapped[str]
    used_at: Mapped[str]
    address: Mapped[str]


class ApiToken(Base):
    """What lets a program use the interface for an account; `digest` is that of the token, `scopes` are words."""

    __tablename__ = "api_tokens"
    __table_args__ = (UniqueConstraint("digest"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    digest: Mapped[str]
    account: Mapped[str] = mapped_column(ForeignKey("accounts.name", ondelete="CASCADE"), index=True)
    name: Mapped[str]
    scopes: Mapped[str]
    created_at: Mapped[str]
    used_at: Mapped[str | None]


class AuditEntry(Base):
    """A login, or a change to accounts, contests or sessions: who did what, from which address, to what."""

    __tablename__ = "audit"

    id: Mapped[int] = mapped_column(primary_key=True)
    created_at: Mapped[str]
    who: Mapped[str]
    address: Mapped[str]
    action: Mapped[str] = mapped_column(index=True)
    subject: Mapped[str]
    detail: Mapped[Message]
