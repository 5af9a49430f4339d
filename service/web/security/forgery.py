"""Requests that another site makes in the name of a visitor (cross-site request forgery)."""

import hmac
import secrets
from urllib.parse import urlsplit

from fastapi import Request

from service.web.errors import ForgeryError

TOKEN = "csrf"  # noqa: S105 - the name of a form field, no secret
"""The form field, and the key of the session, that hold a visitor's token."""
TOKEN_HEADER = "X-CSRF-Token"  # noqa: S105 - the name of a header
SAFE = {"GET", "HEAD", "OPTIONS"}
FORMS = ("application/x-www-form-urlencoded", "multipart/form-data", "text/plain")
"""What a form of another site can send without asking first."""


def token_of(request: Request) -> str:
    """The token of a visitor, which every form of our pages carries."""
    token = request.session.setdefault(TOKEN, secrets.token_urlsafe(24))
    assert isinstance(token, str), "nothing else is stored under this key, and the cookie is signed"
    return token


async def same_origin(request: Request) -> None:
    """Refuse what the browser itself says comes from another site. Raises ForgeryError."""
    if request.method in SAFE:
        return
    site, origin = request.headers.get("sec-fetch-site"), request.headers.get("origin")
    foreign = site not in ("same-origin", "none") if site else _is_foreign(origin, request)
    if foreign:
        raise ForgeryError("this request came from another site; use the forms of this one")


async def token_required(request: Request) -> None:
    """Refuse a form that is not from our pages. Raises ForgeryError.

    Other bodies are JSON, which a foreign page cannot send without the browser asking us first.
    """
    sent = request.headers.get("content-type", "")
    if request.method in SAFE or (sent and not sent.lower().startswith(FORMS)):
        return
    known = request.session.get(TOKEN, "")
    given = request.headers.get(TOKEN_HEADER) or (await request.form()).get(TOKEN) or ""
    if not known or not isinstance(given, str) or not hmac.compare_digest(known.encode(), given.encode()):
        raise ForgeryError("this form is no longer valid; load its page again and send it once more")


def _is_foreign(origin: str | None, request: Request) -> bool:
    return origin is not None and urlsplit(origin).netloc != request.headers.get("host")
