"""Sessions as the command line takes them: by their ids or by their names."""

from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from typing import Any

import click
from click.shell_completion import CompletionItem

from service.cli.output.console import tell
from service.cli.parameters.options import POSITIVE
from service.settings import storage_url
from storage.database import Database
from storage.errors import StorageError
from storage.queries import list_sessions, session_named, thinned_sessions


class IdOrName(click.ParamType[int | str]):
    """The id of a session, or its name."""

    name = "session"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        is_id = isinstance(value, str) and value.lstrip("+-").isdecimal()
        return POSITIVE.convert(value, param, ctx) if is_id else value

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """The ids and names of the sessions of the database; none where it cannot be read."""
        url = ctx.params.get("storage") or storage_url(ctx.find_root().params.get("storage"))
        with suppress(StorageError), Database.open_readonly(url) as database:
            rows = list_sessions(database)
            ids = [CompletionItem(row.id, help=f"{row.family}, {row.objective}, {row.state}") for row in rows]
            items = [*ids, *(CompletionItem(row.name) for row in rows if row.name)]
            return [item for item in items if str(item.value).startswith(incomplete)]
        return []


SESSION = IdOrName()


def session_id(said: int | str | None, storage: str) -> int | None:
    """The id of the session that a user means. Raises UnknownSessionError."""
    if not isinstance(said, str):
        return said
    with Database.open_readonly(storage) as database:
        return session_named(database, said)


def tell_thinned(database: Database, session: int | None) -> None:
    """Say where a session, or some of all of them, has not kept everything that it found."""
    count = thinned_sessions(database, session)
    if count:
        who = "the session keeps" if session is not None else f"sessions: {count}; they keep"
        tell(f"{who} the pool, the archive and what others need, with the lineage; what else was found was not kept")


def session_argument(*, required: bool = True) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """The argument SESSION, which arrives in the callback as an id."""
    argument = click.argument("session", type=SESSION, required=required)
    return lambda function: argument(_looked_up(function))


def session_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """`--session`, which arrives in the callback as an id."""
    option = click.option("--session", type=SESSION, help="only the levels that this session found")
    return option(_looked_up(function))


def _looked_up(function: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(function)
    def found(*, session: int | str | None, storage: str, **others: Any) -> Any:
        return function(session=session_id(session, storage), storage=storage, **others)

    return found
