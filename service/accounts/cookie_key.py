"""The key that signs the cookies of the service, kept beside the database for its owner alone."""

import os
from collections.abc import Callable
from pathlib import Path
from tempfile import NamedTemporaryFile

from service.errors import ServiceError
from storage.errors import translated
from storage.locks import making_lock

LETTERS = 64
"""Letters of a key."""


def signing_key(database: Path, draw: Callable[[int], str]) -> str:
    """The key of a database, drawn when it is first needed. Raises StorageError, and ServiceError for a damaged key."""
    path = Path(f"{database}.key")
    if not path.exists():
        with making_lock(database), translated(path):
            if not path.exists():
                _place(path, draw(LETTERS * 3 // 4))
    with translated(path):
        key = path.read_text()
    if len(key) < LETTERS:
        raise ServiceError(
            "{path} is too short for a key; delete it and restart, and everybody logs in again", path=path
        )
    return key


def _place(path: Path, key: str) -> None:
    """Write a file that nobody sees before it is complete and on the disk."""
    with NamedTemporaryFile("w", dir=path.parent, prefix=f"{path.name}.", delete=False) as file:  # its mode is 0600
        made = Path(file.name)
        try:
            file.write(key)
            file.flush()
            os.fsync(file.fileno())
            made.rename(path)
        except BaseException:
            made.unlink(missing_ok=True)
            raise
