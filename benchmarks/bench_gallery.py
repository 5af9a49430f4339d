"""How long a page of the gallery takes in a database of 1,000,000 levels, for every order and for all sorts of filters.

The texts of the levels are real, the figures are drawn: they depend on each other as those of real sessions do, each
of which looks at one kind of level. Pages are the first one, one in the middle and the last one. Of three times for
each the middle one counts, and SQLite reads from a file that the system holds in memory.
"""

import json
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.report import report
from generator import Description, get_declaration, get_family
from generator.errors import GenerationError
from optimiser.evaluation import assess
from optimiser.settings import SessionSettings
from storage.database import Database
from storage.gallery import Cursor, page
from storage.level_filter import ORDERS, LevelFilter
from storage.level_scan import Place
from storage.queries import get_level
from storage.recorder import start_session

LEVELS = 1_000_000
SESSIONS = 40
CHUNK = 20_000
TEXTS = 40
RARE = 100
"""How many levels there are of type g."""
KINDS = [("b", size) for size in (3, 4, 5, 6, 8)] + [("e", 4), ("s", 7)]
SHARES = (0.05, 0.15, 0.35, 0.15, 0.1, 0.1, 0.1)
ORDER_NAMES = [sign + name for name in ORDERS for sign in ("-", "")]
ROUNDS = 3
TIME = "2026-01-01T00:00:00.000+00:00"

Figures = dict[str, Any]


def make_database(path: Path, levels: int = LEVELS, seed: int = 1) -> None:
    """A new database of so many levels of 40 sessions, scored under two objectives, some of them curated."""
    rng = np.random.Generator(np.random.PCG64(seed))
    with Database.create(f"sqlite:///{path}") as database:
        for _ in range(SESSIONS):
            start_session(database, _SESSION)
        with database.begin() as connection:
            indexes = connection.exec_driver_sql(
                "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND tbl_name = 'levels' AND sql IS NOT NULL"
            ).all()
            for name, _ in indexes:
                connection.exec_driver_sql(f"DROP INDEX {name}")
            rows = level_rows(levels, rng)
            while chunk := list(islice(rows, CHUNK)):
                names = ", ".join(chunk[0])
                places = ", ".join(f":{name}" for name in chunk[0])
                connection.exec_driver_sql(f"INSERT INTO levels ({names}) VALUES ({places})", chunk)
            for _, sql in indexes:
                connection.exec_driver_sql(sql)
            for statement in _BESIDE_LEVELS:
                connection.exec_driver_sql(statement)


def level_rows(levels: int, rng: np.random.Generator) -> Iterator[Figures]:
    """Rows of the table of levels: first what sessions found, one after the other, then some from elsewhere."""
    stock = [_texts(type_, size) for type_, size in KINDS]
    rare = _texts("g", 3)
    metrics = _metrics()
    evolved = levels * 9 // 10
    for number in range(levels):
        session = number * SESSIONS // evolved + 1 if number < evolved else None
        if number % (evolved // SESSIONS) == 0:
            kind = int(rng.choice(len(KINDS), p=SHARES))
        elif session is None:
            kind = int(rng.integers(len(KINDS)))
        is_rare = number % (levels // RARE) == levels // RARE - 1
        text, found = (rare if is_rare else stock[kind])[number % TEXTS]
        figures = _figures(found, number, rng) | {"session_id": session}
        origin = "evolved" if session else "imported" if number % 3 else "generated"
        scored = {"score": figures["depth"], "objective": "deep"} if session else {"score": None, "objective": None}
        measured = metrics | {name: figures[name] for name in ("depth", "moves", "branching")}
        yield (
            _FIXED
            | figures
            | scored
            | {
                "identity": f"{number:040x}",
                "origin": origin,
                "text": text,
                "title": "" if session else f"Level {number}",
                "solution": ("rrDDlluR" * 16)[: figures["depth"]],
                "metrics": json.dumps(measured, separators=(",", ":")),
            }
        )


def _figures(found: Description, number: int, rng: np.random.Generator) -> Figures:
    """Plausible figures of a level: one that is deep is large, gives more choices and is proven less often."""
    depth = 1 + int(rng.gamma(5.0, found.size * 1.5))
    proven = rng.random() > depth / 1000
    return {
        "type": found.type,
        "size": found.size,
        "boxes": found.pieces,
        "depth": depth,
        "lower_bound": depth,
        "upper_bound": depth if proven else depth + 2,
        "proven": bool(proven),
        "moves": None if number % 50 == 0 else 3 * depth + int(rng.integers(40)),
        "branching": None if number % 70 == 0 else float(rng.gamma(3.0, 1.0) + depth / 40),
    }


def _texts(type_: str, size: int) -> list[tuple[str, Description]]:
    family, declaration = get_family("sokoban"), get_declaration("sokoban")
    extra = {"hull": "square"} if type_ == "g" else {}
    space = declaration.space({"type": [type_], "size": [size], "policy": "last"} | extra)
    rng = np.random.Generator(np.random.PCG64(size))
    found: list[tuple[str, Description]] = []
    while len(found) < TEXTS:
        with suppress(GenerationError):
            level = family.generate(family.random_genome(space, rng)).level
            found.append((family.format(level), family.describe(level)))
    return found


def _metrics() -> Figures:
    """All metrics of some level."""
    family, declaration = get_family("sokoban"), get_declaration("sokoban")
    space = declaration.space({"type": ["b"], "size": [3]})
    genome = family.random_genome(space, np.random.Generator(np.random.PCG64(1)))
    level, _ = assess(family, family.generate(genome), genome, declaration.budget(space))
    assert level is not None
    return dict(level.metrics)


_SESSION = SessionSettings(
    family="sokoban", space={}, seed=1, objective="deep", weights={"depth": 1.0}, budget=1_000_000, program="benchmark"
)
_FIXED = {
    "family": "sokoban",
    "nodes": 1000,
    "budget": 1_000_000,
    "author": "",
    "comment": "",
    "created_at": TIME,
    "genome": '{"type":"b","size":3,"policy":"last","seed":[1,2,3],"walk":1000}',
}
_BESIDE_LEVELS = (
    "INSERT INTO scores SELECT id, 'deep', score FROM levels WHERE score IS NOT NULL ORDER BY id",
    "INSERT INTO scores SELECT id, 'human', depth / (1 + branching) FROM levels WHERE branching > 0 ORDER BY id",
    "INSERT INTO rediscoveries SELECT session_id % 40 + 1, id FROM levels WHERE id % 97 = 0 AND session_id IS NOT NULL",
    (
        "INSERT INTO curation SELECT id, iif(id % 5, 'rejected', 'shortlisted'), nullif(id % 6, 0), '', '' FROM levels "
        "WHERE id % 201 = 0"
    ),
    "INSERT INTO tags SELECT id, iif(id % 2, 'open', 'dense') FROM levels WHERE id % 333 = 0",
)


def wishes(levels: int) -> dict[str, LevelFilter]:
    """Frequent, rare and contradictory wishes."""
    return {
        "nothing": LevelFilter(),
        "proven": LevelFilter(proven=True),
        "not proven": LevelFilter(proven=False),
        "type b": LevelFilter(type="b"),
        "type b, size 5, proven": LevelFilter(type="b", size=5, proven=True),
        "type g (100 levels)": LevelFilter(type="g"),
        "size 3": LevelFilter(size=3),
        "imported": LevelFilter(origin="imported"),
        "depth >= 130": LevelFilter(depth_min=130),
        "depth >= 40, branching <= 1": LevelFilter(depth_min=40, branching_max=1.0),
        "depth <= 30, branching >= 4": LevelFilter(depth_max=30, branching_min=4.0),
        "boxes >= 10,000": LevelFilter(pieces_min=10_000),
        "size 3, depth >= 60": LevelFilter(size=3, depth_min=60),
        "size 8, boxes <= 20": LevelFilter(size=8, pieces_max=20),
        "another family": LevelFilter(family="linjat", proven=True),
        "of session 7": LevelFilter(session=7),
        "of session 7, type of none": LevelFilter(session=7, type="x"),
        "scored as deep": LevelFilter(objective="deep"),
        "scored as human, size 3": LevelFilter(objective="human", size=3),
        "scored as unheard-of": LevelFilter(objective="unheard-of"),
        "shortlisted": LevelFilter(state="shortlisted"),
        "tagged, rated 4, proven": LevelFilter(tag="dense", rating_min=4, proven=True),
    }


def times(database: Database, wanted: LevelFilter, order: str, middle: int) -> dict[str, float]:
    """Milliseconds for the first page, one in the middle and the last one."""
    found = get_level(database, middle)
    name = order.removeprefix("-")
    value = found.depth if name == "score" and wanted.objective else getattr(found, name)
    end = Cursor(Place(None, 2**53 if not order.startswith("-") else 0), backward=True)
    places = {"first": None, "middle": Cursor(Place(value, found.id)), "last": end}
    return {where: _milliseconds(database, wanted, order, cursor) for where, cursor in places.items()}


def _milliseconds(database: Database, wanted: LevelFilter, order: str, cursor: Cursor | None) -> float:
    measured = []
    for _ in range(ROUNDS):
        begun = perf_counter()
        page(database, wanted, order, cursor)
        measured.append(1000 * (perf_counter() - begun))
    return median(measured)


def row(name: str, database: Database, wanted: LevelFilter, levels: int) -> Figures:
    """The line of the table for one asked."""
    measured = {order: times(database, wanted, order, levels // 2 + 1) for order in ORDER_NAMES}
    slowest = max(measured, key=lambda order: max(measured[order].values()))
    every = [each for found in measured.values() for each in found.values()]
    return {
        "wanted": name,
        "first page, median ms": median(found["first"] for found in measured.values()),
        "middle page, median ms": median(found["middle"] for found in measured.values()),
        "last page, median ms": median(found["last"] for found in measured.values()),
        "slowest ms": max(every),
        "order": slowest,
        "orders": measured,
    }


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "gallery.db"
        make_database(path)
        with Database.open_readonly(f"sqlite:///{path}") as database:
            rows = [row(name, database, wanted, LEVELS) for name, wanted in wishes(LEVELS).items()]
        title = f"Pages of 50 of {LEVELS:,} levels in a database of {path.stat().st_size / 1e9:.2f} GB, 12 orders"
        report("gallery", title, rows, hidden=["orders"])


if __name__ == "__main__":
    main()
