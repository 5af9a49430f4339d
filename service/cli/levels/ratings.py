"""`cenote ratings`: how hard levels are by what players did with them."""

from pathlib import Path

import click

from service.cli.parameters.options import FILE, force_option, storage_option
from service.levels.files import new_binary_file
from service.ratings.export import write_export
from service.ratings.plays import SYSTEM
from storage.database import Database
from storage.ratings import settle


@click.group()
def ratings_command() -> None:
    """Export how hard levels are for players, by their games.

    A game is that of a player against a level: the player wins by solving it. Both have a rating (Glicko-2). The
    rating of a level begins at what its predicted difficulty, or its depth, makes expect.

    `cenote best --order -rating` lists levels by it.

    Example: cenote ratings export ratings.zip
    """


@ratings_command.command("export")
@click.argument("file", type=FILE)
@force_option
@storage_option
def export_command(file: Path, force: bool, storage: str) -> None:
    """Write ratings and games to a zip file, without names.

    It has two tables in CSV, and a note that anybody may use them (CC0).

    Example: cenote ratings export ratings.zip
    """
    with Database.open(storage) as database:
        settle(database, SYSTEM)
        with new_binary_file(file, force) as opened:
            ratings, plays = write_export(database, opened)
    click.echo(f"levels with a rating: {ratings:,}, games: {plays:,}")
