"""What lies beside a database, by which it is known without being opened: that would drop the locks of this process."""

from pathlib import Path

_ENDINGS = ("-shm", "-wal", ".lock")
"""Of the files beside a database: the first two are there while anybody has it open, the lock once it was made here."""


def is_database(path: Path) -> bool:
    """Whether a file is a database of this program, as far as what lies beside it tells. Opens nothing."""
    return path.is_file() and any(Path(f"{path.resolve()}{ending}").exists() for ending in _ENDINGS)
