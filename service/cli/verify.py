"""`cenote verify`: is every stored level what the database says?"""

from collections.abc import Iterable, Iterator
from typing import Any

import click

from generator import Family, defaults, get_declaration, get_family
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
        found = {row.id: differences(family, row) for family, row in _with_families(rows)}
    wrong = {level: problems for level, problems in found.items() if problems}
    for level, problems in wrong.items():
        click.echo("\n".join(f"level {level}: {problem}" for problem in problems))
    click.echo(f"levels verified: {len(found) - len(wrong):,} of {len(found):,}")
    if wrong:
        ctx.exit(1)


def _with_families(rows: Iterable[LevelRow]) -> Iterator[tuple[Family[Any], LevelRow]]:
    """The levels with their families, whose kernels are compiled before the first one."""
    families: dict[str, Family[Any]] = {}
    for row in rows:
        if row.family not in families:
            families[row.family] = defaults.with_workspace(get_family(row.family))
            with CompilingNotice():
                defaults.warm(families[row.family], get_declaration(row.family).space({}))
        yield families[row.family], row
