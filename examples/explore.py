"""Evolve into a database, then ask it: the deepest levels as a table, and where the best one comes from."""

import csv
import sys

import cenote

STORAGE = "sqlite:///example.db"

cenote.evolve("sokoban", {"type": "b", "size": 3}, evaluations=160, seed=3, storage=STORAGE)

with cenote.open(STORAGE) as stored:
    levels = stored.levels(order="-depth", limit=5, proven=True)
    rows = cenote.rows(levels)  # where pandas is installed, cenote.frame(levels) is a data frame
    writer = csv.DictWriter(sys.stdout, ["id", "depth", "branching", "solution"], extrasaction="ignore")
    writer.writeheader()
    writer.writerows(rows)
    for ancestor in levels[0].lineage():
        print(ancestor.id, ancestor.depth, ancestor.replay())  # noqa: T201
