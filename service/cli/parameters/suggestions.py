"""Words that a shell suggests where any text is allowed: families, types, objectives, formats."""

from collections.abc import Callable, Iterable
from typing import Any

import click
from click.shell_completion import CompletionItem

from generator import family_names, get_declaration
from service.sessions.objectives import named_objectives


class Suggested(click.ParamType[str]):
    """A text, for which a shell suggests words that depend on the other options."""

    name = "text"

    def __init__(self, words: Callable[[click.Context], Iterable[str]]) -> None:
        self._words = words

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return str(value)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        words = dict.fromkeys(self._words(ctx))
        return [CompletionItem(word) for word in words if word.startswith(incomplete)]


def _families(ctx: click.Context) -> Iterable[str]:
    """The family that is named before, or all."""
    family = ctx.params.get("family")
    return [family] if family in family_names() else family_names()


def _types(ctx: click.Context) -> Iterable[str]:
    options = [option for family in _families(ctx) for option in get_declaration(family).options]
    return [choice for option in options if option.name == "type" for choice in option.choices]


def _formats(ctx: click.Context) -> Iterable[str]:
    return [name for family in _families(ctx) for name in get_declaration(family).formats]


FAMILY = Suggested(lambda _: family_names())
TYPE = Suggested(_types)
OBJECTIVE = Suggested(lambda _: named_objectives())
FILE_FORMAT = Suggested(_formats)
