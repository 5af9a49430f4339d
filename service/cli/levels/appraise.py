"""`cenote appraise`: how hard stored levels are for people."""

from collections.abc import Iterable, Iterator

import click

from service.cli.input.session_options import session_option
from service.cli.output.console import CompilingNotice, watched
from service.cli.parameters.options import storage_option
from service.levels.appraisal import appraise, is_appraised, is_known
from storage.database import Database
from storage.level_filter import LevelFilter
from storage.levels import store_metrics
from storage.queries import LevelRow, get_session, iter_levels


@click.command()
@session_option
@click.option("--again", is_flag=True, help="Count levels again of which some metric was not known.")
@storage_option
def appraise_command(session: int | None, again: bool, storage: str) -> None:
    """Estimate how hard stored levels are for people.

    These metrics take too long for every candidate of a session, unless its objective or target asks for them.
    Afterwards the levels can be ranked by them: cenote rescore --objective human

    Example: cenote appraise --session 3
    """
    appraised, is_done = 0, is_known if again else is_appraised
    with Database.open(storage) as database:
        if session is not None:
            get_session(database, session)
        rows = (row for row in iter_levels(database, LevelFilter(session=session)) if not is_done(row))
        for row in watched(_warmed(rows), None, "appraising"):
            store_metrics(database, row.id, appraise(row))
            appraised += 1
    click.echo(f"levels appraised: {appraised:,}")


def _warmed(rows: Iterable[LevelRow]) -> Iterator[LevelRow]:
    """The levels, with the kernels of each family compiled before its first one."""
    warm: set[str] = set()
    for row in rows:
        if row.family not in warm:
            with CompilingNotice():
                appraise(row)
            warm.add(row.family)
        yield row
