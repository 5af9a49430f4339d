"""`cenote solve`: the levels of a file, solved without a database."""

import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import click

from generator import Entry, Family, Request, Solution, defaults, get_declaration, get_family
from service.bounds import MOST_NODES
from service.cli.console import CompilingNotice, printed, standard_output
from service.cli.fitted_table import FittedTable
from service.cli.level_formats import LEVELS, printed_format
from service.cli.options import FILE, NODES, POSITIVE, Finite, family_option, format_option
from service.cli.solving_line import SolvingLine
from service.figures import depth, exact
from service.levels.examination import Attempt, attempt, requested
from service.levels.files import read_entries, write_entries
from service.levels.json_objects import dumped
from service.sessions import evolution


class Solved(NamedTuple):
    """A level of a file, what came of solving it, and what its solution is compared by.

    `counted` names the metric that the bounds of the answer count.
    """

    entry: Entry
    attempt: Attempt
    metrics: Mapping[str, int]
    counted: str


@click.command()
@click.argument("file", type=FILE)
@family_option
@click.option("--nodes", type=NODES, help="node budget for one level [by the family; with --seconds as time allows]")
@click.option("--aim", default="", help="what to minimise, or any for the first solution found [by the family]")
@click.option("--without", multiple=True, metavar="TECHNIQUE", help="switch off a technique of the solver; repeatable")
@click.option("--seconds", type=Finite(), help="stop the search for a level after this long")
@click.option("--memory", type=POSITIVE, default=2048, show_default=True, help="most megabytes for one search")
@format_option("table", "json", *LEVELS)
def solve_command(
    file: Path,
    family: str,
    nodes: int | None,
    aim: str,
    without: tuple[str, ...],
    seconds: float | None,
    memory: int,
    format_: str,
) -> None:
    """Solve the levels of a file.

    FILE may be - for the standard input. A level without a solution is an answer and no error; one whose budget
    is spent is not called unsolvable. What is proven holds whatever technique is switched off.

    Example: cenote solve levels.xsb -f json
    """
    request = requested(family, Request(aim, frozenset(without), seconds, memory))
    puzzle = defaults.with_workspace(get_family(family))
    if nodes is None and seconds is not None:
        nodes = MOST_NODES
    space, budget = evolution.space_of(family, {} if nodes is None else {"nodes": nodes})
    entries = read_entries(puzzle, file)
    with CompilingNotice():
        defaults.warm(puzzle, space)
        defaults.warm_solver(puzzle, request)
    line = SolvingLine()
    request = replace(request, listener=line.tell)
    solved = [_solved(puzzle, entry, budget, request) for entry in line.track(entries, len(entries))]
    if format_ == "json":
        click.echo(dumped([_object(family, one) for one in solved]))
    elif format_ in LEVELS:
        write_entries(puzzle, map(_solved_entry, solved), sys.stdout, printed_format(family, format_))
    else:
        printed(standard_output(), _table(family, solved))


def _solved(family: Family[Any], entry: Entry, budget: int, request: Request) -> Solved:
    level = family.parse(entry.text)
    found = attempt(family, level, budget, request).without_witness()
    aims = get_declaration(family.name).aims
    counted = aims[request.aim or next(iter(aims))].metric
    moves = found.solution.moves
    return Solved(entry, found, defaults.check(family, level, moves).metrics if moves else {}, counted)


def _object(family: str, solved: Solved) -> dict[str, Any]:
    entry, (status, solution, seconds), metrics, counted = solved
    known = solution.upper_bound is not None
    return {
        "title": entry.title,
        "status": status,
        "counted": counted,
        **{name: metrics.get(name) for name in _counts(family)},
        "lower_bound": solution.lower_bound,
        "upper_bound": solution.upper_bound,
        "proven": solution.proven,
        "nodes": solution.nodes,
        "seconds": round(seconds, 6),
        "solution": solution.moves if known else None,
        "reason": str(solution.reason),
    }


def _solved_entry(solved: Solved) -> Entry:
    moves = solved.attempt.solution.moves
    return replace(solved.entry, solution=moves) if moves else solved.entry


def _counts(family: str) -> Sequence[str]:
    """What the aims of a family count."""
    return [*dict.fromkeys(aim.metric for aim in get_declaration(family).aims.values())]


def _table(family: str, solved: Sequence[Solved]) -> FittedTable:
    counts = _counts(family)
    table = FittedTable(
        (
            ("", "right"),
            ("title", "text"),
            ("status", "left"),
            *((name, "right") for name in counts),
            ("nodes", "right"),
            ("seconds", "right"),
            ("reason", "text"),
        ),
        drops=("seconds", "nodes", *reversed(counts[1:]), "reason", "title"),
    )
    for index, (entry, (status, solution, seconds), metrics, counted) in enumerate(solved, 1):
        table.add_row(
            str(index),
            entry.title,
            status,
            *(_bounds(solution) if name == counted else exact(metrics.get(name)) for name in counts),
            exact(solution.nodes),
            f"{seconds:.2f}",
            str(solution.reason),
        )
    return table


def _bounds(solution: Solution) -> str:
    if solution.upper_bound is None and not solution.lower_bound:
        return "-"
    return depth(solution.lower_bound, solution.upper_bound, solution.proven)
