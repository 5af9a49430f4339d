"""`cenote rescore`: another ranking of what was measured once."""

import shlex
from collections.abc import Set

import click

from generator import appraised_names
from optimiser.errors import UnknownMetricError
from optimiser.objective import Objective
from service.cli.input.session_options import session_option
from service.cli.output.console import tell
from service.cli.output.level_formats import LEVELS
from service.cli.output.level_output import print_levels
from service.cli.parameters.options import format_option, objective_options, storage_option
from service.sessions.objectives import AskedObjective, objective_of
from storage.curation import curations_of
from storage.database import Database
from storage.level_filter import LevelFilter
from storage.levels import store_scores
from storage.queries import best_levels, get_session, iter_levels


@click.command()
@objective_options
@session_option
@format_option("table", "json", "csv", *LEVELS)
@storage_option
@click.pass_context
def rescore_command(
    ctx: click.Context, objective: AskedObjective, session: int | None, format_: str, storage: str
) -> None:
    """Rank stored levels under another objective.

    Nothing is solved again. The scores are stored under the name of the objective; cenote best --objective
    NAME finds them.

    Example: cenote rescore --weight depth=1 --weight branching=-0.5
    """
    wanted = objective_of(objective)
    if wanted is None:
        raise click.UsageError("Name what to rank by: --objective or --weight.", ctx)
    with Database.open(storage) as database:
        if session is not None:
            get_session(database, session)
        store_scores(database, wanted.name, _scores(database, wanted, LevelFilter(session=session)))
        rows = best_levels(database, LevelFilter(session=session, objective=wanted.name), "-score")
        curations = curations_of(database, [row.id for row in rows])
    tell(f"scores are stored under {wanted.name!r}: cenote best --objective {shlex.quote(wanted.name)}")
    print_levels(rows, curations, format_)


def _scores(database: Database, objective: Objective, wanted: LevelFilter) -> dict[int, float]:
    """The scores of all levels that have the metrics. Raises UnknownMetricError where none has."""
    scores: dict[int, float] = {}
    unmeasured: list[UnknownMetricError] = []
    families: set[str] = set()
    unknown = 0
    for row in iter_levels(database, wanted):
        try:
            scores[row.id] = objective.score(row.metrics)
            unknown += any(row.metrics[name] is None for name in objective.weights)
        except UnknownMetricError as error:
            unmeasured.append(error)
            families.add(row.family)
    if unmeasured and not scores:
        _require_appraisals(objective, families)
        raise unmeasured[0]
    if unmeasured:
        tell(f"levels that lack a metric of {objective.name} and have no score: {len(unmeasured):,}")
    if unknown:
        tell(f"levels of which a metric of {objective.name} is not known, so that it adds nothing: {unknown:,}")
    return scores


def _require_appraisals(objective: Objective, families: Set[str]) -> None:
    """Say so where levels lack nothing but what is counted on demand. Raises UnknownMetricError."""
    names = sorted(set(objective.weights) & {name for each in families for name in appraised_names(each)})
    if names:
        raise UnknownMetricError(
            "no level here has the metric {names!r} yet; count it with: cenote appraise", names=names[0]
        )
