"""`cenote verify`: is every stored level what the database says?"""

from collections.abc import Iterable, Iterator

import click

from generator import defaults, get_declaration, get_family
from service.cli.console import CompilingNotice, watched
from service.cli.options import POSITIVE, storage_option
from service.levels.verification import differences
from storage.database import Database
from storage.queries import LevelFilter, LevelRow, get_session, iter_levels


@click.command()
@click.option("--session", type=POSITIVE, help="only the levels that this session met")
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
        rows = _warmed(iter_levels(database, LevelFilter(session=session)))
        found = {row.id: differences(row) for row in watched(rows, None, "verifying")}
    wrong = {level: problems for level, problems in found.items() if problems}
    for level, problems in wrong.items():
        click.echo("\n".join(f"level {level}: {problem}" for problem in problems))
    click.echo(f"levels verified: {len(found) - len(wrong):,} of {len(found):,}")
    if wrong:
        ctx.exit(1)


def _warmed(rows: Iterable[LevelRow]) -> Iterator[LevelRow]:
    """The levels, with the kernels of each family compiled before its first one."""
    warm: set[str] = set()
    for row in rows:
        if row.family not in warm:
            with CompilingNotice():
                defaults.warm(get_family(row.family), get_declaration(row.family).space({}))
            warm.add(row.family)
        yield row
