"""How long the pages of levels take as a browser gets them, in a database of 1,000,000 levels.

A server process answers over loopback, so that templates and HTTP are in the times. Of five times for each address
the middle one counts. Option: --database, one that is there already.
"""

import re
import sys
import tempfile
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from statistics import median
from subprocess import PIPE, Popen
from time import perf_counter
from typing import Any
from urllib.parse import urlsplit

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.bench_gallery import LEVELS, make_database
from benchmarks.report import report
from storage.database import Database
from storage.gallery import Cursor
from storage.level_scan import Place
from storage.queries import get_level

ROUNDS = 5
MIDDLE = LEVELS // 2 + 1
SEARCHES = {
    "every level": "",
    "proven": "proven=true",
    "type b, size 5, proven": "type=b&size=5&proven=true",
    "type g (100 levels)": "type=g",
    "depth <= 30, branching >= 4": "depth_max=30&branching_min=4",
    "boxes >= 10,000": "boxes_min=10000",
    "size 8, boxes <= 20": "size=8&boxes_max=20",
    "of session 7": "session=7",
    "scored as human, size 3": "objective=human&size=3",
    "tagged, rated 4, proven": "tag=dense&rating_min=4&proven=true",
}
ORDERS = ("-depth", "-score", "branching", "-moves", "boxes", "-id")

# A level has a parent in the generation before, every fourth a second one.
_STEP = "INSERT INTO lineage (child_id, parent_id, operator, parent_score, child_score, session_id, generation, slot)"
LINEAGE = (
    f"{_STEP} SELECT id, id - 16, 'exchange', 10, 12.5, session_id, id / 16, id % 16 FROM levels WHERE id > 100",
    (
        f"{_STEP} SELECT id, id - 21, 'exchange', 8, 12.5, session_id, id / 16, id % 16 FROM levels "
        "WHERE id > 100 AND id % 4 = 0"
    ),
)


def complete(path: Path) -> None:
    """Give the levels of a new database ancestors."""
    make_database(path)
    with Database.open(f"sqlite:///{path}") as database, database.begin() as connection:
        for statement in LINEAGE:
            connection.exec_driver_sql(statement)


def addresses(database: Database) -> dict[str, list[str]]:
    """What is measured, by what it is called."""
    found = get_level(database, MIDDLE)
    after = {order: Cursor(Place(getattr(found, order.lstrip("-")), found.id)) for order in ORDERS}
    searches = {
        f"gallery: {name}": [
            f"/levels?{query}&order={order}{place}" for order in ORDERS for place in ("", f"&after={after[order]}")
        ]
        for name, query in SEARCHES.items()
    }
    levels = [str(number) for number in range(1, LEVELS, LEVELS // 20)]
    return searches | {
        "page of a level": [f"/levels/{level}" for level in levels],
        "page of a level, 32 generations": [f"/levels/{level}?generations=32" for level in levels],
        "picture": [f"/levels/{level}/picture.svg" for level in levels],
        "near duplicates": [f"/levels/{level}/similar" for level in levels],
        "JSON: page of levels": [f"/api/levels?order={order}" for order in ORDERS],
        "JSON: lineage": [f"/api/levels/{level}/lineage" for level in levels],
    }


def row(name: str, server: HTTPConnection, paths: Sequence[str]) -> dict[str, Any]:
    """The line of the table for one kind of address."""
    answers = {path: _answer(server, path) for path in paths}
    return {
        "page": name,
        "addresses": len(paths),
        "median ms": median(each for each, _ in answers.values()),
        "slowest ms": max(each for each, _ in answers.values()),
        "KiB": max(size for _, size in answers.values()) / 1024,
        "slowest": max(answers, key=lambda path: answers[path][0]),
    }


def _answer(server: HTTPConnection, path: str) -> tuple[float, int]:
    """The middle one of some times in milliseconds, and bytes."""
    times, size = [], 0
    for _ in range(ROUNDS):
        begun = perf_counter()
        server.request("GET", path)
        answer = server.getresponse()
        size = len(answer.read())
        times.append(1000 * (perf_counter() - begun))
        assert answer.status == 200, f"{path}: {answer.status}"
    return median(times), size


@contextmanager
def served(path: Path) -> Iterator[HTTPConnection]:
    """A connection to a server of its own."""
    command = [str(Path(sys.executable).parent / "cenote"), "serve", "--port", "0", "--storage", f"sqlite:///{path}"]
    with Popen(command, stdout=PIPE, text=True) as process:
        assert process.stdout
        found = re.search(r"http://\S+", process.stdout.readline())
        assert found, "the service has not begun"
        try:
            with closing(HTTPConnection(urlsplit(found[0]).netloc, timeout=120)) as server:
                yield server
        finally:
            process.terminate()


def asked() -> Namespace:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--database", type=Path)
    return parser.parse_args()


def measure(path: Path) -> None:
    with Database.open_readonly(f"sqlite:///{path}") as database:
        pages = addresses(database)
    with served(path) as server:
        rows = [row(name, server, paths) for name, paths in pages.items()]
    report("pages", f"Pages of {LEVELS:,} levels over HTTP", rows, hidden=["slowest"])


def main() -> None:
    options = asked()
    if options.database:
        measure(options.database)
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "pages.db"
        complete(path)
        measure(path)


if __name__ == "__main__":
    main()
