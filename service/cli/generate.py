"""`cenote generate`: levels without evolution."""

import secrets
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any, NamedTuple, TextIO

import click
import numpy as np

from generator import Family, Space, defaults, get_declaration, get_family
from generator.errors import GenerationError
from optimiser.evaluation import assess
from optimiser.recorder import LevelRecord
from service.bounds import SEEDS
from service.cli.console import CompilingNotice, destination, flushed, printed_to, tell, watched
from service.cli.family_command import FamilyCommand, LevelSettings
from service.cli.fitted_table import FittedTable
from service.cli.level_formats import LEVELS, printed_format
from service.cli.options import COUNT, POSITIVE, Output, format_option, output_options, storage_option
from service.errors import ABORTED, ServiceError
from service.figures import depth, exact, number, proof
from service.levels.entries import entry_of_record
from service.levels.files import write_entries
from service.levels.json_objects import dumped_array, dumped_line, record_object
from service.sessions import evolution
from service.sessions.stop_conditions import Interruption
from storage.database import Database
from storage.levels import store_level
from storage.tables.base import Origin


@dataclass(frozen=True, slots=True)
class Batch:
    """What the levels of one command have in common."""

    family: Family[Any]
    space: Space
    budget: int
    seed: int


class Work:
    """What Ctrl-C interrupts: the level that is being made, and never the writing of another one."""

    def __init__(self) -> None:
        self.interruption = Interruption(self._interrupt)
        self._is_begun = False

    def level(self, batch: Batch, place: int) -> "Generated":
        """One level of a batch. Raises GenerationError, and KeyboardInterrupt after Ctrl-C."""
        self._is_begun = True
        try:
            if self.interruption.requested:
                raise KeyboardInterrupt
            return _nth_level(batch, place)
        finally:
            self._is_begun = False

    def _interrupt(self) -> None:
        if self._is_begun:
            raise KeyboardInterrupt


class Generated(NamedTuple):
    """A level, the number of its genome, and its id where it is stored.

    `moves` are a solution of the least depth where that is proven, else the one that generation left.
    """

    number: int
    record: LevelRecord
    moves: str
    id: int | None = None


@click.command(cls=FamilyCommand)
@click.option("--count", type=POSITIVE, default=1, show_default=True, help="how many genomes to try")
@click.option("--seed", type=COUNT, help="seed of everything random [a new one]")
@click.option("--solutions/--no-solutions", default=True, help="write a solution with each level [yes]")
@output_options
@format_option(*LEVELS, "json", "jsonl", "table")
@click.option("--store", is_flag=True, help="put the levels into the database too")
@storage_option
@click.pass_context
def generate_command(
    ctx: click.Context,
    levels: LevelSettings,
    count: int,
    seed: int | None,
    solutions: bool,
    output: Output,
    format_: str,
    store: bool,
    storage: str,
) -> None:
    """Generate and solve levels without evolution.

    If the least depth is not proven within the budget, you get the solution that generation leaves behind, and the
    bounds of the depth. Each level is written when it is there; after Ctrl-C those that were made so far are kept.

    Example: cenote generate --type b --size 5 --policy deepest --count 20 --seed 1
    """
    space, budget = evolution.space_of(*levels)
    family = defaults.with_workspace(get_family(levels.family))
    batch = Batch(family, space, budget, secrets.randbelow(SEEDS) if seed is None else seed)
    with ExitStack() as stack:
        database = stack.enter_context(Database.create(storage)) if store else None
        file = stack.enter_context(destination(output))
        with CompilingNotice():
            defaults.warm(batch.family, space)
        # Levels that appear on a terminal show the progress themselves.
        places = range(count) if file.isatty() else watched(range(count), count, "generating")
        work = Work()
        made = _stored(_generated(batch, places, work), database)
        with work.interruption.watched():
            _write(batch, flushed(made, file), format_, solutions, file)
    if work.interruption.requested:
        tell("interrupted; the levels that were made before are kept")
        ctx.exit(ABORTED)


def _generated(batch: Batch, places: Iterable[int], work: Work) -> Iterator[Generated]:
    """The levels of the genomes with these numbers, up to an interruption.

    Raises ServiceError where there is no level, KeyboardInterrupt where there is none before the interruption.
    """
    made = False
    refusals = []
    for place in places:
        try:
            level = work.level(batch, place)
        except GenerationError as error:
            refusals.append(str(error))
            continue
        except KeyboardInterrupt:
            if not made:
                raise
            break
        made = True
        yield level
    if refusals:
        without = f"genomes without a level: {len(refusals)}; {refusals[-1]}"
        if not made:
            raise ServiceError(without)
        tell(without)


def _nth_level(batch: Batch, place: int) -> Generated:
    """One level of a batch, whatever the others are. Raises GenerationError."""
    stream = np.random.Generator(np.random.PCG64(np.random.SeedSequence([batch.seed, place])))
    genome = batch.family.random_genome(batch.space, stream)
    record, solution = assess(batch.family, batch.family.generate(genome), genome, batch.budget)
    if record is None:
        raise GenerationError("no solution within {budget} nodes; raise --nodes", budget=batch.budget)
    return Generated(place, record, solution.moves)


def _stored(levels: Iterator[Generated], database: Database | None) -> Iterator[Generated]:
    for level in levels:
        if database is None:
            yield level
        else:
            level_id, is_new = store_level(database, level.record, Origin.GENERATED)
            tell(f"level {level_id}: " + ("stored" if is_new else "is already in the database"))
            yield level._replace(id=level_id)


def _write(batch: Batch, levels: Iterator[Generated], format_: str, solutions: bool, file: TextIO) -> None:
    if format_ in ("json", "jsonl"):
        objects = (record_object(level.record, level.id, level.moves if solutions else None) for level in levels)
        file.writelines(dumped_array(objects) if format_ == "json" else map(dumped_line, objects))
    elif format_ == "table":
        printed_to(file, _table(batch.family.name, levels))
    else:
        entries = (
            entry_of_record(
                level.record,
                f"{batch.family.name} seed {batch.seed} number {level.number}",
                level.moves if solutions else "",
            )
            for level in levels
        )
        write_entries(batch.family, entries, file, printed_format(batch.family.name, format_))


def _table(family: str, levels: Iterator[Generated]) -> FittedTable:
    table = FittedTable(
        (
            ("", "right"),
            ("type", "left"),
            ("depth", "right"),
            ("proven", "left"),
            ("moves", "right"),
            (get_declaration(family).pieces, "right"),
            ("branching", "right"),
            ("nodes", "right"),
        ),
        drops=("nodes", "branching", get_declaration(family).pieces, "moves", "proven"),
    )
    for place, record, *_ in levels:
        table.add_row(
            str(place),
            f"{record.description.type} {record.description.size}",
            depth(record.lower_bound, record.upper_bound, record.proven),
            proof(record.proven),
            number(record.metrics.get("moves")),
            exact(record.description.pieces),
            number(record.metrics.get("branching")),
            exact(record.nodes),
        )
    return table
