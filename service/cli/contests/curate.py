"""`cenote curate`: which levels are chosen, and what curators say of them."""

from collections.abc import Sequence
from dataclasses import asdict

import click

from service.cli.contests.curate_search import search_command
from service.cli.output.console import CompilingNotice, printed, standard_output, tell
from service.cli.output.fitted_table import FittedTable
from service.cli.output.tables import family_column
from service.cli.parameters.options import POSITIVE, by_option, format_option, storage_option
from service.curation.repetitions import CHOSEN, near_duplicates
from service.figures import depth, kind, number
from service.levels.json_objects import dumped, shown
from storage import curation
from storage.board import board
from storage.curation import RATINGS, ChangeRow, CurationState
from storage.database import Database
from storage.gallery import CardRow

NO_RATING = "none"

levels_argument = click.argument("levels", metavar="ID...", type=POSITIVE, nargs=-1, required=True)


@click.group()
def curate_command() -> None:
    """Choose levels: states, ratings, tags and notes.

    A level is a candidate, shortlisted, approved, published or rejected; who has changed what is kept.

    Example: cenote curate move 85 shortlisted
    """


curate_command.add_command(search_command)


@curate_command.command("list")
@click.option("--state", type=click.Choice([str(state) for state in CurationState]), help="only levels in this state")
@click.option("--limit", type=POSITIVE, default=50, show_default=True, help="how many in each state")
@format_option("table", "json")
@storage_option
def list_command(state: str | None, limit: int, format_: str, storage: str) -> None:
    """List the levels on the board, the last changed first.

    Example: cenote curate list --state shortlisted
    """
    with Database.open_readonly(storage) as database:
        columns = [column for column in board(database, limit) if state in (None, column.state)]
    rows = [row for column in columns for row in column.rows]
    if format_ == "json":
        click.echo(dumped([*map(shown, rows)]))
    else:
        nothing = f"the board has no level{f' that is {state}' if state else ''}"
        printed(standard_output(), _card_table(rows) if rows else nothing)


@curate_command.command("move")
@levels_argument
@click.argument("state", type=click.Choice([str(state) for state in CurationState]))
@by_option
@storage_option
def move_command(levels: tuple[int, ...], state: str, who: str, storage: str) -> None:
    """Move levels to a state, from any other state or from none.

    Levels that are moved to shortlisted, approved or published are compared with those that are there. Levels that are
    nearly the same are reported, not refused.

    Example: cenote curate move 85 86 shortlisted
    """
    chosen = CurationState(state)
    with Database.open(storage) as database:
        moved = curation.move_levels(database, levels, chosen, who)
        if chosen in CHOSEN:
            _warn_of_duplicates(database, moved)
    click.echo(f"{state}: {_counted(moved)}")


@curate_command.command("rate")
@levels_argument
@click.argument("rating", type=click.Choice([*map(str, RATINGS), NO_RATING]))
@by_option
@storage_option
def rate_command(levels: tuple[int, ...], rating: str, who: str, storage: str) -> None:
    """Rate levels with one to five stars, or remove their rating.

    Example: cenote curate rate 85 4
    """
    with Database.open(storage) as database:
        rated = curation.rate_levels(database, levels, None if rating == NO_RATING else int(rating), who)
    click.echo(f"rated {rating}: {_counted(rated)}")


@curate_command.command("tag")
@levels_argument
@click.argument("tag")
@by_option
@storage_option
def tag_command(levels: tuple[int, ...], tag: str, who: str, storage: str) -> None:
    """Add a tag to levels.

    Example: cenote curate tag 85 86 symmetric
    """
    with Database.open(storage) as database:
        tagged = curation.tag_levels(database, levels, tag, who)
    click.echo(f"tagged {tag}: {_counted(tagged)}")


@curate_command.command("untag")
@levels_argument
@click.argument("tag")
@by_option
@storage_option
def untag_command(levels: tuple[int, ...], tag: str, who: str, storage: str) -> None:
    """Remove a tag from levels.

    Example: cenote curate untag 85 symmetric
    """
    with Database.open(storage) as database:
        untagged = curation.untag_levels(database, levels, tag, who)
    click.echo(f"no longer tagged {tag}: {_counted(untagged)}")


@curate_command.command("tags")
@format_option("table", "json")
@storage_option
def tags_command(format_: str, storage: str) -> None:
    """List the tags in use.

    Example: cenote curate tags
    """
    with Database.open_readonly(storage) as database:
        tags = curation.tags_in_use(database)
    if format_ == "json":
        click.echo(dumped([{"tag": tag, "levels": count} for tag, count in tags]))
        return
    table = FittedTable((("tag", "text"), ("levels", "right")))
    for tag, count in tags:
        table.add_row(tag, str(count))
    printed(standard_output(), table if tags else "no tags")


@curate_command.command("note")
@click.argument("level", metavar="ID", type=POSITIVE)
@click.argument("text")
@by_option
@storage_option
def note_command(level: int, text: str, who: str, storage: str) -> None:
    """Write a note on a level, replacing the one it had; an empty note removes it.

    Example: cenote curate note 85 'the end is too easy'
    """
    with Database.open(storage) as database:
        changed = curation.note_level(database, level, text, who)
    click.echo(f"noted: {_counted([level] if changed else [])}")


@curate_command.command("history")
@click.argument("level", metavar="ID", type=POSITIVE)
@format_option("table", "json")
@storage_option
def history_command(level: int, format_: str, storage: str) -> None:
    """Show who has changed what of a level, the oldest first.

    Example: cenote curate history 85
    """
    with Database.open_readonly(storage) as database:
        changes = curation.history(database, level)
    if format_ == "json":
        click.echo(dumped([asdict(change) for change in changes]))
    else:
        printed(standard_output(), _history_table(changes) if changes else "nothing was changed")


def _warn_of_duplicates(database: Database, levels: Sequence[int]) -> None:
    with CompilingNotice():
        found = near_duplicates(database, levels)
    for level, matches in found.items():
        near = ", ".join(f"level {match.level_id} ({100 * match.similarity:.0f} %)" for match in matches)
        tell(f"level {level} is nearly the same as {near}")


def _counted(levels: Sequence[int]) -> str:
    return f"{len(levels)} changed" if levels else "nothing to change"


def _card_table(rows: Sequence[CardRow]) -> FittedTable:
    family = family_column(rows)
    columns = (
        ("id", "right"),
        *family,
        ("state", "left"),
        ("rating", "right"),
        ("type", "left"),
        ("depth", "right"),
        ("branching", "right"),
        ("tags", "text"),
        ("title or name", "text"),
    )
    table = FittedTable(columns, drops=("branching", "rating", "family", "type", "tags", "depth", "title or name"))
    for row in rows:
        table.add_row(
            str(row.id),
            *[row.family for _ in family],
            row.state or "-",
            number(row.rating),
            kind(row.type, row.size),
            depth(row.lower_bound, row.upper_bound, row.proven),
            number(row.branching),
            ", ".join(row.tags),
            row.title or row.name,
        )
    return table


def _history_table(changes: Sequence[ChangeRow]) -> FittedTable:
    columns = ("when", "left"), ("who", "text"), ("what", "left"), ("before", "text"), ("after", "text")
    table = FittedTable(columns, drops=("when", "before"))
    for change in changes:
        table.add_row(change.created_at[:16].replace("T", " "), change.who, change.field, change.before, change.after)
    return table
