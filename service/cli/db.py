"""`cenote db`: what keeps the database in health."""

from pathlib import Path

import click

from service.cli.options import FILE, storage_option
from storage import backups, maintenance


@click.group()
def db_command() -> None:
    """Upgrade, check or back up the database.

    Example: cenote db check
    """


@db_command.command()
@storage_option
def upgrade(storage: str) -> None:
    """Bring the database to this program's revision, after a backup.

    The backup lies beside the database and is named after its old revision. Nothing else may have the database open:
    stop the service and the sessions first.

    Example: cenote db upgrade --storage sqlite:///levels.db
    """
    done = maintenance.upgrade(storage)
    if done.backup is None:
        click.echo(f"{done.path} has revision {done.after} already")
    else:
        click.echo(f"{done.path} now has revision {done.after}; as it was: {done.backup}")


@db_command.command()
@storage_option
@click.pass_context
def check(ctx: click.Context, storage: str) -> None:
    """Look for damage; the exit code is 1 where there is any.

    Example: cenote db check
    """
    found = maintenance.check(storage)
    for problem in found.problems:
        click.echo(problem)
    state = f"problems: {len(found.problems)}" if found.problems else "no damage"
    click.echo(f"{found.path}: revision {found.revision} (this program: {found.head}), {state}")
    if found.problems:
        ctx.exit(1)


@db_command.command()
@click.argument("target", type=FILE)
@storage_option
def backup(target: Path, storage: str) -> None:
    """Copy the database to a new file, also during sessions.

    Example: cenote db backup levels-monday.db
    """
    backups.backup(storage, target)
    click.echo(f"copied to {target}")
