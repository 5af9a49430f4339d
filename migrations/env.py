"""Alembic runs this file for every command; the connection and the metadata come from storage.upkeep.upgrade.

To change a table, SQLite makes a new one and drops the old one, at which foreign keys with ON DELETE would
delete the rows that refer to it: so they are off during migrations, and checked before anything is kept.
"""

from alembic import context
from alembic.util.exc import CommandError
from sqlalchemy import Connection


def run(connection: Connection) -> None:
    """Run the migrations on a connection that is in no transaction, in one transaction of their own."""
    driver = connection.connection.driver_connection
    assert driver is not None
    driver.execute("PRAGMA foreign_keys = OFF")  # SQLite ignores this within a transaction
    try:
        with connection.begin():
            context.configure(
                connection=connection,
                target_metadata=context.config.attributes["metadata"],
                render_as_batch=True,
            )
            context.run_migrations()
            require_references(connection)
    finally:
        driver.execute("PRAGMA foreign_keys = ON")


def require_references(connection: Connection) -> None:
    """Give up where a row refers to a row that is no longer there."""
    lost = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
    if lost:
        tables = ", ".join(sorted({row[0] for row in lost}))
        raise CommandError(f"{len(lost)} rows would lose what they refer to, in: {tables}")


run(context.config.attributes["connection"])
