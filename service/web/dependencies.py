"""What the routes are given: the database, the visitor, the sandbox."""

import hmac
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Path, Request

from service.accounts.api_tokens import token_with
from service.accounts.passwords import login_with
from service.settings import user_name
from service.web.errors import LoginRequiredError, RightMissingError
from service.web.sandbox.pool import Sandbox
from service.web.security.addresses import origin_of
from service.web.settings import WebSettings
from storage.audit import Actor
from storage.database import Database
from storage.people.accounts import EVERY_RIGHT, Right, Rights
from storage.people.logins import LoginRow, note_use

API = "/api/"
"""What the addresses of the interface for programs begin with."""
TOKEN = "login"  # noqa: S105 - the key of the session that holds the token of a login


@dataclass(frozen=True, slots=True)
class Person:
    """Who makes a request, and what he may do; `login` is None on a machine of one's own, and for programs."""

    name: str
    rights: Rights
    login: LoginRow | None


def _settings(request: Request) -> WebSettings:
    settings: WebSettings = request.app.state.settings
    return settings


def _database(request: Request) -> Database:
    database: Database = request.app.state.database
    return database


def _sandbox(request: Request) -> Sandbox:
    sandbox: Sandbox = request.app.state.sandbox
    return sandbox.on_behalf_of(origin_of(request))


def _contest_sandbox(request: Request) -> Sandbox:
    sandbox: Sandbox = request.app.state.contest_sandbox
    return sandbox.on_behalf_of(origin_of(request))


def person(request: Request) -> Person | None:
    """Who is logged in, None for a guest; on a machine of one's own it is its user, who may do everything.

    It takes one short look into the database, and none where it was asked before in the same request.
    """
    if not hasattr(request.state, "person"):
        request.state.person = who = _person(request)
        request.state.account = who.name if who else None
    found: Person | None = request.state.person
    return found


def _person(request: Request) -> Person | None:
    if not request.app.state.settings.public:
        return Person(user_name(), EVERY_RIGHT, None)
    scheme, _, sent = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and request.url.path.startswith(API):
        found = token_with(_database(request), sent.strip())
        return Person(found.account, found.scopes & found.rights, None) if found else None
    token = request.session.get(TOKEN)
    login = login_with(_database(request), token) if token else None
    if login is None:
        return None
    if note_use(_database(request), login):
        request.session[TOKEN] = token  # a new cookie, which lasts as long as the login
    return Person(login.account, login.rights, login)


def visitor(who: Annotated[Person | None, Depends(person)]) -> str | None:
    """The name of who is logged in, None for a guest."""
    return who.name if who else None


def require_login(who: Annotated[Person | None, Depends(person)]) -> Person:
    """Who is logged in. Raises LoginRequiredError."""
    if who is None:
        raise LoginRequiredError("this needs a login")
    return who


@dataclass(frozen=True, slots=True)
class May:
    """A dependency that asks for one of some rights and gives the name of who has it. Raises RightMissingError.

    The refusal names the first of them.
    """

    rights: tuple[Right, ...]

    def __call__(self, who: Annotated[Person, Depends(require_login)]) -> str:
        if who.rights.isdisjoint(self.rights):
            raise RightMissingError(
                "this needs the right {right}; whoever runs the service gives it with: cenote account rights {name} "
                "--give {again}",
                right=self.rights[0],
                name=who.name,
                again=self.rights[0],
            )
        return who.name


def organises(who: Annotated[Person | None, Depends(person)]) -> bool:
    """Whether a visitor may hold contests, and so may see what players may not."""
    return who is not None and Right.ORGANISER in who.rights


def actor(request: Request, who: Annotated[Person, Depends(require_login)]) -> Actor:
    """Who is logged in, and from where."""
    return Actor(who.name, request.client.host if request.client else "")


def sender(request: Request) -> str:
    """A digest of where a request comes from, which nobody can turn back without the key."""
    return hmac.new(_settings(request).key.encode(), origin_of(request).encode(), "sha256").hexdigest()[:32]


Settings = Annotated[WebSettings, Depends(_settings)]
OpenDatabase = Annotated[Database, Depends(_database)]
"""The database, open as long as the service lives and shared by all requests."""
OpenSandbox = Annotated[Sandbox, Depends(_sandbox)]
"""The processes that take in everything from outside but answers to contests."""
ContestSandbox = Annotated[Sandbox, Depends(_contest_sandbox)]
"""The processes that judge answers to contests, and nothing else."""
Visitor = Annotated[str | None, Depends(visitor)]
"""The name of who is logged in, None for a guest."""
LoggedIn = Annotated[Person, Depends(require_login)]
"""Who is logged in; guests are refused with LoginRequiredError."""
AUTHOR, CURATOR, ORGANISER = (Depends(May((right,))) for right in (Right.AUTHOR, Right.CURATOR, Right.ORGANISER))
IMPORTER = Depends(May((Right.CURATOR, Right.AUTHOR)))
"""For routes that need a right: whoever has it not is refused with RightMissingError."""
Organises = Annotated[bool, Depends(organises)]
"""Whether a visitor may hold contests."""
Curator = Annotated[str, CURATOR]
"""The name of somebody who may change what is said of levels."""
By = Annotated[Actor, Depends(actor)]
"""Who is logged in, with the address, for the audit log."""
Sender = Annotated[str, Depends(sender)]
"""A digest of where an answer comes from."""

Id = Annotated[int, Path(ge=1, le=2**63 - 1)]
"""The id of a row in an address, no larger than SQLite has."""
