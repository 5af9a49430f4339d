"""`cenote generate`: levels without evolution."""

import secrets
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass
from functools import partial, wraps
from typing import Any, NamedTuple, TextIO, cast

import click
import numpy as np

from generator import Family, Space, get_declaration, get_family
from generator.errors import GenerationError
from optimiser.evaluation import assess
from optimiser.executors import Cluster, Outcome, executor_at, in_order, outcome_of
from optimiser.recorder import LevelRecord
from optimiser.workers import ready_family
from service.bounds import SEEDS
from service.cli.input.cluster_options import cluster_option
from service.cli.level_files.awaited import Awaited
from service.cli.output.console import CompilingNotice, destination, flushed, printed_to, tell, watched
from service.cli.output.fitted_table import FittedTable
from service.cli.output.level_formats import LEVELS, printed_format
from service.cli.parameters.family_command import FamilyCommand, LevelSettings
from service.cli.parameters.options import (
    COUNT,
    POSITIVE,
    Callback,
    Output,
    format_option,
    output_options,
    storage_option,
)
from service.errors import ABORTED, ServiceError
from service.figures import depth, exact, kind, number, proof
from service.levels.entries import entry_of_record
from service.levels.files import write_entries
from service.levels.json_objects import dumped_array, dumped_line, record_object
from service.sessions.spaces import space_of
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


class Generated(NamedTuple):
    """A level, the number of its genome, and its id where it is stored.

    `moves` are a solution of the least depth where that is proven, else the one that generation left.
    """

    number: int
    record: LevelRecord
    moves: str
    id: int | None = None


class Writing(NamedTuple):
    """How levels are written, and where."""

    output: Output
    format: str
    solutions: bool


def writing_options(function: Callback) -> Callback:
    """`--solutions`, `--format` and where the levels go, which arrive in the callback as one Writing, `writing`."""

    @wraps(function)
    def with_writing(*, output: Output, format_: str, solutions: bool, **others: Any) -> Any:
        return function(writing=Writing(output, format_, solutions), **others)

    decorated: Callable[..., Any] = with_writing
    for option in (
        format_option(*LEVELS, "json", "jsonl", "table"),
        output_options,
        click.option("--solutions/--no-solutions", default=True, help="write a solution with each level [yes]"),
    ):
        decorated = option(decorated)
    return cast(Callback, decorated)


@click.command(cls=FamilyCommand)
@click.option("--count", type=POSITIVE, default=1, show_default=True, help="how many genomes to try")
@click.option("--seed", type=COUNT, help="seed of everything random [a new one]")
@writing_options
@click.option("--store", is_flag=True, help="put the levels into the database too")
@cluster_option
@storage_option
@click.pass_context
def generate_command(
    ctx: click.Context,
    levels: LevelSettings,
    count: int,
    seed: int | None,
    writing: Writing,
    store: bool,
    cluster: Cluster | None,
    storage: str,
) -> None:
    """Generate and solve levels without evolution.

    If the least depth is not proven within the budget, you get the solution that generation leaves behind, and the
    bounds of the depth. Each level is written when it is there; after Ctrl-C those that were made so far are kept.

    Example: cenote generate --type b --size 5 --policy deepest --count 20 --seed 1
    """
    space, budget = space_of(*levels)
    batch = Batch(get_family(levels.family), space, budget, secrets.randbelow(SEEDS) if seed is None else seed)
    with ExitStack() as stack:
        database = stack.enter_context(Database.create(storage)) if store else None
        file = stack.enter_context(destination(writing.output))
        outcomes = stack.enter_context(closing(_outcomes(batch, count, cluster)))
        # Levels that appear on a terminal show the progress themselves.
        shown = outcomes if file.isatty() else watched(outcomes, count, "generating")
        work = Awaited()
        made = _stored(_generated(shown, work), database)
        with work.interruption.watched():
            _write(batch, flushed(made, file), writing, file)
    if work.interruption.requested:
        tell("interrupted; the levels that were made before are kept")
        ctx.exit(ABORTED)


def _outcomes(batch: Batch, count: int, cluster: Cluster | None) -> Generator[Outcome[Generated]]:
    """What comes of so many genomes, here or on a cluster."""
    prepare = partial(_ready, batch.family.name, batch.space, batch.budget, batch.seed)
    if cluster is None:
        with CompilingNotice():
            ready = prepare()
        yield from (outcome_of(ready, _nth_level, place) for place in range(count))
        return
    with closing(executor_at(cluster, prepare)) as executor:
        yield from in_order(executor, _nth_level, range(count))


def _ready(family: str, space: Space, budget: int, seed: int) -> Batch:
    """A batch for one worker, whose kernels are compiled."""
    return Batch(ready_family(family, space), space, budget, seed)


def _generated(outcomes: Iterator[Outcome[Generated]], work: Awaited) -> Iterator[Generated]:
    """The levels that were made, up to an interruption.

    Raises ServiceError where there is no level, KeyboardInterrupt where there is none before the interruption.
    """
    made = False
    refusals = []
    while True:
        try:
            level = work.next(outcomes)
        except GenerationError as error:
            refusals.append(str(error))
            continue
        except KeyboardInterrupt:
            if not made:
                raise
            break
        if level is None:
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


def _write(batch: Batch, levels: Iterator[Generated], writing: Writing, file: TextIO) -> None:
    if writing.format in ("json", "jsonl"):
        objects = (
            record_object(level.record, level.id, level.moves if writing.solutions else None) for level in levels
        )
        file.writelines(dumped_array(objects) if writing.format == "json" else map(dumped_line, objects))
    elif writing.format == "table":
        printed_to(file, _table(batch.family.name, levels))
    else:
        entries = (
            entry_of_record(
                level.record,
                f"{batch.family.name} seed {batch.seed} number {level.number}",
                level.moves if writing.solutions else "",
            )
            for level in levels
        )
        write_entries(batch.family, entries, file, printed_format(batch.family.name, writing.format))


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
            kind(record.description.type, record.description.size),
            depth(record.lower_bound, record.upper_bound, record.proven),
            proof(record.proven),
            number(record.metrics.get("moves")),
            exact(record.description.pieces),
            number(record.metrics.get("branching")),
            exact(record.nodes),
        )
    return table
