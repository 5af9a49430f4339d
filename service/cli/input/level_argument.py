"""Levels as the command line takes them: by their numbers, names or titles."""

from collections.abc import Callable
from functools import wraps
from typing import Any

import click

from service.cli.parameters.options import POSITIVE
from storage.database import Database
from storage.queries import level_called


class IdOrName(click.ParamType[int | str]):
    """The id of a level, its name or its title."""

    name = "level"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        is_id = isinstance(value, str) and value.lstrip("+-").isdecimal()
        return POSITIVE.convert(value, param, ctx) if is_id else value


def level_argument(function: Callable[..., Any]) -> Callable[..., Any]:
    """The argument LEVEL, which arrives in the callback as an id. Raises UnknownLevelError."""

    @wraps(function)
    def with_id(*, level: int | str, storage: str, **others: Any) -> Any:
        return function(level=level_id(level, storage), storage=storage, **others)

    return click.argument("level", metavar="LEVEL", type=IdOrName())(with_id)


def level_id(said: int | str, storage: str) -> int:
    """The id of the level that a user means. Raises UnknownLevelError."""
    if isinstance(said, int):
        return said
    with Database.open_readonly(storage) as database:
        return level_called(database, said)
