"""`cenote sessions`: the sessions of the database, their names and notes."""

from dataclasses import asdict

import click
from click.core import ParameterSource

from generator.messages import levels
from service.cli.input.session_options import SESSION, session_argument, session_id
from service.cli.output.console import printed, standard_output
from service.cli.output.tables import session_table
from service.cli.parameters.options import format_option, storage_option
from service.cli.sessions.session_config import exported
from service.figures import exact
from service.levels.json_objects import dumped, session_object
from service.sessions.activity import all_seen, complaint_log
from service.sessions.names import session_name, session_note
from service.settings import user_name
from storage.audit import Actor
from storage.database import Database
from storage.queries import get_session, list_sessions
from storage.recorder import name_session, note_session
from storage.runs import all_runs
from storage.upkeep.retention import delete_session, session_loss


@click.group(invoke_without_command=True)
@format_option("table", "json")
@click.option(
    "--export-config", "exported_id", type=SESSION, help="print the settings of this session, for cenote run --config"
)
@storage_option
@click.pass_context
def sessions_command(ctx: click.Context, format_: str, exported_id: int | str | None, storage: str) -> None:
    """List the sessions of the database, or change one.

    Example: cenote sessions rename 3 doors
    """
    if ctx.invoked_subcommand is not None:
        _leave_to_subcommand(ctx, storage)
        return
    if (wanted := session_id(exported_id, storage)) is not None:
        with Database.open_readonly(storage) as database:
            click.echo(exported(get_session(database, wanted)))
        return
    with Database.open_readonly(storage) as database:
        rows, ran = all_seen(database, list_sessions(database)), all_runs(database)
    if format_ == "json":
        click.echo(dumped([{**session_object(row), "runs": [*map(asdict, ran.get(row.id, ()))]} for row in rows]))
    else:
        printed(standard_output(), session_table(rows) if rows else "no session yet; to begin: cenote run")


@sessions_command.command()
@session_argument()
@click.argument("name")
@storage_option
def rename(session: int, name: str, storage: str) -> None:
    """Name a session, in place of the name it had; an empty name removes it.

    The name can take the place of the id in every command.

    Example: cenote sessions rename 3 doors
    """
    with Database.open(storage) as database:
        name_session(database, session, session_name(name) if name else None, Actor(user_name()))
    click.echo(f"session {session} is now named {session_name(name)}" if name else f"session {session} has no name now")


@sessions_command.command()
@session_argument()
@click.argument("text")
@storage_option
def note(session: int, text: str, storage: str) -> None:
    """Write a note on a session, replacing the one it had; an empty note removes it.

    Example: cenote sessions note doors 'walls from the May contest'
    """
    with Database.open(storage) as database:
        note_session(database, session, session_note(text), Actor(user_name()))
    click.echo(
        f"the note of session {session} is saved" if text.strip() else f"the note of session {session} is removed"
    )


@sessions_command.command()
@session_argument()
@click.option("--yes", is_flag=True, help="really delete it [only say what would go]")
@storage_option
def delete(session: int, yes: bool, storage: str) -> None:
    """Delete a session with the levels that only it needs.

    Levels on the board, in contests, in atlases or with a title stay. So do levels that other sessions have found too,
    and the ancestors of all that stay. Without --yes the command only says what would go.

    Example: cenote sessions delete doors --yes
    """
    with Database.open(storage) as database:
        loss = delete_session(database, session, Actor(user_name())) if yes else session_loss(database, session)
    if yes:
        complaint_log(database.path, session).unlink(missing_ok=True)
        click.echo(f"session {session} is deleted, with {levels(loss.levels)}")
    else:
        click.echo(
            f"session {session} would go, with {exact(loss.levels)} of the {exact(loss.before)} levels: repeat "
            "with --yes to delete them"
        )


def _leave_to_subcommand(ctx: click.Context, storage: str) -> None:
    """Hand the database on to a subcommand, and refuse options of the list."""
    ctx.find_root().obj = storage
    for name in ctx.params:
        if name != "storage" and ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            raise click.UsageError(
                f"{ctx.invoked_subcommand} does not take the options of the list; leave them out.", ctx
            )
