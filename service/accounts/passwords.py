"""Passwords of accounts, hashed with argon2, and the tokens of those who have logged in."""

import secrets
from functools import cache
from hashlib import sha256
from threading import Lock

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError

from service.errors import ServiceError
from storage.audit import Deed
from storage.database import Database
from storage.people.accounts import EVERY_RIGHT, Rights, add_account, password_of, set_password
from storage.people.logins import LoginRow, begin_login, find_login, refuse_login

SHORTEST = 8
"""Letters of a password at least."""
LONGEST_NAME = 40

_hasher = PasswordHasher()
_one_at_a_time = Lock()
"""A hash takes 64 MiB, so guessers who come together wait for each other."""


class AccountError(ServiceError):
    """A name or a password that cannot be accepted."""


def keep_account(database: Database, name: str, password: str, rights: Rights = EVERY_RIGHT, who: str = "") -> None:
    """Let somebody log in; `who` says so. Raises AccountError, and AccountExistsError where he may already."""
    if not name.strip() or not name.isprintable() or len(name) > LONGEST_NAME:
        raise AccountError("a name has 1 to {most} visible letters; give another one", most=LONGEST_NAME)
    add_account(database, name, _hashed(password), rights, who)


def change_password(database: Database, name: str, password: str, who: str, address: str = "") -> None:
    """Give somebody a new password, which ends all his logins. Raises AccountError and UnknownAccountError."""
    set_password(database, name, _hashed(password), Deed(who, "password", name, address=address))


def log_in(database: Database, name: str, password: str, address: str) -> str | None:
    """What the cookie of a new login holds; None where the name or the password is wrong."""
    known = password_of(database, name)
    if _fits(known, password):
        token = secrets.token_urlsafe(32)
        if begin_login(database, name, known or "", digest(token), address):
            return token
    refuse_login(database, name if known else "", address)
    return None


def is_password(database: Database, name: str, password: str) -> bool:
    """Whether somebody may log in with this password."""
    return _fits(password_of(database, name), password)


def login_with(database: Database, token: str) -> LoginRow | None:
    """The login whose cookie holds this."""
    return find_login(database, digest(token))


def digest(token: str) -> str:
    """What the database keeps of a token, so that nobody can log in with what stands there."""
    return sha256(token.encode()).hexdigest()


def _hashed(password: str) -> str:
    if len(password) < SHORTEST:
        raise AccountError("the password is shorter than {least} letters; choose a longer one", least=SHORTEST)
    try:
        password.encode()
    except UnicodeEncodeError as error:
        raise AccountError("the password is not text in UTF-8; choose another one") from error
    with _one_at_a_time:
        return _hasher.hash(password)


def _fits(known: str | None, password: str) -> bool:
    try:
        kept = known or _hash_of_nobody()
        with _one_at_a_time:
            _hasher.verify(kept, password)
    except (VerifyMismatchError, InvalidHashError):
        return False
    return known is not None


@cache
def _hash_of_nobody() -> str:
    """What is verified where there is no such account, so that the time taken reveals nothing."""
    return _hasher.hash(secrets.token_urlsafe())
