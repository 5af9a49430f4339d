"""Runs the migrations: the only module that imports alembic."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.util.exc import CommandError
from sqlalchemy import Connection

from storage.curation_models import METADATA
from storage.database import TIMEOUT, migrating, require_writable
from storage.errors import UpgradeError
from storage.locking import making_lock
from storage.revisions import MIGRATIONS


def make_database(path: Path, timeout: float = TIMEOUT) -> None:
    """Make a database with all tables; harmless where another process did so a moment ago."""
    require_writable(path)
    with making_lock(path):
        migrate(path, timeout=timeout)


def migrate(path: Path, scripts: Path = MIGRATIONS, timeout: float = TIMEOUT) -> None:
    """Bring a database to the newest revision in one transaction.

    Raises UpgradeError where rows would lose what they refer to.
    """
    try:
        with migrating(path, timeout) as connection:
            command.upgrade(alembic_config(connection, scripts), "head")
    except CommandError as error:
        raise UpgradeError(f"{path} was not upgraded and is as it was: {error}") from error


def alembic_config(connection: Connection, scripts: Path = MIGRATIONS) -> Config:
    """What alembic's commands need to work on an open connection that is in no transaction."""
    config = Config(attributes={"connection": connection, "metadata": METADATA})
    config.set_main_option("script_location", str(scripts).replace("%", "%%"))
    return config
