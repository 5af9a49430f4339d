"""The atlas of rooms by their cells on two workers: every room, every set of goals that can hold a record.

A second table has a level of each record, of small rooms, too.
The reference works 7 cells out in plain Python: it searches every room from every set of goals.
"""

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.bench_atlas import WORKERS, Silence
from benchmarks.processors import processor_seconds
from benchmarks.report import Row, report
from service.atlas.enumeration import Summary, atlas_named, chart, summary
from storage.database import Database
from storage.queries import get_text
from tests.oracles import rooms

SMALL = 7
"""Cells of the rooms that the reference works out."""

SMALLER, CELLS = range(3, SMALL + 1), range(SMALL + 1, 15)
"""Cells of the atlases whose levels are listed, and of those that are measured as well."""


class Charted(NamedTuple):
    """An atlas that was worked out, a level of each record, and the seconds of the clock and of all processors."""

    found: Summary
    levels: list[Row]
    seconds: float
    used: float


def charted(cells: int, folder: str) -> Charted:
    """One atlas, worked out into a database of its own."""
    name = atlas_named("sokoban", {"type": "free", "cells": cells})
    with Database.create(f"sqlite:///{folder}/{cells}.db") as database:
        begun, used = perf_counter(), processor_seconds()
        atlas_id = chart(database, name, WORKERS, Silence())
        seconds, used = perf_counter() - begun, processor_seconds() - used
        found = summary(database, atlas_id, name)
        levels = [*levels_of(cells, found, database)]
    assert found.complete
    return Charted(found, levels, seconds, used)


def levels_of(cells: int, found: Summary, database: Database) -> Iterator[Row]:
    """A level of each record."""
    for record in found.records:
        assert record.level_id is not None, "rooms of so many cells are stored"
        text = get_text(database, record.level_id)[1].rstrip("\n").replace("\n", "|")
        yield {
            "cells": cells,
            "boxes": record.pieces,
            "aim": record.aim,
            "depth": record.depth,
            "levels": record.levels,
            "level": text,
        }


def most(found: Summary) -> Mapping[str, int]:
    """By aim the greatest depth of all numbers of boxes."""
    return {aim: max(record.depth for record in found.records if record.aim == aim) for aim in ("moves", "pushes")}


def row_of(cells: int, atlas: Charted) -> Row:
    row = {"cells": cells, "rooms": atlas.found.states, **most(atlas.found)}
    return {**row, "seconds": atlas.seconds, "processor seconds": atlas.used}


def reference(ours: Charted) -> tuple[Row, Row]:
    """The records of small rooms by searches from every set of goals, and by ours."""
    begun = perf_counter()
    plain = rooms.records(SMALL)
    seconds = perf_counter() - begun
    records = ours.found.records
    assert {(record.pieces, record.aim): (record.depth, record.levels) for record in records} == plain
    return (
        {"search": "every set of goals, plain Python", "cells": SMALL, "records": len(plain), "seconds": seconds},
        {"search": "bounds first, two workers", "cells": SMALL, "records": len(records), "seconds": ours.seconds},
    )


def main() -> None:
    with TemporaryDirectory() as folder:
        # Kernels are compiled before the clock starts.
        small = [charted(cells, folder) for cells in SMALLER]
        atlases = {cells: charted(cells, folder) for cells in CELLS}
    rows = [row_of(cells, atlas) for cells, atlas in atlases.items()]
    report("rooms_atlas", "Atlases of rooms on two workers, from nothing to every level stored", rows)
    report("rooms_atlas_reference", f"The records of {SMALL} cells", reference(small[-1]))
    levels = [row for atlas in (*small, *atlases.values()) for row in atlas.levels]
    report("rooms_atlas_levels", "A level of each record", levels)


if __name__ == "__main__":
    main()
