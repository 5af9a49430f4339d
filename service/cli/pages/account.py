"""`cenote account`: who may log in to a public service, what he may do there, and who did."""

import sys
from dataclasses import asdict
from types import ModuleType

import click
from rich.text import Text

from service.cli.output.console import printed, standard_output
from service.cli.output.fitted_table import FittedTable
from service.cli.parameters.options import POSITIVE, format_option, storage_option
from service.errors import ServiceError
from service.levels.json_objects import dumped
from service.settings import user_name
from storage.audit import audit_entries
from storage.database import Database
from storage.people.accounts import EVERY_RIGHT, Right, account_named, change_rights, list_accounts, remove_account

NOTHING = "nothing"
RIGHTS = [right.value for right in Right]

password_option = click.option(
    "--password-stdin", is_flag=True, help="read the password from standard input [asked for twice]"
)


@click.group()
def account_command() -> None:
    """Manage who may log in to the pages.

    That is needed where cenote serve is --public. Everybody who is logged in sees everything. An author
    may start, stop and resume sessions; a curator may change the board, ratings, tags and saved searches; an
    organiser may run contests and read the log.

    Example: cenote account list
    """


@account_command.command("add")
@click.argument("name")
@click.option(
    "--may", multiple=True, type=click.Choice([*RIGHTS, NOTHING]), help="a right; repeatable [all; nothing for none]"
)
@password_option
@storage_option
def add_command(name: str, may: tuple[str, ...], password_stdin: bool, storage: str) -> None:
    """Add an account with which somebody can log in.

    Example: cenote account add anian --may curator
    """
    passwords = _passwords()
    rights = frozenset(Right(word) for word in may if word != NOTHING) if may else EVERY_RIGHT
    password = _password(password_stdin)
    with Database.create(storage) as database:
        passwords.keep_account(database, name, password, rights, user_name())
    click.echo(f"{name} may log in")


@account_command.command("password")
@click.argument("name")
@password_option
@storage_option
def password_command(name: str, password_stdin: bool, storage: str) -> None:
    """Set a new password for somebody and end all logins of the account.

    Example: cenote account password anian
    """
    passwords = _passwords()
    password = _password(password_stdin)
    with Database.open(storage) as database:
        passwords.change_password(database, name, password, user_name())
    click.echo(f"{name} has a new password; all logins have ended")


@account_command.command("rights")
@click.argument("name")
@click.option("--give", multiple=True, type=click.Choice(RIGHTS), help="a right to give; repeatable")
@click.option("--take", multiple=True, type=click.Choice(RIGHTS), help="a right to withdraw; repeatable")
@storage_option
def rights_command(name: str, give: tuple[str, ...], take: tuple[str, ...], storage: str) -> None:
    """Show or change what somebody may do.

    A change takes effect with the next click; without options the rights are only shown.

    Example: cenote account rights anian --give author --take organiser
    """
    given, taken = (frozenset(Right(word) for word in words) for words in (give, take))
    opened = Database.open if given or taken else Database.open_readonly
    with opened(storage) as database:
        if given or taken:
            rights = change_rights(database, name, given, taken, user_name())
        else:
            rights = account_named(database, name).rights
    click.echo(f"{name} may log in: {', '.join(sorted(rights)) or 'only to look'}")


@account_command.command("list")
@format_option("table", "json")
@storage_option
def list_command(format_: str, storage: str) -> None:
    """List the accounts.

    Example: cenote account list
    """
    with Database.open_readonly(storage) as database:
        rows = list_accounts(database)
    if format_ == "json":
        click.echo(dumped([{**asdict(row), "rights": sorted(row.rights)} for row in rows]))
        return
    table = FittedTable((("name", "text"), ("since", "left"), ("rights", "text")), drops=("since",))
    for row in rows:
        table.add_row(Text(row.name), row.created_at[:10], ", ".join(sorted(row.rights)))
    printed(standard_output(), table)


@account_command.command("remove")
@click.argument("name")
@storage_option
def remove_command(name: str, storage: str) -> None:
    """Remove somebody's account.

    Example: cenote account remove anian
    """
    with Database.open(storage) as database:
        remove_account(database, name, user_name())
    click.echo(f"{name} can no longer log in")


@account_command.command("log")
@click.option("--limit", type=POSITIVE, default=50, show_default=True, help="how many entries")
@click.option("--before", type=POSITIVE, metavar="ID", help="only entries that are older than this one")
@format_option("table", "json")
@storage_option
def log_command(limit: int, before: int | None, format_: str, storage: str) -> None:
    """List who logged in, and who changed accounts, contests and sessions, the newest first.

    Example: cenote account log --limit 20
    """
    with Database.open_readonly(storage) as database:
        entries = audit_entries(database, limit, before)
    if format_ == "json":
        click.echo(dumped([{**asdict(entry), "detail": str(entry.detail)} for entry in entries]))
        return
    kinds = (("id", "right"), ("when (UTC)", "left"), ("who", "text"), ("address", "text"), ("what", "text"))
    table = FittedTable(kinds, drops=("address", "when (UTC)"))
    for entry in entries:
        what = " ".join(word for word in (entry.action.replace("-", " "), str(entry.about), str(entry.detail)) if word)
        when = entry.created_at[:19].replace("T", " ")
        table.add_row(str(entry.id), when, Text(entry.who), entry.address, Text(what))
    printed(standard_output(), table)


def _passwords() -> ModuleType:
    """What hashes passwords, which is not needed to list passwords."""
    try:
        from service.accounts import passwords
    except ModuleNotFoundError as error:
        raise ServiceError("accounts need more libraries; install them with: pip install 'cenote[web]'") from error
    return passwords


def _password(from_stdin: bool) -> str:
    """The first line of standard input, or what is typed twice; all users of the machine could see an option."""
    if from_stdin:
        return sys.stdin.buffer.readline().decode(errors="surrogateescape").rstrip("\r\n")
    if not sys.stdin.isatty():
        raise ServiceError("there is no terminal to ask for a password; give it with --password-stdin")
    return str(click.prompt("Password", hide_input=True, confirmation_prompt=True))
