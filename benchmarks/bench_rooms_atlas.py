"""The atlas of rooms by their cells on two workers: every room, every set of goals that can hold a record.

The reference works 7 cells out in plain Python: it searches every room from every set of goals.
"""

import sys
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.bench_atlas import WORKERS, Silence
from benchmarks.processors import processor_seconds
from benchmarks.report import Row, report
from service.atlas.enumeration import Summary, atlas_named, chart, summary
from storage.database import Database
from tests.oracles import rooms

CELLS = range(8, 15)
SMALL = 7
"""Cells of the rooms that the reference works out."""


def charted(cells: int, folder: str) -> tuple[Summary, float, float]:
    """One atlas, worked out into a database of its own, with its seconds and those of all processors."""
    name = atlas_named("sokoban", {"type": "free", "cells": cells})
    with Database.create(f"sqlite:///{folder}/{cells}.db") as database:
        begun, used = perf_counter(), processor_seconds()
        atlas_id = chart(database, name, WORKERS, Silence())
        seconds, used = perf_counter() - begun, processor_seconds() - used
        found = summary(database, atlas_id, name)
    assert found.complete
    return found, seconds, used


def most(found: Summary) -> Mapping[str, int]:
    """By aim the greatest depth of all numbers of boxes."""
    return {aim: max(record.depth for record in found.records if record.aim == aim) for aim in ("moves", "pushes")}


def measured(cells: int, folder: str) -> Row:
    found, seconds, used = charted(cells, folder)
    return {"cells": cells, "rooms": found.states, **most(found), "seconds": seconds, "processor seconds": used}


def reference(folder: str) -> tuple[Row, Row]:
    """The records of small rooms by searches from every set of goals, and by ours."""
    begun = perf_counter()
    plain = rooms.records(SMALL)
    seconds = perf_counter() - begun
    found, ours, _ = charted(SMALL, folder)
    assert {(record.pieces, record.aim): (record.depth, record.levels) for record in found.records} == plain
    return (
        {"search": "every set of goals, plain Python", "cells": SMALL, "records": len(plain), "seconds": seconds},
        {"search": "bounds first, two workers", "cells": SMALL, "records": len(found.records), "seconds": ours},
    )


def main() -> None:
    with TemporaryDirectory() as folder:
        # Kernels are compiled before the clock starts.
        charted(6, folder)
        rows = [measured(cells, folder) for cells in CELLS]
        compared = reference(folder)
    report("rooms_atlas", "Atlases of rooms on two workers, from nothing to every level stored", rows)
    report("rooms_atlas_reference", f"The records of {SMALL} cells", compared)


if __name__ == "__main__":
    main()
