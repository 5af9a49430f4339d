"""Settings of sessions as TOML: the keys are the options of `cenote run`, and `space` has a session's levels whole."""

import json
import tomllib
from collections.abc import Iterator, Mapping, Set
from itertools import pairwise
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from optimiser.settings import SessionSettings
from service.cli.parameters.family_command import FamilyCommand, family_parameters
from service.errors import ServiceError
from service.levels.files import read_text
from service.sessions.objectives import named_objectives
from service.sessions.spaces import WholeSpace

CONFIG = "--config"
SPACE, BUDGET = "space", "budget"
_ELSEWHERE = ("config", "storage", "help")
"""Options that say nothing of a session."""
_DECIDED = ("preset", "seed_levels", "like", "require", "axes")
"""Options besides those of the family that `space` has decided already."""
_FOUND = ("family", "preset", "seed_levels")
"""The same for a level that a session of the database has found."""


class ConfiguredCommand(FamilyCommand):
    """A command that reads what its user does not say from the TOML file `--config`.

    Its callback gets what the file says of the whole space, or None, as `whole`.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        path = _config_of(args)
        config = {} if path is None or ctx.resilient_parsing else _read(path)
        whole = _whole_space(config)
        if "family" in config:
            args = [f"--family={config.pop('family')}", *args]
        self.ask_family(ctx, args)
        ctx.default_map = dict(self._defaults(ctx, config, args))
        rest = super().parse_args(ctx, args)
        if not ctx.resilient_parsing:
            ctx.params["whole"] = whole
            if whole:
                refusal = f"The file has the levels whole, under {SPACE}; leave {{}} out."
                self._require_undecided(ctx, {*_DECIDED, *family_parameters(ctx)}, refusal)
            if ctx.params.get("like") is not None:
                refusal = "The session that found the level decides what is made; leave {} out."
                self._require_undecided(ctx, {*_FOUND, *family_parameters(ctx)}, refusal)
        return rest

    def _defaults(self, ctx: click.Context, config: Mapping[str, Any], args: list[str]) -> Iterator[tuple[str, Any]]:
        """The values of a file by the names of parameters. Raises ServiceError for keys that are no options."""
        options = {name: option for option in self.get_params(ctx) if (name := _key(option)) not in _ELSEWHERE}
        for key, value in config.items():
            if key not in options:
                known = ", ".join(sorted([*options, SPACE, BUDGET]))
                raise ServiceError("there is no setting {key!r}; there are: {known}", key=key, known=known)
            option = options[key]
            # Of an objective by name and one by weights, the one on the command line counts.
            other = {"objective": "--weight", "weight": "--objective"}.get(key)
            if not (other and any(arg.partition("=")[0] == other for arg in args)) and option.name:
                yield option.name, _value(key, value, option)

    def _require_undecided(self, ctx: click.Context, decided: Set[str], refusal: str) -> None:
        given = (ParameterSource.COMMANDLINE, ParameterSource.DEFAULT_MAP)
        for option in self.get_params(ctx):
            if option.name in decided and ctx.get_parameter_source(option.name) in given:
                raise click.UsageError(refusal.format(option.opts[0]), ctx)


def exported(row: SessionSettings) -> str:
    """The settings of a session as a file for `--config`. Raises ServiceError where TOML has no place for a value."""
    named = named_objectives().get(row.objective)
    settings = {
        "family": row.family,
        "seed": row.seed,
        "replacement": str(row.replacement),
        **({"objective": row.objective} if named and named.weights == row.weights else {}),
        "pool": row.pool_size,
        "batch": row.batch,
        "population": row.population,
        "patience": row.patience,
        "islands": row.islands,
        "migration": row.migration,
        "keep": str(row.keep),
        **row.stop,
        BUDGET: row.budget,
    }
    tables = {} if "objective" in settings else {"weight": row.weights}
    lines = [f"{name} = {_toml(value)}" for name, value in settings.items()]
    for title, table in {**tables, SPACE: row.space}.items():
        lines += ["", f"[{title}]", *(f"{json.dumps(name)} = {_toml(value)}" for name, value in table.items())]
    return "\n".join(lines)


def _config_of(args: list[str]) -> Path | None:
    named = [following for arg, following in pairwise(args) if arg == CONFIG]
    named += [arg.removeprefix(f"{CONFIG}=") for arg in args if arg.startswith(f"{CONFIG}=")]
    return Path(named[-1]) if named else None


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(read_text(path))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ServiceError("{path} is not TOML: {error}", path=path, error=error) from error


def _whole_space(config: dict[str, Any]) -> WholeSpace | None:
    """Take the space and its budget out of a file. Raises ServiceError where one is there without the other."""
    space, budget = config.pop(SPACE, None), config.pop(BUDGET, None)
    if space is None and budget is None:
        return None
    if not isinstance(space, dict) or type(budget) is not int or budget < 1 or "family" not in config:
        raise ServiceError(
            "a table space needs the family and a budget, a whole number, beside it; export them together"
        )
    return WholeSpace(space, budget)


def _key(option: click.Parameter) -> str:
    return next(name for name in option.opts if name.startswith("--")).removeprefix("--")


def _value(key: str, value: Any, option: click.Parameter) -> Any:
    """A value as on the command line."""
    if key == "weight" and isinstance(value, dict):
        return [f"{name}={number}" for name, number in value.items()]
    values = value if isinstance(value, list) else [value]
    if any(isinstance(one, dict | list) for one in values) or (isinstance(value, list) and not option.multiple):
        raise ServiceError("the setting {key} takes one value; write no list or table", key=key)
    if isinstance(option, click.Option) and option.is_flag:
        return value
    return [str(one) for one in values] if option.multiple else str(value)


def _toml(value: Any) -> str:
    if value is None:
        raise ServiceError("this session has a setting without a value, which TOML cannot express")
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{json.dumps(name)} = {_toml(one)}" for name, one in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_toml, value)) + "]"
    # Strings are those of JSON, which only lets one control character more pass.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
