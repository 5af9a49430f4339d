"""`cenote serve`: the service in the browser."""

import ipaddress
import re
import secrets
from collections.abc import Callable
from contextlib import closing
from functools import wraps
from pathlib import Path
from typing import Any, NamedTuple, cast

import click

from optimiser.executors import Cluster
from service.accounts.cookie_key import signing_key
from service.cli.input.cluster_options import cluster_option
from service.cli.parameters.options import FILE, POSITIVE, Callback, Whole, notice_options, storage_option
from service.errors import ServiceError
from service.sessions.notice_targets import NoticeOptions
from service.web.backup_schedule import BackupSchedule
from storage.database import Database
from storage.people.accounts import list_accounts
from storage.sqlite_version import sqlite_warning

PAGE_SECONDS = 3.0
"""For how long a page is shown as it was, where nothing is changed through the service; many may look at the same."""
LOCAL = "127.0.0.1"
NO_LOG = "none"
SHORTEST_TOKEN, LONGEST_TOKEN = 16, 1000
TOKEN = re.compile(rf"[!-~]{{,{LONGEST_TOKEN}}}")
"""What a header can have as a token."""
TOKEN_FILE = click.Path(exists=True, dir_okay=False, readable=True)
MISSING = "the pages need more libraries; install them with: pip install 'cenote[web]'"


def backup_options(function: Callback) -> Callback:
    """`--backups` and what belongs to it, which arrive in the callback as one BackupSchedule or None, `backups`."""

    @wraps(function)
    def with_backups(*, backups: Path | None, backup_every: int, keep: int, **others: Any) -> Any:
        schedule = None if backups is None else BackupSchedule(backups.resolve(), 3600.0 * backup_every, keep)
        return function(backups=schedule, **others)

    decorated: Callable[..., Any] = with_backups
    for option in (
        click.option("--keep", type=POSITIVE, default=7, show_default=True, help="how many backups to keep"),
        click.option(
            "--backup-every", type=POSITIVE, default=24, show_default=True, help="hours from one backup to the next"
        ),
        click.option(
            "--backups", type=FILE, metavar="FOLDER", help="make backups in this folder, named after their times"
        ),
    ):
        decorated = option(decorated)
    return cast(Callback, decorated)


class Reach(NamedTuple):
    """Where a service listens, for whom it is, and behind what."""

    host: str
    port: int
    public: bool
    https: bool
    proxy: str | None

    @property
    def believed(self) -> str | None:
        """The address of the proxy whose X-Forwarded-For is believed."""
        return self.proxy or (LOCAL if self.https else None)

    def check(self) -> None:
        """Raises UsageError."""
        if not self.public and not _is_loopback(self.host):
            raise click.UsageError(f"{self.host} can be reached from outside; add --public, which asks for a login.")
        if self.proxy is not None and not _is_address(self.proxy):
            raise click.UsageError(f"--proxy {self.proxy!r} is not an address; give one such as 127.0.0.1")


def reach_options(function: Callback) -> Callback:
    """`--host` to `--proxy`, which arrive in the callback as one Reach that is possible, `reach`."""

    @wraps(function)
    def with_reach(*, host: str, port: int, public: bool, https: bool, proxy: str | None, **others: Any) -> Any:
        reach = Reach(host, port, public, https, proxy)
        reach.check()
        return function(reach=reach, **others)

    decorated: Callable[..., Any] = with_reach
    for option in (
        click.option("--proxy", metavar="ADDRESS", help="trust the X-Forwarded-For of a proxy at this address"),
        click.option(
            "--https",
            is_flag=True,
            help="browsers reach the service by https through a proxy; cookies then require https",
        ),
        click.option("--public", is_flag=True, help="let guests play and enter contests; the rest needs a login"),
        click.option(
            "--port",
            type=Whole(0, 65535),
            default=8080,
            show_default=True,
            help="port to listen on, 0 for any free one",
        ),
        click.option("--host", default="127.0.0.1", show_default=True, help="address to listen on"),
    ):
        decorated = option(decorated)
    return cast(Callback, decorated)


@click.command()
@reach_options
@click.option("--access-log", metavar="FILE", help="where to log each request: a file, - (standard error) or none")
@click.option(
    "--metrics-token", type=TOKEN_FILE, help="file with the token with which monitors read /metrics without a login"
)
@backup_options
@cluster_option
@notice_options
@storage_option
def serve_command(
    reach: Reach,
    access_log: str | None,
    metrics_token: str | None,
    backups: BackupSchedule | None,
    cluster: Cluster | None,
    notices: NoticeOptions,
    storage: str,
) -> None:
    """Open the pages: sessions, levels, curation, contests.

    They are for a browser. Without --public they are for you alone, on this machine. With --https a proxy on this
    machine is believed unless --proxy names another one; with --public there is an access log on standard error.
    --notify-command and --notify-url are for the sessions that are started in the browser, and these may use the
    cluster that --cluster names.

    Example: cenote serve --port 8080
    """
    token = _token(metrics_token)
    try:
        from service.web import observation, server
        from service.web.app import create_app
        from service.web.settings import WebSettings
    except ModuleNotFoundError as error:
        raise ServiceError(MISSING) from error
    with Database.create(storage) as database:
        if reach.public and not list_accounts(database):
            raise ServiceError("nobody could log in; make an account first: cenote account add NAME")
        key = signing_key(database.path, secrets.token_urlsafe)
    settings = WebSettings(storage, key, reach.public, reach.https, PAGE_SECONDS, token, backups, notices, cluster)
    place = _log_place(access_log, reach.public)
    with observation.access_log(place) as log, closing(server.listening(reach.host, reach.port)) as listener:
        address = _address(reach.host, listener.getsockname()[1])
        server.serve(create_app(settings, log), listener, lambda: _announce(address), reach.believed)


def _announce(address: str) -> None:
    click.echo(f"cenote is at {address} (Ctrl-C ends it; sessions go on)")
    if warning := sqlite_warning():
        click.echo(f"warning: {warning}")


def _log_place(asked: str | None, public: bool) -> str | None:
    """Where the access log goes; to standard error where nothing is said about it and the service is public."""
    place = asked or ("-" if public else NO_LOG)
    return None if place == NO_LOG else place


def _token(file: str | None) -> str:
    """The token in a file. Raises ServiceError where it could be guessed, or no header can have it."""
    if file is None:
        return ""
    token = Path(file).read_text(encoding="utf-8", errors="replace").strip()
    if len(token) < SHORTEST_TOKEN:
        raise ServiceError(
            "the token in {file} is shorter than {least} letters; write a longer one", file=file, least=SHORTEST_TOKEN
        )
    if not TOKEN.fullmatch(token):
        raise ServiceError(
            "the token in {file} cannot be sent; write up to {most} letters of ASCII without spaces",
            file=file,
            most=LONGEST_TOKEN,
        )
    return token


def _is_address(word: str) -> bool:
    try:
        return bool(ipaddress.ip_address(word))
    except ValueError:
        return False


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _address(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
