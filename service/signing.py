"""The key that signs the cookies of the service, kept beside the database for its owner alone."""

import os
from collections.abc import Callable
from pathlib import Path

from storage.errors import translated


def signing_key(database: Path, draw: Callable[[int], str]) -> str:
    """The key of a database, drawn when it is first needed. Raises StorageError."""
    path = Path(f"{database}.key")
    with translated(path):
        try:
            file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            return path.read_text()
        with os.fdopen(file, "w") as key:
            key.write(draw(48))
        return path.read_text()
