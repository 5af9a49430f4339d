"""Runs the migrations: the only module that imports alembic."""

import os
from contextlib import suppress
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.util.exc import CommandError
from sqlalchemy import Connection

from storage.connection import OWNER_ONLY, TIMEOUT, migrating, require_writable
from storage.errors import UpgradeError, translated
from storage.locks import making_lock
from storage.revisions import MIGRATIONS
from storage.tables import METADATA


def make_database(path: Path, timeout: float = TIMEOUT) -> None:
    """Make a database with all tables; harmless where another process did so a moment ago."""
    require_writable(path)
    with making_lock(path):
        _reserve(path)
        with migrating(path, timeout) as connection:
            migrate(connection, path)


def migrate(connection: Connection, path: Path, scripts: Path = MIGRATIONS) -> None:
    """Bring the database of a connection to the newest revision in one transaction.

    Raises UpgradeError where rows would lose what they refer to.
    """
    try:
        command.upgrade(alembic_config(connection, scripts), "head")
    except CommandError as error:
        raise UpgradeError("{path} was not upgraded and is unchanged: {error}", path=path, error=error) from error


def _reserve(path: Path) -> None:
    """Put an empty file there for its owner alone; SQLite keeps the mode of a file that it finds.

    A file that has just been made has no locks that this process could lose by closing it.
    """
    with translated(path), suppress(FileExistsError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY))


def alembic_config(connection: Connection, scripts: Path = MIGRATIONS) -> Config:
    """What alembic's commands need to work on an open connection that is in no transaction."""
    config = Config(attributes={"connection": connection, "metadata": METADATA})
    config.set_main_option("script_location", str(scripts).replace("%", "%%"))
    return config
