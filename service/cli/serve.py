"""`cenote serve`: the service in the browser."""

import ipaddress
import secrets
from contextlib import closing

import click

from service.cli.options import Whole, storage_option
from service.errors import ServiceError
from service.signing import signing_key
from storage.accounts import list_accounts
from storage.database import Database

PAGE_SECONDS = 1.0
"""For how long a page is shown as it was, where nothing is changed through the service; many may look at the same."""
MISSING = "the pages need more libraries; install them with: pip install 'cenote[web]'"


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="address to listen at")
@click.option("--port", type=Whole(0, 65535), default=8080, show_default=True, help="port to listen at, 0 for any")
@click.option("--public", is_flag=True, help="let guests play and enter contests; the rest needs a login")
@click.option("--https", is_flag=True, help="browsers reach it by https, through a proxy; cookies need that then")
@storage_option
def serve_command(host: str, port: int, public: bool, https: bool, storage: str) -> None:
    """Open the pages: sessions, levels, curation, contests.

    They are for a browser. Without --public they are for you alone, on this machine.

    Example: cenote serve --port 8080
    """
    if not public and not _is_loopback(host):
        raise click.UsageError(f"{host} can be reached from outside; add --public, which asks for a login.")
    try:
        from service.web import serving
        from service.web.app import create_app
        from service.web.settings import WebSettings
    except ModuleNotFoundError as error:
        raise ServiceError(MISSING) from error
    with Database.create(storage) as database:
        if public and not list_accounts(database):
            raise ServiceError("nobody could log in; make an account first: cenote account add NAME")
        key = signing_key(database.path, secrets.token_urlsafe)
    app = create_app(WebSettings(storage, key, public, https, PAGE_SECONDS))
    with closing(serving.listening(host, port)) as listener:
        address = _address(host, listener.getsockname()[1])
        serving.serve(app, listener, lambda: click.echo(f"cenote is at {address} (Ctrl-C ends it; sessions go on)"))


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _address(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
