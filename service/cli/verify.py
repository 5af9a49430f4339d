"""`cenote verify`: is every stored level what the database says?"""

from typing import Any

import click

from generator import Family, defaults, get_declaration, get_family
from generator.errors import UnknownFamilyError
from service.cli.console import CompilingNotice, watched
from service.cli.options import storage_option
from service.cli.session_options import session_option
from service.levels.verification import differences
from storage.database import Database
from storage.queries import LevelFilter, LevelRow, get_session, iter_levels


@click.command()
@session_option
@storage_option
@click.pass_context
def verify_command(ctx: click.Context, session: int | None, storage: str) -> None:
    """Make, replay and measure every stored level again.

    Each level is made from its genome, its solution is replayed, it is solved and measured, and everything is
    compared with what is stored. The exit code is 1 where anything differs.

    Example: cenote verify --session 3
    """
    with Database.open_readonly(storage) as database:
        if session is not None:
            get_session(database, session)
        rows = watched(iter_levels(database, LevelFilter(session=session)), None, "verifying")
        families: dict[str, Family[Any]] = {}
        found = {row.id: _differences(row, families) for row in rows}
    wrong = {level: problems for level, problems in found.items() if problems}
    for level, problems in wrong.items():
        click.echo("\n".join(f"level {level}: {problem}" for problem in problems))
    click.echo(f"levels verified: {len(found) - len(wrong):,} of {len(found):,}")
    if wrong:
        ctx.exit(1)


def _differences(row: LevelRow, families: dict[str, Family[Any]]) -> list[str]:
    """What differs of a level; the package of its family may have been uninstalled since it was stored."""
    try:
        return differences(_ready(row.family, families), row)
    except UnknownFamilyError as error:
        return [str(error)]


def _ready(name: str, families: dict[str, Family[Any]]) -> Family[Any]:
    """A family, whose kernels are compiled before its first level. Raises UnknownFamilyError."""
    if name not in families:
        families[name] = defaults.with_workspace(get_family(name))
        with CompilingNotice():
            defaults.warm(families[name], get_declaration(name).space({}))
    return families[name]
