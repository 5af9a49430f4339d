"""`cenote optimise-solution`: known solutions made shorter."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import Any

import click
from click.exceptions import Exit

from generator import CheckedSolution, Entry, Family, Request, defaults, get_declaration, get_family
from generator.errors import IllegalMoveError, SettingError, UnsupportedLevelError
from service.cli.input.level_reader import LevelReader, level_file_options
from service.cli.level_files.awaited import STOPPING
from service.cli.output.console import CompilingNotice, destination, tell, tell_at_once, watched
from service.cli.output.level_formats import tell_lost, tell_written, written_format, written_format_option
from service.cli.parameters.options import (
    FILE_OR_ID,
    NODES,
    Finite,
    Output,
    output_options,
    storage_option,
)
from service.errors import ABORTED
from service.figures import exact
from service.levels.entries import entries_of
from service.levels.examination import requested
from service.levels.files import write_entries
from service.levels.shorter_solutions import shorter_solutions
from service.sessions.stop_conditions import Interruption
from storage.database import Database
from storage.queries import get_level

WINDOW_NODES = 100_000


@click.command()
@click.argument("file", type=FILE_OR_ID, metavar="FILE")
@click.option("--aim", default="", help="what to minimise [by the family]")
@click.option("--nodes", type=NODES, default=WINDOW_NODES, show_default=True, help="node budget for one part")
@click.option("--seconds", type=Finite(), help="stop after this long, and write what was found so far")
@written_format_option
@output_options
@level_file_options
@storage_option
def optimise_solution_command(
    reader: LevelReader,
    file: int | Path,
    aim: str,
    nodes: int,
    seconds: float | None,
    format_: str | None,
    output: Output,
    storage: str,
) -> None:
    """Shorten the solutions of levels.

    FILE is a file with solutions or the id of a stored level. Parts of each solution are solved anew, ever larger ones,
    until nothing gives way; nothing is proven. The levels share the seconds evenly. Ctrl-C ends the search, and all
    levels are written with the best solutions so far. The formats are those of `cenote convert`.

    Example: cenote optimise-solution solved.xsb --seconds 60 -o shorter.xsb
    """
    puzzle, levels = _stored(file, storage) if isinstance(file, int) else reader.read(file)[:2]
    request = _comparing(puzzle.name, requested(puzzle.name, Request(aim, seconds=seconds)))
    format_ = written_format(puzzle.name, format_, output.path)
    interruption = Interruption(lambda: tell_at_once(STOPPING))
    request = replace(request, stopped=lambda: interruption.requested)
    with destination(output) as target:
        if any(entry.solution for entry in levels.values()):
            with CompilingNotice():
                defaults.warm_solver(puzzle, request)
        with interruption.watched():
            write_entries(puzzle, _optimised(puzzle, levels, nodes, request), target, format_)
    tell_lost(puzzle.name, format_, levels.values())
    tell_written(output.path, len(levels), puzzle.name, format_)
    if interruption.requested:
        tell("interrupted; what was not done is written as it was")
        raise Exit(ABORTED)


def _comparing(family: str, request: Request) -> Request:
    aims = get_declaration(family).aims
    if request.aim and not aims[request.aim].least:
        least = " or ".join(name for name, aim in aims.items() if aim.least)
        raise SettingError(
            "solutions cannot be compared by the aim {aim!r}; give --aim {least}", aim=request.aim, least=least
        )
    return request


def _stored(level_id: int, storage: str) -> tuple[Family[Any], Mapping[int, Entry]]:
    with Database.open_readonly(storage) as database:
        row = get_level(database, level_id)
    return get_family(row.family), dict(enumerate(entries_of([row]), 1))


def _optimised(family: Family[Any], levels: Mapping[int, Entry], nodes: int, request: Request) -> Iterator[Entry]:
    begun = monotonic()
    for number, entry in watched(levels.items(), len(levels), "optimising"):
        if request.stopped():
            yield entry
            continue
        share = request.seconds
        if share is not None:
            left = sum(bool(other.solution) for place, other in levels.items() if place >= number)
            share = max(0.0, share - (monotonic() - begun)) / max(1, left)
        name = f"level {number}" + (f" ({entry.title})" if entry.title else "")
        yield _shorter(family, entry, name, nodes, replace(request, seconds=share))


def _shorter(family: Family[Any], entry: Entry, name: str, nodes: int, request: Request) -> Entry:
    """The level with its best solution; messages say under its name what happens to it."""
    if not entry.solution:
        tell(f"{name}: has no solution, so it stays as it is; cenote solve finds one")
        return entry
    level = family.parse(entry.text)
    try:
        known = best = defaults.check(family, level, entry.solution)
        for best in shorter_solutions(family, level, known, nodes, request):
            tell(f"{name}: {_compared(family, known, best)}")
    except IllegalMoveError as error:
        tell(f"{name}: its solution does not solve it, and is kept as it is: {error}")
        return entry
    except UnsupportedLevelError as error:
        tell(f"{name}: stays as it is: {error}")
        return entry
    if best is known and not request.stopped():
        tell(f"{name}: nothing gave way: {_compared(family, known, known)}")
    return replace(entry, solution=best.moves)


def _compared(family: Family[Any], known: CheckedSolution, best: CheckedSolution) -> str:
    names = dict.fromkeys(aim.metric for aim in get_declaration(family.name).aims.values())
    return ", ".join(f"{name} {_change(known.metrics, best.metrics, name)}" for name in names)


def _change(before: Mapping[str, int], after: Mapping[str, int], name: str) -> str:
    told = exact(before[name])
    return told if before[name] == after[name] else f"{told} -> {exact(after[name])}"
