"""Commands with the options of a puzzle family, which the family itself declares."""

from collections.abc import Iterable, Iterator, Mapping, MutableMapping, Sequence
from functools import cache
from typing import Any, NamedTuple

import click

from generator import Better, Option, family_names, get_declaration
from service.cli.parameters.options import DEFAULT_FAMILY, DeclaredValue
from service.cli.parameters.suggestions import FAMILY
from service.sessions.settings import options_of

_ASKED = f"{__name__}.family"


class LevelSettings(NamedTuple):
    """The family of the levels to be made, and its settings: a preset with what overrides it."""

    family: str
    settings: Mapping[str, Any]


class FamilyCommand(click.Command):
    """A command that makes levels; its callback gets the options of the family as LevelSettings, `levels`.

    Which options there are depends on `--family`, so that one is looked for before anything is parsed.
    """

    def ask_family(self, ctx: click.Context, args: list[str]) -> None:
        """Take the options of the family that the arguments name."""
        ctx.meta[_ASKED] = asked_family(args, ctx)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        self.ask_family(ctx, args)
        rest = super().parse_args(ctx, args)
        if not ctx.resilient_parsing:
            ctx.params["levels"] = _level_settings(ctx.params)
        return rest

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        return [*_family_options(ctx.meta.get(_ASKED, DEFAULT_FAMILY)), *super().get_params(ctx)]

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        family = ctx.meta.get(_ASKED, DEFAULT_FAMILY)
        own = [*super().get_params(ctx)]
        for title, options in ((f"Levels (family {family})", _family_options(family)), ("Options", own)):
            records = [record for option in options if (record := option.get_help_record(ctx))]
            with formatter.section(title):
                formatter.write_dl(records)
        if any(option.name == "weights" for option in own):
            with formatter.section(f"Metrics (family {family})"):
                formatter.write_dl([*_metrics(family)])


def family_parameters(ctx: click.Context) -> list[str]:
    """The parameters that the family of a command declares."""
    return [_parameter(option.name) for option in options_of(ctx.meta.get(_ASKED, DEFAULT_FAMILY))]


def _level_settings(params: MutableMapping[str, Any]) -> LevelSettings:
    """Take the options of the family out of all parameters."""
    family, preset = params.pop("family"), params.pop("preset")
    given = values_of(params, options_of(family))
    return LevelSettings(family, {**get_declaration(family).presets[preset], **given})


def asked_family(args: Sequence[str], ctx: click.Context) -> str:
    """The family that these arguments of a command name, or the default, also where a shell completes a wrong name."""
    named = list(_values_of_family(args))
    wrong = ctx.resilient_parsing and named and named[-1] not in family_names()
    return named[-1] if named and not wrong else DEFAULT_FAMILY


def _values_of_family(args: Sequence[str]) -> Iterator[str]:
    for index, arg in enumerate(args):
        if arg == "--family":
            yield from args[index + 1 : index + 2]
        elif arg.startswith("--family="):
            yield arg.removeprefix("--family=")


def _metrics(family: str) -> Iterator[tuple[str, str]]:
    """What can be weighed, each with its unit, what it is, and which values are better."""
    for name, metric in get_declaration(family).metrics.items():
        better = "" if metric.better is Better.NEITHER else f", the {metric.better} the better"
        yield name, f"{metric.help} [{metric.unit}{better}]"


@cache
def _family_options(family: str) -> tuple[click.Parameter, ...]:
    """Raises UnknownFamilyError."""
    presets = list(get_declaration(family).presets)
    return (
        click.Option(["--family"], type=FAMILY, default=DEFAULT_FAMILY, help="puzzle family"),
        click.Option(
            ["--preset"],
            type=click.Choice(presets),
            default=presets[0],
            show_default=True,
            help="settings to begin with",
        ),
        *map(click_option, options_of(family)),
    )


def click_option(option: Option, required: bool = False) -> click.Option:
    """The option of a command that a family declares."""
    # A default of None would be one, too.
    default: dict[str, Any] = {} if option.default is None else {"default": option.default, "show_default": True}
    return click.Option(
        [_parameter(option.name), f"--{option.name}"],
        type=DeclaredValue(option),
        metavar="FILE" if option.is_file else None,
        multiple=option.multiple,
        required=required and option.default is None,
        help=_help_of(option),
        **default,
    )


def _help_of(option: Option) -> str:
    only = f"; only with --{option.only.option} {', '.join(option.only.values)}" if option.only else ""
    return f"{option.help}{only}{'; repeatable' if option.multiple else ''}"


def values_of(params: MutableMapping[str, Any], options: Iterable[Option]) -> dict[str, Any]:
    """Take what was given for the options of a family out of all parameters."""
    given = {option.name: params.pop(_parameter(option.name)) for option in options}
    return {name: value for name, value in given.items() if value not in (None, ())}


def _parameter(setting: str) -> str:
    """The name under which click passes a setting; no option of a command has it."""
    return "family_" + setting.replace("-", "_")
