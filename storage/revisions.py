"""Which revision a database has, and whether this program may use it; cheap to import, for alembic is not."""

import re
import shlex
from functools import cache
from pathlib import Path

from sqlalchemy import URL, Connection

import migrations
from storage.errors import DatabaseMissingError, ForeignDatabaseError, OtherRevisionError

MIGRATIONS = Path(migrations.__file__).parent
"""The folder of alembic scripts that belongs to this program."""

APPLICATION_ID = 0x43454E4F
"""What revision 0001 writes into the header of every database of ours ("CENO")."""


@cache
def head_revision(scripts: Path = MIGRATIONS) -> str:
    """The newest revision: revisions are numbered 0001, 0002 ... in the names of their files."""
    names = (file.name for file in (scripts / "versions").iterdir())
    return max(name[:4] for name in names if re.fullmatch(r"\d{4}_\w+\.py", name))


def stored_revision(connection: Connection, path: Path) -> str:
    """The revision of a database of ours.

    Raises DatabaseMissingError where the file holds nothing yet, ForeignDatabaseError where it is not ours.
    """
    if is_blank(connection):
        raise missing(path)
    if connection.exec_driver_sql("PRAGMA application_id").scalar_one() != APPLICATION_ID:
        raise ForeignDatabaseError("{path} is a database of another application; give another --storage", path=path)
    return str(connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar_one())


def missing(path: Path) -> DatabaseMissingError:
    """The answer to a place where there is no database, or an empty one."""
    return DatabaseMissingError(
        "there is no database at {path}; to begin: cenote run --storage {url}", path=path, url=url_of(path)
    )


def is_blank(connection: Connection) -> bool:
    """Whether a database has no content at all, as when its creation was interrupted."""
    marks = connection.exec_driver_sql("PRAGMA application_id").scalar_one()
    return not marks and not connection.exec_driver_sql("SELECT count(*) FROM sqlite_master").scalar_one()


def require_revision(connection: Connection, path: Path) -> None:
    """Accept a database of this program's revision and no other.

    Raises OtherRevisionError with the remedy, and what `stored_revision` raises.
    """
    revision = stored_revision(connection, path)
    if revision > head_revision():
        raise newer_revision(path, revision)
    if revision < head_revision():
        raise OtherRevisionError(
            "{path} has revision {revision}, this program needs {head}; run: cenote db upgrade --storage {url}",
            path=path,
            revision=revision,
            head=head_revision(),
            url=url_of(path),
        )


def newer_revision(path: Path, revision: str) -> OtherRevisionError:
    """The refusal of a database that a newer program has made."""
    return OtherRevisionError(
        "{path} has revision {revision}, made by a newer cenote; install that version", path=path, revision=revision
    )


def url_of(path: Path) -> str:
    """The storage URL of a file, quoted for a shell; a name that is not UTF-8 stands there as it is."""
    try:
        url = URL.create("sqlite", database=str(path)).render_as_string()
    except UnicodeEncodeError:
        url = f"sqlite:///{path}"
    return shlex.quote(url)
