"""`cenote solve`: the levels of a file, solved without a database."""

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import click
from rich.table import Table

from generator import Entry, Family, Solution, get_family
from service import wiring
from service.cli.console import CompilingNotice, printed, standard_output, watched
from service.cli.level_json import dumped
from service.cli.options import FILE, NODES, family_option, format_option
from service.cli.tables import depth, number, table_of
from service.examination import Attempt, attempt
from service.level_files import read_entries, write_entries


class Solved(NamedTuple):
    """A level of a file, what came of solving it, and the moves of its solution as its family counts them."""

    entry: Entry
    attempt: Attempt
    moves: float | None


@click.command()
@click.argument("file", type=FILE)
@family_option
@click.option("--nodes", type=NODES, help="node budget for one level [by the family]")
@format_option("table", "json", "xsb")
def solve_command(file: Path, family: str, nodes: int | None, format_: str) -> None:
    """Solve the levels of a file.

    FILE may be - for the standard input. A level without a solution is an answer and no error; one whose budget
    is spent is not called unsolvable.

    Example: cenote solve levels.xsb -f json
    """
    puzzle = get_family(family)
    space, budget = wiring.space_of(family, {} if nodes is None else {"nodes": nodes})
    entries = read_entries(puzzle, file)
    with CompilingNotice():
        puzzle.warm(space)
    solved = [_solved(puzzle, entry, budget) for entry in watched(entries, len(entries), "solving")]
    if format_ == "json":
        click.echo(dumped([_object(one) for one in solved]))
    elif format_ == "xsb":
        write_entries(puzzle, map(_solved_entry, solved), sys.stdout)
    else:
        printed(standard_output(), _table(solved))


def _solved(family: Family[Any], entry: Entry, budget: int) -> Solved:
    level = family.parse(entry.level)
    found = attempt(family, level, budget)
    known = found.solution.upper_bound is not None
    return Solved(entry, found, family.measure(level, found.solution).get("moves") if known else None)


def _object(solved: Solved) -> dict[str, Any]:
    entry, (status, solution, seconds), moves = solved.entry, solved.attempt, solved.moves
    known = solution.upper_bound is not None
    return {
        "title": entry.title,
        "status": status,
        "pushes": solution.upper_bound if solution.proven else None,
        "moves": moves,
        "lower_bound": solution.lower_bound,
        "upper_bound": solution.upper_bound,
        "proven": solution.proven,
        "nodes": solution.nodes,
        "seconds": round(seconds, 6),
        "solution": solution.moves if known else None,
        "reason": solution.reason,
    }


def _solved_entry(solved: Solved) -> Entry:
    moves = solved.attempt.solution.moves
    return replace(solved.entry, solution=moves) if moves else solved.entry


def _table(solved: Sequence[Solved]) -> Table:
    table = table_of(
        ("", "right"),
        ("title", "text"),
        ("status", "left"),
        ("pushes", "right"),
        ("moves", "right"),
        ("nodes", "right"),
        ("seconds", "right"),
        ("reason", "text"),
    )
    for place, (entry, (status, solution, seconds), moves) in enumerate(solved, 1):
        table.add_row(
            str(place),
            entry.title,
            status,
            _pushes(solution),
            number(moves),
            f"{solution.nodes:,}",
            f"{seconds:.2f}",
            solution.reason,
        )
    return table


def _pushes(solution: Solution) -> str:
    if solution.upper_bound is None and not solution.lower_bound:
        return "-"
    return depth(solution.lower_bound, solution.upper_bound, solution.proven)
