"""`cenote verify`: is every stored level what the database says?"""

from collections.abc import Iterable, Iterator
from contextlib import closing
from typing import Any

import click

from generator import Family, defaults, get_declaration, get_family
from generator.errors import UnknownFamilyError
from optimiser.executors import Cluster, executor_at, in_order
from service.cli.input.cluster_options import cluster_option
from service.cli.input.session_options import session_option
from service.cli.output.console import CompilingNotice, watched
from service.cli.parameters.options import storage_option
from service.levels.verification import differences
from storage.database import Database
from storage.level_filter import LevelFilter
from storage.queries import LevelRow, get_session, iter_levels

Families = dict[str, Family[Any]]
"""The families of the levels so far, each with a workspace of its own."""


@click.command()
@session_option
@cluster_option
@storage_option
@click.pass_context
def verify_command(ctx: click.Context, session: int | None, cluster: Cluster | None, storage: str) -> None:
    """Make, replay and measure every stored level again.

    Each level is made from its genome, its solution is replayed, it is solved and measured, and everything is
    compared with what is stored. The exit code is 1 where anything differs.

    Example: cenote verify --session 3
    """
    with Database.open_readonly(storage) as database:
        if session is not None:
            get_session(database, session)
        rows = iter_levels(database, LevelFilter(session=session))
        found = dict(watched(_verified(rows, cluster), None, "verifying"))
    wrong = {level: problems for level, problems in found.items() if problems}
    for level, problems in wrong.items():
        click.echo("\n".join(f"level {level}: {problem}" for problem in problems))
    click.echo(f"levels verified: {len(found) - len(wrong):,} of {len(found):,}")
    if wrong:
        ctx.exit(1)


def _verified(rows: Iterable[LevelRow], cluster: Cluster | None) -> Iterator[tuple[int, list[str]]]:
    """The ids of levels, and what differs of each."""
    if cluster is None:
        families: Families = {}
        yield from (_differences(families, row) for row in rows)
        return
    with closing(executor_at(cluster, _no_families)) as executor:
        yield from (outcome.get() for outcome in in_order(executor, _differences, rows))


def _no_families() -> Families:
    return {}


def _differences(families: Families, row: LevelRow) -> tuple[int, list[str]]:
    """A level, and what differs; the package of its family may have been uninstalled since it was stored."""
    try:
        return row.id, differences(_ready(row.family, families), row)
    except UnknownFamilyError as error:
        return row.id, [str(error)]


def _ready(name: str, families: Families) -> Family[Any]:
    """A family, whose kernels are compiled before its first level. Raises UnknownFamilyError."""
    if name not in families:
        families[name] = defaults.with_workspace(get_family(name))
        with CompilingNotice():
            defaults.warm(families[name], get_declaration(name).space({}))
    return families[name]
