"""What the routes are given: the database, the visitor, the sandbox."""

import getpass
import hmac
from hashlib import sha256
from typing import Annotated

from fastapi import Depends, Path, Request

from service.web.errors import LoginRequiredError
from service.web.sandbox import Sandbox
from service.web.security.addresses import origin_of
from service.web.settings import WebSettings
from storage.accounts import password_of
from storage.audit import Actor
from storage.database import Database

USER = "user"
"""The key of the session that holds the name of who is logged in."""
SEAL = "seal"
"""The key of the session that holds what `sealed` made of the password."""


def _settings(request: Request) -> WebSettings:
    settings: WebSettings = request.app.state.settings
    return settings


def _database(request: Request) -> Database:
    database: Database = request.app.state.database
    return database


def _sandbox(request: Request) -> Sandbox:
    sandbox: Sandbox = request.app.state.sandbox
    return sandbox


def visitor(request: Request) -> str | None:
    """Who is logged in; on a machine of one's own it is the user of its operating system."""
    if not request.app.state.settings.public:
        return getpass.getuser()
    name, seal = request.session.get(USER), request.session.get(SEAL)
    known = password_of(_database(request), name) if name else None
    return name if known and seal == sealed(known) else None


def sealed(password: str) -> str:
    """What a login remembers of a hashed password, so that a new password ends it everywhere."""
    return sha256(password.encode()).hexdigest()[:16]


def require_login(name: Annotated[str | None, Depends(visitor)]) -> str:
    """The name of who is logged in. Raises LoginRequiredError."""
    if name is None:
        raise LoginRequiredError("this needs a login")
    return name


def actor(request: Request, name: Annotated[str, Depends(require_login)]) -> Actor:
    """Who is logged in, and from where."""
    return Actor(name, request.client.host if request.client else "")


def sender(request: Request) -> str:
    """A digest of where a request comes from, which nobody can turn back without the key."""
    return hmac.new(_settings(request).key.encode(), origin_of(request).encode(), "sha256").hexdigest()[:32]


Settings = Annotated[WebSettings, Depends(_settings)]
OpenDatabase = Annotated[Database, Depends(_database)]
"""The database, open as long as the service lives and shared by all requests."""
Judge = Annotated[Sandbox, Depends(_sandbox)]
"""The processes that take in everything from outside."""
Visitor = Annotated[str | None, Depends(visitor)]
"""The name of who is logged in, None for a guest."""
Curator = Annotated[str, Depends(require_login)]
"""The name of who is logged in; guests are refused with LoginRequiredError."""
By = Annotated[Actor, Depends(actor)]
"""The same with the address, for the audit log."""
Sender = Annotated[str, Depends(sender)]
"""A digest of where an answer comes from."""

Id = Annotated[int, Path(ge=1, le=2**63 - 1)]
"""The id of a row in an address, no larger than SQLite has."""
