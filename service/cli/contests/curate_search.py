"""`cenote curate search`: searches for levels under a name, which the pages offer too."""

from dataclasses import asdict

import click

from service.cli.input.level_filter import level_filter_options, order_option
from service.cli.output.console import printed, standard_output
from service.cli.output.fitted_table import FittedTable
from service.cli.parameters.options import by_option, format_option, storage_option
from service.levels.json_objects import dumped
from service.levels.searches import query_of
from storage import searches
from storage.database import Database
from storage.level_filter import LevelFilter


@click.group("search")
def search_command() -> None:
    """Save searches for levels under a name.

    The pages of cenote serve list them, too.

    Example: cenote curate search list
    """


@search_command.command("save")
@click.argument("name")
@level_filter_options
@order_option
@by_option
@storage_option
def save_command(name: str, wanted: LevelFilter, order: str | None, who: str, storage: str) -> None:
    """Save a search, with the options of cenote best.

    Example: cenote curate search save 'deep and narrow' --min-depth 80 --max-branching 3
    """
    with Database.open(storage) as database:
        searches.save_search(database, name, query_of(wanted, order), who)
    click.echo(f"saved: {name}")


@search_command.command("list")
@format_option("table", "json")
@storage_option
def list_command(format_: str, storage: str) -> None:
    """List the saved searches.

    Example: cenote curate search list
    """
    with Database.open_readonly(storage) as database:
        rows = searches.list_searches(database)
    if format_ == "json":
        click.echo(dumped([asdict(row) for row in rows]))
        return
    columns = ("name", "text"), ("search", "text"), ("by", "text"), ("since", "left")
    table = FittedTable(columns, drops=("since", "by"))
    for row in rows:
        table.add_row(row.name, row.query, row.who, row.created_at[:10])
    printed(standard_output(), table if rows else "no searches")


@search_command.command("delete")
@click.argument("name")
@storage_option
def delete_command(name: str, storage: str) -> None:
    """Delete a search.

    Example: cenote curate search delete 'deep and narrow'
    """
    with Database.open(storage) as database:
        searches.delete_search(database, name)
    click.echo(f"deleted: {name}")
