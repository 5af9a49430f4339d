"""Logging in and out; language and theme."""

from http import HTTPStatus
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Form, Request
from fastapi.responses import JSONResponse, RedirectResponse, Response

from service.accounts import is_password
from service.web.dependencies import SEAL, USER, OpenDatabase, Visitor, sealed
from service.web.languages import COOKIE, LANGUAGES, catalogue, language_of
from service.web.pages import THEME_COOKIE, page
from service.web.security.forgery import token_required
from service.web.security.limits import limited
from service.web.security.redirects import local
from storage.accounts import password_of

router = APIRouter(include_in_schema=False)

YEAR = 365 * 24 * 3600
LOGINS = "5 per minute"
"""How often an address may try a password."""

Back = Annotated[str, Form(max_length=4000)]


@router.get("/")
def first_page(name: Visitor) -> Response:
    """Where a visitor begins."""
    return RedirectResponse("/contests" if name is None else "/sessions", HTTPStatus.SEE_OTHER)


@router.get("/login")
def login_page(request: Request, back: str = "/") -> Response:
    """The form to log in."""
    return page(request, "login.html", back=local(back), refused="", name="")


@router.post("/login", dependencies=[Depends(token_required), Depends(limited("login", LOGINS))])
def login(
    request: Request,
    database: OpenDatabase,
    name: Annotated[str, Form(max_length=100)],
    password: Annotated[str, Form(max_length=1000)],
    back: Back = "/",
) -> Response:
    """Log in, with a new session, so that nobody knows it from before."""
    if not is_password(database, name, password):
        return page(
            request,
            "login.html",
            HTTPStatus.FORBIDDEN,
            back=local(back),
            refused="the name or the password is wrong",
            name=name,
        )
    request.session.clear()
    request.session.update({USER: name, SEAL: sealed(password_of(database, name) or "")})
    return RedirectResponse(local(back), HTTPStatus.SEE_OTHER)


@router.post("/logout", dependencies=[Depends(token_required)])
def logout(request: Request) -> Response:
    """Forget who this is."""
    request.session.clear()
    return RedirectResponse("/", HTTPStatus.SEE_OTHER)


@router.post("/language", dependencies=[Depends(token_required)])
def choose_language(language: Annotated[str, Form(max_length=20)], back: Back = "/") -> Response:
    """Remember a language."""
    return _remembered(COOKIE, language if language in LANGUAGES else next(iter(LANGUAGES)), back)


@router.post("/theme", dependencies=[Depends(token_required)])
def choose_theme(theme: Annotated[Literal["auto", "light", "dark"], Form()], back: Back = "/") -> Response:
    """Remember a theme."""
    return _remembered(THEME_COOKIE, theme, back)


@router.get("/messages.json")
def messages_of(request: Request) -> Response:
    """The messages of the scripts in the visitor's language, by their English text."""
    return JSONResponse(catalogue(language_of(request), "messages"), headers={"Cache-Control": "no-cache"})


def _remembered(cookie: str, value: str, back: str) -> Response:
    response = RedirectResponse(local(back), HTTPStatus.SEE_OTHER)
    response.set_cookie(cookie, value, max_age=YEAR, samesite="lax", httponly=True)
    return response
