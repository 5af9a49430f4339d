"""Tokens with which programs use the interface of the service."""

import secrets

from service.accounts.passwords import AccountError, digest
from storage.audit import Actor
from storage.database import Database
from storage.people.accounts import Rights
from storage.people.api_tokens import ApiTokenRow, add_api_token, find_api_token, note_token_use

PREFIX = "cenote_"
"""What tokens begin with, so that programs that look for secrets in sources know them."""
LONGEST_NAME = 40


def make_token(database: Database, by: Actor, name: str, scopes: Rights) -> str:
    """A new token, which is shown once and never stored. Raises AccountError and TokensFullError."""
    if not name.strip() or not name.isprintable() or len(name) > LONGEST_NAME:
        raise AccountError("a name has 1 to {most} visible letters; give another one", most=LONGEST_NAME)
    token = PREFIX + secrets.token_urlsafe(32)
    add_api_token(database, by, name.strip(), digest(token), scopes)
    return token


def token_with(database: Database, token: str) -> ApiTokenRow | None:
    """What is known of a token that somebody has sent."""
    found = find_api_token(database, digest(token))
    if found:
        note_token_use(database, found)
    return found
