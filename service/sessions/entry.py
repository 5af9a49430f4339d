"""`python -m service.sessions.entry URL`: enter the session whose settings are on the standard input, and print its id.

A process of its own, for the names of metrics are checked by making levels: a server had to compile kernels for that.
"""

import json
import sys

from generator import PuzzleError
from optimiser.errors import OptimiserError
from service.errors import ServiceError
from service.sessions import evolution
from storage.database import Database
from storage.errors import StorageError
from storage.recorder import SessionSettings


def main() -> None:
    """Ends with one line on the error stream, and no session, where the settings will not do."""
    settings = SessionSettings(**json.load(sys.stdin))
    try:
        with Database.open(sys.argv[1]) as database:
            sys.stdout.write(str(evolution.start(database, settings)))
    except (PuzzleError, OptimiserError, StorageError, ServiceError) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
