"""`cenote account`: who may log in to a public service."""

from dataclasses import asdict

import click
from rich.table import Table

from service.cli.console import printed, standard_output
from service.cli.options import format_option, storage_option
from service.errors import ServiceError
from service.level_json import dumped
from storage.accounts import list_accounts, remove_account
from storage.database import Database


@click.group()
def account_command() -> None:
    """Say who may log in to the pages.

    That is needed where cenote serve is --public.

    Example: cenote account list
    """


@account_command.command("add")
@click.argument("name")
@click.option("--password", help="the password [asked for twice]")
@storage_option
def add_command(name: str, password: str | None, storage: str) -> None:
    """Let somebody log in, or give him a new password.

    Example: cenote account add anian
    """
    try:
        from service.accounts import keep_account
    except ModuleNotFoundError as error:
        raise ServiceError("accounts need more libraries; install them with: pip install 'cenote[web]'") from error
    chosen = password or click.prompt("Password", hide_input=True, confirmation_prompt=True)
    with Database.create(storage) as database:
        keep_account(database, name, chosen)
    click.echo(f"{name} may log in")


@account_command.command("list")
@format_option("table", "json")
@storage_option
def list_command(format_: str, storage: str) -> None:
    """List who may log in.

    Example: cenote account list
    """
    with Database.open_readonly(storage) as database:
        rows = list_accounts(database)
    if format_ == "json":
        click.echo(dumped([asdict(row) for row in rows]))
        return
    table = Table("name", "since", box=None)
    for row in rows:
        table.add_row(row.name, row.created_at[:10])
    printed(standard_output(), table)


@account_command.command("remove")
@click.argument("name")
@storage_option
def remove_command(name: str, storage: str) -> None:
    """Let somebody log in no longer.

    Example: cenote account remove anian
    """
    with Database.open(storage) as database:
        remove_account(database, name)
    click.echo(f"{name} may log in no longer")
