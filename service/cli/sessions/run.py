"""`cenote run` and `cenote resume`: sessions of evolution."""

from collections.abc import Callable, Mapping
from functools import wraps
from pathlib import Path
from typing import Any, NamedTuple, cast

import click

from generator.errors import LevelFormatError
from generator.messages import MessageError
from optimiser.executors import Where
from service.cli.input.cluster_options import where_options
from service.cli.input.session_options import session_argument
from service.cli.output.console import printed, standard_output
from service.cli.output.observation import Observation
from service.cli.output.progress import LiveProgress, PlainProgress, QuietProgress
from service.cli.output.report import print_report, summary
from service.cli.parameters.family_command import LevelSettings
from service.cli.parameters.options import (
    FILE,
    POSITIVE,
    Callback,
    notice_options,
    search_options,
    stop_options,
    storage_option,
)
from service.cli.sessions.session_config import CONFIG, ConfiguredCommand
from service.errors import LevelFileError
from service.levels.files import read_text, shown
from service.sessions import evolution
from service.sessions.asked_search import AskedSearch
from service.sessions.likeness import like_level
from service.sessions.names import session_name
from service.sessions.notice_targets import NoticeOptions
from service.sessions.notices import Notices, NoticingWatcher
from service.sessions.spaces import SEED_LEVELS, WholeSpace
from service.sessions.stop_conditions import StopConditions
from storage.database import Database
from storage.queries import get_session, pool

quiet_option = click.option("-q", "--quiet", is_flag=True, help="print one line at the end and nothing else")


class Beginning(NamedTuple):
    """What a session begins with: settings, all that another session had, a file of levels, or a stored level."""

    levels: LevelSettings
    whole: WholeSpace | None
    seed_levels: Path | None
    like: int | None

    def space(self, storage: str) -> tuple[str, Mapping[str, Any] | WholeSpace]:
        """The family, and what is chosen of its space. Raises LevelFileError, UnknownLevelError or ServiceError."""
        if self.like is not None:
            with Database.open_readonly(storage) as database:
                found = like_level(database, self.like)
            return found.session.family, found.whole
        if self.seed_levels is not None:
            return self.levels.family, {**self.levels.settings, SEED_LEVELS: read_text(self.seed_levels)}
        return self.levels.family, self.whole or self.levels.settings

    def refusal(self, error: LevelFormatError) -> MessageError:
        """What is wrong with levels, with the file that they come from."""
        if self.seed_levels is None:
            return error
        return LevelFileError("{path}: {error}", path=shown(self.seed_levels), error=error)


def beginning_options(function: Callback) -> Callback:
    """`--seed-levels` and `--like`, which arrive with the settings of the levels as one Beginning, `beginning`."""

    @wraps(function)
    def with_beginning(
        *, levels: LevelSettings, whole: WholeSpace | None, seed_levels: Path | None, like: int | None, **others: Any
    ) -> Any:
        return function(beginning=Beginning(levels, whole, seed_levels, like), **others)

    decorated: Callable[..., Any] = with_beginning
    for option in (
        click.option(
            "--like",
            type=POSITIVE,
            metavar="LEVEL",
            help="start from this level of the database, with the settings of the session that found it",
        ),
        click.option(
            "--seed-levels", type=FILE, metavar="FILE", help="start from the levels of this file, or from their walls"
        ),
    ):
        decorated = option(decorated)
    return cast(Callback, decorated)


@click.command(cls=ConfiguredCommand)
@click.option(
    CONFIG, type=FILE, metavar="FILE", expose_value=False, help="TOML file with settings; options given here win"
)
@stop_options
@search_options
@beginning_options
@click.option("--name", help="name of the session, which can take the place of its id")
@where_options
@notice_options
@quiet_option
@storage_option
def run_command(
    beginning: Beginning,
    search: AskedSearch,
    stop: StopConditions,
    name: str | None,
    where: Where,
    notices: NoticeOptions,
    quiet: bool,
    storage: str,
) -> None:
    """Evolve levels until a budget is spent or you press Ctrl-C.

    Every generation is saved; a session that was stopped or killed goes on with cenote resume.

    Example: cenote run --type b --size 5 --minutes 1 --seed 7
    """
    kept_name = None if name is None else session_name(name)
    try:
        settings = evolution.session_settings(*beginning.space(storage), search, stop)
    except LevelFormatError as error:
        raise beginning.refusal(error) from error
    with Database.create(storage) as database:
        session_id = evolution.start(database, settings, kept_name, where)
        _carry_on(database, session_id, stop, where, notices, quiet, storage)


@click.command()
@session_argument(required=False)
@stop_options
@where_options
@notice_options
@quiet_option
@storage_option
def resume_command(
    session: int | None, stop: StopConditions, where: Where, notices: NoticeOptions, quiet: bool, storage: str
) -> None:
    """Continue a session that was stopped or killed.

    Without an id or name it is the newest session that is not finished. New conditions take the place of the old
    ones: --evaluations counts from the beginning of the session, --minutes from now.

    Example: cenote resume 3 --evaluations 20000
    """
    with Database.open(storage) as database:
        session_id = evolution.newest_unfinished(database) if session is None else session
        _carry_on(database, session_id, stop, where, notices, quiet, storage)


def _carry_on(
    database: Database,
    session_id: int,
    stop: StopConditions,
    where: Where,
    notices: NoticeOptions,
    quiet: bool,
    storage: str,
) -> None:
    console = standard_output()
    row = get_session(database, session_id)
    observation = Observation(row, pool(database, session_id), where)
    shown: QuietProgress
    if quiet:
        shown = QuietProgress(observation)
    elif console.is_terminal and not console.is_dumb_terminal:
        shown = LiveProgress(observation, console)
    else:
        shown = PlainProgress(observation, console)
    # Notices have time to go out when the session has ended, and all about it is said.
    with NoticingWatcher(shown, Notices(notices.targets()), database, row) as watcher:
        with shown:
            reason = evolution.carry_on(database, session_id, where, watcher, stop or None)
        watcher.ended(reason)
        if quiet:
            printed(console, summary(get_session(database, session_id), reason))
        else:
            print_report(console, database, session_id, reason, storage)
