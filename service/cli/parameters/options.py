"""Options that several commands share."""

import math
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, cast

import click
from click.shell_completion import CompletionItem

from generator import Option, default_family, get_declaration
from optimiser.objective import PRESETS, parse_weights
from optimiser.pool import Replacement
from optimiser.target import parse_target
from service.bounds import LARGEST, MOST_NODES, MOST_WORKERS
from service.cli.parameters.suggestions import FAMILY
from service.levels.files import STANDARD, read_text
from service.sessions.asked_search import AskedSearch
from service.sessions.keep import KEEP
from service.sessions.notice_targets import COMMAND_VARIABLE, URL_VARIABLE, NoticeOptions
from service.sessions.objectives import AskedObjective, families_with_objectives, named_objectives
from service.sessions.settings import value_of
from service.sessions.sizes import AXIS, DEFAULT_SIZES, REQUIRED, SIZES, SessionSizes
from service.sessions.stop_conditions import StopConditions
from service.settings import storage_url, usable_cores, user_name

Callback = TypeVar("Callback", bound=Callable[..., Any])

DEFAULT_FAMILY = default_family()


class Whole(click.ParamType[int]):
    """A whole number between two bounds, which help does not show."""

    name = "integer"

    def __init__(self, least: int, most: int = LARGEST) -> None:
        self._range = click.IntRange(least, most)
        self._range.name = self.name

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return self._range.convert(value, param, ctx)


class Finite(click.ParamType[float]):
    """A finite number of at least 0."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        number = click.FLOAT.convert(value, param, ctx)
        if not 0 <= number < math.inf:
            self.fail(f"{value} is not a number of at least 0.", param, ctx)
        return number


class AboveZero(click.ParamType[float]):
    """A finite number above 0."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        number = click.FLOAT.convert(value, param, ctx)
        if not 0 < number < math.inf:
            self.fail(f"{value} is not a number above 0.", param, ctx)
        return number


class FileOrId(click.ParamType[int | Path]):
    """The name of a file, or the id of a stored level."""

    name = "level"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        is_id = isinstance(value, str) and value.isascii() and value.isdigit()
        return (POSITIVE if is_id else FILE).convert(value, param, ctx)


class DeclaredValue(click.ParamType[int | str]):
    """A value of a declared option: it looks as click has it, and is read as the pages read it."""

    def __init__(self, option: Option) -> None:
        self._option = option
        self._shown = click.Choice(option.choices) if option.choices else click.types.convert_type(option.kind)
        self.name = self._shown.name

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str | None:
        return self._shown.get_metavar(param, ctx)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return self._shown.shell_complete(ctx, param, incomplete)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int | str:
        """Raises SettingError; LevelFileError or OSError where a file cannot be read."""
        return value_of(self._option, read_text(Path(value)) if self._option.is_file else value)


class Output(NamedTuple):
    """Where an answer goes, and whether it may replace a file that is there."""

    path: Path
    force: bool


COUNT = Whole(0)
POSITIVE = Whole(1)
NODES = Whole(1, MOST_NODES)
FILE = click.Path(path_type=Path)
FILE_OR_ID = FileOrId()


def _storage(ctx: click.Context, _: click.Parameter, value: str | None) -> str:
    """The option behind the command, or that of the program before it, or what the surroundings say."""
    root = ctx.find_root()
    # While a shell completes, no command is called, and so no object is set.
    return storage_url(value or root.obj or root.params.get("storage"))


storage_option = click.option(
    "--storage", metavar="URL", callback=_storage, help="database [CENOTE_STORAGE, or sqlite:///cenote.db]"
)
by_option = click.option("--by", "who", metavar="NAME", default=user_name, help="who makes the change [your user name]")
force_option = click.option("--force", is_flag=True, help="overwrite the file if it exists")
file_family_option = click.option(
    "--family", type=FAMILY, help="puzzle family of the levels in the file [the one that reads it]"
)
workers_option = click.option(
    "--workers",
    type=Whole(0, MOST_WORKERS),
    default=usable_cores,
    help="worker processes; 0 for none besides this one [the usable cores]",
)


def output_options(function: Callback) -> Callback:
    """`--output` and `--force`, which arrive in the callback as one Output."""

    @wraps(function)
    def with_output(*, output: Path, force: bool, **others: Any) -> Any:
        return function(output=Output(output, force), **others)

    option = click.option("-o", "--output", type=FILE, metavar="FILE", default=STANDARD, help=_OUTPUT)
    return cast(Callback, option(force_option(with_output)))


_OUTPUT = "write to this file, which appears when it is complete [standard output]"


def format_option(*formats: str) -> Callable[[Callback], Callback]:
    """`-f`, of which the first format is the default."""
    choice = click.Choice(formats)
    return click.option(
        "-f", "--format", "format_", type=choice, default=formats[0], show_default=True, help="how to print"
    )


def objective_options(function: Callback) -> Callback:
    """`--objective` or `--weight`, which arrive in the callback as one AskedObjective, `objective`."""

    @wraps(function)
    def with_objective(*, objective: str | None, weights: tuple[str, ...], **others: Any) -> Any:
        if objective and weights:
            raise click.UsageError("Give either --objective or --weight, not both.", click.get_current_context())
        return function(objective=AskedObjective(objective or "", parse_weights(weights)), **others)

    names = click.Choice([*named_objectives(), *families_with_objectives()])
    decorated = click.option("--weight", "weights", multiple=True, metavar="METRIC=NUMBER", help=_WEIGHT)(
        with_objective
    )
    return cast(Callback, click.option("--objective", type=names, metavar="NAME", help=_objective_help())(decorated))


_WEIGHT = "weight of a metric, instead of --objective; repeatable"


def _objective_help() -> str:
    """The objectives of all families, then those of single ones, and whose they are."""
    declared = {family: get_declaration(family).objectives for family in families_with_objectives()}
    whose = "".join(f"; of {family} alone: {', '.join(names)}" for family, names in declared.items())
    return f"what makes a level good: {', '.join(PRESETS)}{whose} [the family's own, else deep]"


def search_options(function: Callback) -> Callback:
    """What may be asked of a search, which arrives in the callback as one AskedSearch, `search`."""

    @wraps(function)
    def with_search(
        *,
        objective: AskedObjective,
        replacement: str,
        require: tuple[str, ...],
        axes: tuple[str, ...],
        keep: str | None,
        seed: int | None,
        **others: Any,
    ) -> Any:
        search = AskedSearch(
            objective=objective,
            replacement=Replacement(replacement),
            require=require,
            axes=axes,
            sizes=SessionSizes(*(others.pop(option.name) for option in SIZES)),
            keep=keep or "",
            seed=seed,
        )
        return function(search=search, **others)

    decorated: Callable[..., Any] = _keep_option(with_search)
    for option, default in reversed([*zip(SIZES, DEFAULT_SIZES, strict=True)]):
        decorated = click.option(
            f"--{option.name}", type=DeclaredValue(option), default=default, show_default=True, help=str(option.help)
        )(decorated)
    for option, arrives, metavar in ((AXIS, "axes", "METRIC[:WIDTH]"), (REQUIRED, "require", "BOUND")):
        help_ = f"{option.help}; repeatable"
        decorated = click.option(f"--{option.name}", arrives, multiple=True, metavar=metavar, help=help_)(decorated)
    return cast(Callback, _seed_option(objective_options(_replacement_option(decorated))))


_keep_option = click.option("--keep", type=DeclaredValue(KEEP), help=KEEP.help)
_seed_option = click.option("--seed", type=COUNT, help="seed of everything random [a new one]")
_replacement_option = click.option(
    "--replacement",
    type=click.Choice([str(rule) for rule in Replacement]),
    default=str(Replacement.CROWDING),
    show_default=True,
    help="what a child replaces in the pool: the member nearest to it, or the worst one",
)


def stop_options(function: Callback) -> Callback:
    """The conditions that end a session, which arrive in the callback as one StopConditions, `stop`."""

    @wraps(function)
    def with_stop(*, evaluations: int | None, minutes: float | None, target: str | None, **others: Any) -> Any:
        if target is not None:
            parse_target(target)
        return function(stop=StopConditions(evaluations, minutes, target), **others)

    decorated: Callable[..., Any] = with_stop
    for option in (
        click.option(
            "--target", metavar="CONDITION", help="stop when the best level meets this condition, such as 'depth>=90'"
        ),
        click.option("--minutes", type=AboveZero(), help="stop after this many minutes"),
        click.option("--evaluations", type=POSITIVE, help="stop when the session has had this many evaluations"),
    ):
        decorated = option(decorated)
    return cast(Callback, decorated)


def notice_options(function: Callback) -> Callback:
    """`--notify-command` and `--notify-url`, which arrive in the callback as NoticeOptions that are good, `notices`."""

    @wraps(function)
    def with_notices(*, notify_command: str | None, notify_url: str | None, **others: Any) -> Any:
        notices = NoticeOptions(notify_command, notify_url)
        notices.targets()
        return function(notices=notices, **others)

    decorated: Callable[..., Any] = with_notices
    for name, metavar, variable, help_ in (
        ("--notify-url", "URL", URL_VARIABLE, f"send them to this address, by POST, as JSON [{URL_VARIABLE}]"),
        (
            "--notify-command",
            "COMMAND",
            COMMAND_VARIABLE,
            f"run this on a new best, a warning, the end or a failure [{COMMAND_VARIABLE}]",
        ),
    ):
        decorated = click.option(name, metavar=metavar, envvar=variable, help=help_)(decorated)
    return cast(Callback, decorated)
