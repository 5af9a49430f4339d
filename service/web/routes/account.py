"""Logging in and out, and one's own account; language and theme."""

from http import HTTPStatus
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Form, Request
from fastapi.responses import JSONResponse, RedirectResponse, Response

from generator.messages import Message
from service.accounts.api_tokens import LONGEST_NAME, make_token
from service.accounts.passwords import SHORTEST, AccountError, change_password, is_password, log_in
from service.web.dependencies import TOKEN, By, Id, LoggedIn, OpenDatabase, person
from service.web.errors import NoSuchPageError
from service.web.languages import COOKIE, LANGUAGES, catalogue, language_of
from service.web.pages import THEME_COOKIE, page
from service.web.security.addresses import origin_of
from service.web.security.failures import failures_of, unhurried
from service.web.security.forgery import token_of, token_required
from service.web.security.guarded_routes import PrivateRoute, PublicRoute
from service.web.security.limits import address_of, limited
from service.web.security.redirects import local
from storage.database import Database
from storage.errors import TokensFullError
from storage.people.accounts import Right
from storage.people.api_tokens import api_tokens_of, remove_api_token
from storage.people.logins import LoginRow, end_login, end_logins, logins_of

router = APIRouter(route_class=PublicRoute, include_in_schema=False)
own = APIRouter(route_class=PrivateRoute, include_in_schema=False, prefix="/account")

YEAR = 365 * 24 * 3600
LOGINS = "5 per minute"
"""How often an address may try a password."""

Back = Annotated[str, Form(max_length=4000)]
Password = Annotated[str, Form(max_length=1000)]


@router.get("/login")
def login_page(request: Request, back: str = "/", required: bool = False) -> Response:
    """The form to log in; `required` says that a page cannot be seen without."""
    return page(request, "login.html", back=local(back), refused=None, name="", required=required)


@router.post("/login", dependencies=[Depends(token_required), Depends(limited("login", LOGINS)), Depends(unhurried)])
def login(
    request: Request,
    database: OpenDatabase,
    name: Annotated[str, Form(max_length=100)],
    password: Password,
    back: Back = "/",
) -> Response:
    """Log in, with a new session, so that nobody knows it from before."""
    token = log_in(database, name, password, address_of(request))
    if token is None:
        failures_of(request).add(name, origin_of(request))
        return page(
            request,
            "login.html",
            HTTPStatus.FORBIDDEN,
            back=local(back),
            refused=Message("the name or the password is wrong"),
            name=name,
            required=False,
        )
    failures_of(request).forget(name, origin_of(request))
    return _logged_in(request, token, local(back))


@router.post("/logout", dependencies=[Depends(token_required)])
def logout(request: Request, database: OpenDatabase) -> Response:
    """Forget who this is, and end the login, so that copies of its cookie are worth nothing."""
    who = person(request)
    if who and who.login:
        end_login(database, who.login, address_of(request))
    request.session.clear()
    return RedirectResponse("/", HTTPStatus.SEE_OTHER)


def own_login(who: LoggedIn) -> LoginRow:
    """The login that a request is made with. Raises NoSuchPageError on a machine of one's own, which needs none."""
    if who.login is None:
        raise NoSuchPageError("nobody logs in on a machine of one's own; accounts are for cenote serve --public")
    return who.login


OwnLogin = Annotated[LoginRow, Depends(own_login)]


async def unhurried_owner(request: Request, login: OwnLogin) -> None:
    """An attempt at one's own password waits as one to log in does. Raises TooManyRequestsError."""
    await failures_of(request).wait(login.account, origin_of(request))


@own.get("")
def account_page(request: Request, database: OpenDatabase, login: OwnLogin) -> Response:
    """What one may do, where one is logged in, and the form for another password."""
    return _account(request, database, login)


@own.post(
    "/password",
    dependencies=[Depends(token_required), Depends(limited("login", LOGINS)), Depends(unhurried_owner)],
)
def new_password(request: Request, database: OpenDatabase, login: OwnLogin, old: Password, new: Password) -> Response:
    """Change one's password; this browser stays logged in, and no other."""
    if not is_password(database, login.account, old):
        failures_of(request).add(login.account, origin_of(request))
        return _account(request, database, login, HTTPStatus.FORBIDDEN, refused=Message("the old password is wrong"))
    try:
        change_password(database, login.account, new, login.account, address_of(request))
    except AccountError as error:
        return _account(request, database, login, HTTPStatus.UNPROCESSABLE_ENTITY, refused=error.message)
    return _logged_in(request, log_in(database, login.account, new, address_of(request)) or "", "/account")


@own.post("/tokens", dependencies=[Depends(token_required)])
def new_token(
    request: Request,
    database: OpenDatabase,
    login: OwnLogin,
    by: By,
    name: Annotated[str, Form(max_length=100)] = "",
    scope: Annotated[list[Right] | None, Form()] = None,
) -> Response:
    """Make a token for a program, which the answer shows for the only time."""
    try:
        token = make_token(database, by, name, login.rights.intersection(scope or ()))
    except (AccountError, TokensFullError) as error:
        return _account(request, database, login, HTTPStatus.UNPROCESSABLE_ENTITY, token_refused=error.message)
    return _account(request, database, login, token=token)


@own.post("/tokens/{token_id}/removal", dependencies=[Depends(token_required)])
def token_removal(database: OpenDatabase, login: OwnLogin, by: By, token_id: Id) -> Response:
    """Make a token worthless."""
    remove_api_token(database, by, token_id)
    return RedirectResponse("/account#tokens-title", HTTPStatus.SEE_OTHER)


@own.post("/logout", dependencies=[Depends(token_required)])
def logout_everywhere(request: Request, database: OpenDatabase, login: OwnLogin) -> Response:
    """End every login of the account, this one too."""
    end_logins(database, login.account, address_of(request))
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


def _logged_in(request: Request, token: str, address: str) -> Response:
    """A new session with a login, and the way to an address."""
    request.session.clear()
    request.session[TOKEN] = token
    token_of(request)  # the pages that are opened next, perhaps two at once, shall have the same
    return RedirectResponse(address, HTTPStatus.SEE_OTHER)


def _account(
    request: Request,
    database: Database,
    login: LoginRow,
    status: int = HTTPStatus.OK,
    *,
    refused: Message | None = None,
    token_refused: Message | None = None,
    token: str | None = None,
) -> Response:
    return page(
        request,
        "account.html",
        status,
        login=login,
        logins=logins_of(database, login.account),
        tokens=api_tokens_of(database, login.account),
        shortest=SHORTEST,
        longest_name=LONGEST_NAME,
        refused=refused,
        token_refused=token_refused,
        token=token,
    )


def _remembered(cookie: str, value: str, back: str) -> Response:
    response = RedirectResponse(local(back), HTTPStatus.SEE_OTHER)
    response.set_cookie(cookie, value, max_age=YEAR, samesite="lax", httponly=True)
    return response
