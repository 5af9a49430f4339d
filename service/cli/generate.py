"""`cenote generate`: levels without evolution."""

import secrets
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any, NamedTuple, TextIO

import click
from rich.table import Table

from generator import Family, Space, defaults, get_declaration, get_family
from generator.errors import GenerationError
from service.bounds import SEEDS
from service.cli.console import CompilingNotice, destination, printed_to, tell, watched
from service.cli.family_command import FamilyCommand, LevelSettings
from service.cli.level_formats import LEVELS, printed_format
from service.cli.options import COUNT, POSITIVE, Output, format_option, output_options, storage_option
from service.cli.tables import table_of
from service.errors import ServiceError
from service.figures import depth, exact, number, proof
from service.levels.entries import entry_of_record
from service.levels.files import write_entries
from service.levels.generation import Generated, generated, nth_genome
from service.levels.json_objects import dumped_array, record_object
from service.sessions import evolution
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


class Made(NamedTuple):
    """A level, the number of its genome, and its id where it is stored."""

    number: int
    generated: Generated
    id: int | None


@click.command(cls=FamilyCommand)
@click.option("--count", type=POSITIVE, default=1, show_default=True, help="how many genomes are tried")
@click.option("--seed", type=COUNT, help="decides everything random [a new one]")
@click.option("--solutions/--no-solutions", default=True, help="write a solution with each level [yes]")
@output_options
@format_option(*LEVELS, "json", "table")
@click.option("--store", is_flag=True, help="put the levels into the database too")
@storage_option
def generate_command(
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

    Where the least depth is not proven within the budget, the solution is the one that generation leaves
    behind, and the depth is told by its bounds.

    Example: cenote generate --type b --size 5 --policy deepest --count 20 --seed 1
    """
    space, budget = evolution.space_of(*levels)
    batch = Batch(get_family(levels.family), space, budget, secrets.randbelow(SEEDS) if seed is None else seed)
    with ExitStack() as stack:
        database = stack.enter_context(Database.create(storage)) if store else None
        file = stack.enter_context(destination(output))
        with CompilingNotice():
            defaults.warm(batch.family, space)
        # Levels that appear on a terminal show the progress themselves.
        places = range(count) if file.isatty() else watched(range(count), count, "generating")
        _write(batch, _stored(_made(batch, places), database), format_, solutions, file)


def _made(batch: Batch, places: Iterable[int]) -> Iterator[Made]:
    """The levels of the genomes with these numbers. Raises ServiceError where there are none at all."""
    made = False
    refusals = []
    for place in places:
        genome = nth_genome(batch.family, batch.space, batch.seed, place)
        try:
            level = generated(batch.family, genome, batch.budget)
        except GenerationError as error:
            refusals.append(str(error))
            continue
        made = True
        yield Made(place, level, None)
    if refusals:
        without = f"genomes without a level: {len(refusals)}; {refusals[-1]}"
        if not made:
            raise ServiceError(without)
        tell(without)


def _stored(levels: Iterator[Made], database: Database | None) -> Iterator[Made]:
    for made in levels:
        if database is None:
            yield made
        else:
            level_id, is_new = store_level(database, made.generated.record, Origin.GENERATED)
            tell(f"level {level_id}: " + ("stored" if is_new else "is in the database already"))
            yield made._replace(id=level_id)


def _write(batch: Batch, levels: Iterator[Made], format_: str, solutions: bool, file: TextIO) -> None:
    if format_ == "json":
        file.writelines(
            dumped_array(
                record_object(made.generated.record, made.id, made.generated.moves if solutions else None)
                for made in levels
            )
        )
    elif format_ == "table":
        printed_to(file, _table(batch.family.name, levels))
    else:
        entries = (
            entry_of_record(
                made.generated.record,
                f"{batch.family.name} seed {batch.seed} number {made.number}",
                made.generated.moves if solutions else "",
            )
            for made in levels
        )
        write_entries(batch.family, entries, file, printed_format(batch.family.name, format_))


def _table(family: str, levels: Iterator[Made]) -> Table:
    table = table_of(
        ("", "right"),
        ("type", "left"),
        ("depth", "right"),
        ("proven", "left"),
        ("moves", "right"),
        (get_declaration(family).pieces, "right"),
        ("branching", "right"),
        ("nodes", "right"),
    )
    for place, (record, _), _ in levels:
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
