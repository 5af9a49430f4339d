"""The options that choose levels of the database, and the filter that they make."""

from collections.abc import Callable
from dataclasses import fields, replace
from functools import wraps
from typing import Any

import click

from generator import family_names, get_declaration
from optimiser.recorder import PIECES_KEY
from service.cli.input.session_options import SESSION, session_id
from service.cli.parameters.options import COUNT, Finite, Whole
from service.cli.parameters.suggestions import FAMILY, OBJECTIVE, TYPE
from service.sessions.objectives import named_objectives
from storage.curation import CurationState
from storage.database import Database
from storage.level_filter import ORDER_NAMES as NAMES
from storage.level_filter import LevelFilter
from storage.queries import own_objective
from storage.tables.base import Origin

ORDER_NAMES = [sign + name for name in NAMES for sign in ("-", "")]

_NAMES = ", ".join(named_objectives())

_PIECES = ", ".join(dict.fromkeys(get_declaration(name).pieces for name in family_names()))


def _listed(_ctx: click.Context, _param: click.Parameter, family: str | None) -> str | None:
    """Raises UnknownFamilyError."""
    if family is not None:
        get_declaration(family)
    return family


_OPTIONS = (
    click.option("--session", type=SESSION, help="levels that this session found, by its id or name"),
    click.option("--family", type=FAMILY, callback=_listed, help="levels of this puzzle family"),
    click.option("--type", type=TYPE, help="levels of this type, such as b"),
    click.option("--size", type=COUNT, help="levels of this size"),
    click.option(f"--{PIECES_KEY}", "pieces", type=COUNT, help=f"levels with exactly this many pieces: {_PIECES}"),
    click.option(f"--min-{PIECES_KEY}", "pieces_min", type=COUNT, help="at least this many pieces"),
    click.option(f"--max-{PIECES_KEY}", "pieces_max", type=COUNT, help="at most this many pieces"),
    click.option("--min-depth", "depth_min", type=COUNT, help="at least this depth"),
    click.option("--max-depth", "depth_max", type=COUNT, help="at most this depth"),
    click.option("--min-branching", "branching_min", type=Finite(), help="at least this branching"),
    click.option("--max-branching", "branching_max", type=Finite(), help="at most this branching"),
    click.option("--proven/--unproven", default=None, help="only levels whose depth is, or is not, proven"),
    click.option("--origin", type=click.Choice([str(origin) for origin in Origin]), help="only levels of this origin"),
    click.option(
        "--state", type=click.Choice([str(state) for state in CurationState]), help="in this state of curation"
    ),
    click.option("--tag", help="levels with this tag"),
    click.option("--min-rating", "rating_min", type=Whole(1, 5), help="rated with at least this many stars"),
    click.option("--called", metavar="NAME", help="levels with these words in their name or title"),
    click.option(
        "--objective",
        type=OBJECTIVE,
        metavar="NAME",
        help=f"levels with a score under it: {_NAMES}, or weights as rescored",
    ),
)
"""One option for every field of a LevelFilter, and the exact number of pieces."""


def level_filter_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Options that arrive in the callback as one LevelFilter, `wanted`."""

    @wraps(function)
    def filtered(*, pieces: int | None, **params: Any) -> Any:
        chosen = {field.name: params.pop(field.name) for field in fields(LevelFilter)}
        chosen["session"] = session_id(chosen["session"], params["storage"])
        wanted = LevelFilter(**chosen)
        return function(
            wanted=wanted if pieces is None else replace(wanted, pieces_min=pieces, pieces_max=pieces), **params
        )

    decorated: Callable[..., Any] = filtered
    for option in reversed(_OPTIONS):
        decorated = option(decorated)
    return decorated


def order_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """`--order`, with None where the user has no asked."""
    return click.option(
        "--order",
        type=click.Choice(ORDER_NAMES),
        metavar="ORDER",
        help=f"{', '.join(NAMES)}; with '-' in front, highest first [{_BY_DEFAULT}]",
    )(function)


_BY_DEFAULT = "-score with --objective or --session, or if all levels were found for one objective; else -depth"


def ranked(database: Database, wanted: LevelFilter, order: str | None) -> tuple[LevelFilter, str]:
    """What is wanted in the order of the user, or the best levels first.

    What is best depends on the objective: the one that is asked for, else the one that the levels were found for.
    A session has also scored the levels that others had found before. Raises StorageError.
    """
    if order is not None or wanted.objective is not None:
        return wanted, order or "-score"
    own = own_objective(database, wanted)
    return (wanted if wanted.session is None else replace(wanted, objective=own)), ("-score" if own else "-depth")
