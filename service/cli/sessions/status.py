"""`cenote status`: how the sessions of a database are doing."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from time import sleep

import click
from rich.console import RenderableType

from service.cli.output.console import printed, standard_output
from service.cli.output.fitted_table import FittedTable, figures_grid
from service.cli.parameters.options import Finite, format_option, storage_option
from service.figures import NOTHING, age, duration, exact, number, size
from service.levels.json_objects import dumped, dumped_line
from service.sessions.activity import Activity, all_seen
from service.sessions.status import DatabaseStatus, SessionStatus, Status, lasting_warning, status, status_object
from storage.database import Database
from storage.queries import list_sessions

SHORTEST = 0.1
"""Seconds from one look to the next, so that watching takes little of the machine."""


@click.command()
@click.option("--all", "every", is_flag=True, help="list the sessions that are stopped or finished too")
@click.option("--watch", type=Finite(), metavar="SECONDS", help="look again every so many seconds, until Ctrl-C")
@format_option("table", "json", "jsonl")
@storage_option
def status_command(every: bool, watch: float | None, format_: str, storage: str) -> None:
    """Show how the sessions that run are doing, and those that were killed.

    Rates are evaluations a second: /s over the last minute, mean since the session began, without its pauses. Without
    gain is the time since a better level was found; workers are the worker processes that live, or those of the
    cluster when the last generation was recorded.

    Example: cenote status --watch 10
    """
    if watch is not None and format_ == "json":
        raise click.UsageError("-f json is one answer; with --watch print a line for each with -f jsonl.")
    with Database.open_readonly(storage) as database:
        while True:
            _show(
                status(database, all_seen(database, list_sessions(database)), every=every), format_, watch is not None
            )
            if watch is None:
                break
            sleep(max(watch, SHORTEST))


def _show(found: Status, format_: str, again: bool) -> None:
    if format_ == "json":
        click.echo(dumped(status_object(found)))
    elif format_ == "jsonl":
        click.echo(dumped_line(status_object(found)), nl=False)
    else:
        console = standard_output()
        if again and console.is_terminal:
            console.clear()
        printed(console, *_parts(found))


def _parts(found: Status) -> Sequence[RenderableType]:
    """The table of the sessions, what has gone wrong with each, and the database."""
    told = ((f"session {session.row.id}", _trouble(session, found.created_at)) for session in found.sessions)
    troubles = {name: trouble for name, trouble in told if trouble}
    killed = [session.row.id for session in found.sessions if session.row.state == Activity.INTERRUPTED]
    return (
        _table(found) if found.sessions else "no session runs; cenote sessions lists all of them",
        *([figures_grid(troubles, "bold")] if troubles else []),
        *([figures_grid({"to go on": f"cenote resume {killed[0]}"})] if killed else []),
        figures_grid({"database": _size_of(found.database)}),
    )


def _table(found: Status) -> FittedTable:
    names = any(session.row.name for session in found.sessions)
    columns = (
        ("id", "right"),
        *([("name", "text")] if names else []),
        ("state", "left"),
        ("evaluations", "right"),
        ("/s", "right"),
        ("mean", "right"),
        ("generation", "right"),
        ("last", "right"),
        ("best", "right"),
        ("without gain", "right"),
        ("workers", "right"),
        ("failed", "right"),
    )
    table = FittedTable(
        columns, drops=("mean", "generation", "failed", "last", "workers", "without gain", "best", "evaluations", "/s")
    )
    for session in found.sessions:
        row, going = session.row, session.progress
        table.add_row(
            str(row.id),
            *([row.name or NOTHING] if names else []),
            row.state,
            exact(row.evaluations),
            number(going.evaluations_per_second, 1),
            number(going.mean_evaluations_per_second, 1),
            exact(row.generation),
            _since(going.last_generation_at, found.created_at),
            number(row.best),
            _since(going.best_at, found.created_at),
            exact(session.workers),
            exact(going.failed_candidates),
        )
    return table


def _since(then: str | None, now: str) -> str:
    return NOTHING if then is None else duration(_seconds(then, now))


def _seconds(then: str, now: str) -> float:
    return max(0.0, (datetime.fromisoformat(now) - datetime.fromisoformat(then)).total_seconds())


def _trouble(session: SessionStatus, now: str) -> str:
    """What is wrong with a session: why it broke down, and its warnings as long as the last one is of interest."""
    told, last = [str(session.complaint)], lasting_warning(session.progress, now)
    if last is not None:
        when = age(_seconds(last.created_at, now))
        told += [_counts(session.progress.warnings), f"generation {last.generation}, {when}: {last.text}"]
    return "; ".join(filter(None, told))


def _counts(warnings: Mapping[str, int]) -> str:
    counts = ", ".join(f"{kind} {exact(count)}" for kind, count in warnings.items())
    return f"warnings: {counts}" if counts else ""


def _size_of(database: DatabaseStatus) -> str:
    free, log = size(database.free_bytes), size(database.log_bytes)
    return f"{database.path}, {size(database.bytes)}, log {log}, free {free}"
