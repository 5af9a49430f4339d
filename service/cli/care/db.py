"""`cenote db`: what keeps the database in health."""

import sys
from datetime import UTC, datetime
from pathlib import Path

import click

from service.cli.input.session_options import SESSION, session_id
from service.cli.parameters.options import FILE, POSITIVE, storage_option
from service.figures import counted, exact
from service.settings import user_name
from storage.audit import Actor
from storage.database import Database
from storage.revisions import head_revision
from storage.upkeep import backups, maintenance
from storage.upkeep.merging import merge, other_database
from storage.upkeep.retention import prunable, prune, shrink


@click.group()
def db_command() -> None:
    """Upgrade, check, back up, restore, prune or merge databases.

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
@click.option("--keep", type=POSITIVE, help="in a folder: how many backups of this database to keep")
@storage_option
def backup(target: Path, keep: int | None, storage: str) -> None:
    """Copy the database to a new file, also during sessions.

    Where TARGET is a folder, the file is named after the time in UTC and checked, and with --keep the oldest of these
    are removed. `cenote serve --backups FOLDER` does so by itself.

    Example: cenote db backup levels-monday.db
    """
    if target.is_dir():
        made = backups.backup_into(storage, target, keep or sys.maxsize, datetime.now(UTC))
        click.echo(f"copied to {made}")
        return
    if keep is not None:
        raise click.UsageError("--keep is for a folder of backups; name a folder that is there.")
    backups.backup(storage, target)
    click.echo(f"copied to {target}")


@db_command.command()
@click.argument("source", type=FILE, metavar="BACKUP")
@storage_option
def restore(source: Path, storage: str) -> None:
    """Put a backup in the place of the database.

    Nothing may have the database open. The backup is checked first and stays; what was in its place is kept beside it,
    as NAME-replaced.

    Example: cenote db restore backups/cenote-20260501-030000.db
    """
    done = backups.restore(storage, source)
    kept = "" if done.aside is None else f"; what was there before: {done.aside}"
    click.echo(f"{done.path} is now as in {source}, revision {done.revision}{kept}")
    if done.revision != head_revision():
        click.echo(f"this program needs revision {head_revision()}: cenote db upgrade --storage {storage}")


@db_command.command("prune")
@click.option("--session", type=SESSION, help="only levels that this session found")
@click.option("--yes", is_flag=True, help="really remove them [only say what would go]")
@storage_option
def prune_command(session: int | str | None, yes: bool, storage: str) -> None:
    """Remove the levels that sessions found and left behind.

    The pools, the archives and whatever sessions need to go on stay. So do levels on the board, in contests, in atlases
    and from files, and the ancestors of all that stay. No session may run meanwhile. Without --yes the command only
    says what would go.

    Example: cenote db prune --yes
    """
    with Database.open(storage) as database:
        chosen = session_id(session, storage)
        removal = prune(database, chosen, Actor(user_name())) if yes else prunable(database, chosen)
        size = shrink(database) if yes and removal.levels else database.path.stat().st_size
    told = f"{exact(removal.levels)} of {exact(removal.before)} levels"
    if yes:
        click.echo(f"removed {told}; the file has {exact(size)} bytes now")
    else:
        click.echo(f"{told} would go, and at least {exact(removal.freed)} bytes: repeat with --yes to remove them")


@db_command.command("merge")
@click.argument("other", type=FILE)
@storage_option
def merge_command(other: Path, storage: str) -> None:
    """Take over everything that sessions made in another database.

    OTHER is a database file, which is only read. Its sessions get new ids here, with their generations, levels,
    lineage and scores. A level that both have stays one level, and takes over a proof or a better solution. What
    curators said comes along for levels that are not on the board here. No session may run here meanwhile.

    Example: cenote db merge levels-of-bea.db
    """
    with Database.open(storage) as database, other_database(other) as source:
        done = merge(database, source.path, user_name())
    click.echo(
        f"took over {counted(done.sessions, 'session')} and {counted(done.levels, 'level')} with "
        f"{counted(done.steps, 'step')} of lineage; sessions that are further now: {exact(done.continued)}, "
        f"levels with better figures: {exact(done.figures)}"
    )
