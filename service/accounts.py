"""Passwords of accounts, hashed with argon2."""

from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError

from service.errors import ServiceError
from storage.accounts import password_of, set_account
from storage.database import Database

SHORTEST = 8
"""Letters of a password at least."""
LONGEST_NAME = 40

_hasher = PasswordHasher()


class AccountError(ServiceError):
    """A name or a password will not do."""


def keep_account(database: Database, name: str, password: str) -> None:
    """Let somebody log in. Raises AccountError where the name or the password will not do."""
    if not name.strip() or not name.isprintable() or len(name) > LONGEST_NAME:
        raise AccountError(f"a name has 1 to {LONGEST_NAME} visible letters; give another one")
    if len(password) < SHORTEST:
        raise AccountError(f"the password is shorter than {SHORTEST} letters; choose a longer one")
    set_account(database, name, _hasher.hash(password))


def is_password(database: Database, name: str, password: str) -> bool:
    """Whether somebody may log in with this password."""
    known = password_of(database, name)
    try:
        _hasher.verify(known or _hash_of_nobody(), password)
    except (VerifyMismatchError, InvalidHashError):
        return False
    return known is not None


@cache
def _hash_of_nobody() -> str:
    """What is verified where there is no such account, so that the time taken tells nothing."""
    return _hasher.hash("nobody has this password")
