"""Runs the migrations: the only module that imports alembic."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.util.exc import CommandError
from sqlalchemy import Connection

from storage.errors import UpgradeError
from storage.revisions import MIGRATIONS
from storage.tables import METADATA


def migrate(connection: Connection, path: Path, scripts: Path = MIGRATIONS) -> None:
    """Bring the database of a connection to the newest revision in one transaction.

    Raises UpgradeError where rows would lose what they refer to.
    """
    try:
        command.upgrade(alembic_config(connection, scripts), "head")
    except CommandError as error:
        raise UpgradeError("{path} was not upgraded and is unchanged: {error}", path=path, error=error) from error


def alembic_config(connection: Connection, scripts: Path = MIGRATIONS) -> Config:
    """What alembic's commands need to work on an open connection that is in no transaction."""
    config = Config(attributes={"connection": connection, "metadata": METADATA})
    config.set_main_option("script_location", str(scripts).replace("%", "%%"))
    return config
