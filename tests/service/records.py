"""Everything that a database holds, to compare sessions that took different ways."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from tests.measured import decided

TABLES = {
    "sessions": "id, family, space, seed, objective, weights, generation, evaluations, snapshot",
    "generations": "session_id, number, evaluations, best, mean, diversity, statistics",
    "levels": "id, identity, depth, proven, moves, branching, nodes, session_id, generation, slot, score, text, "
    "solution, genome, metrics",
    "evaluations": "session_id, generation, slot, operator, outcome, score, nodes, level_id",
    "lineage": "child_id, parent_id, operator, parent_score, child_score, generation, slot",
    "pool": "session_id, rank, level_id",
    "archive_cells": "session_id, cell, level_id, score",
    "scores": "level_id, objective, score",
}


def everything(path: Path) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table, except for what is measured of the machines."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
        rows = {
            table: database.execute(f"SELECT {columns} FROM {table} ORDER BY 1, 2, 3").fetchall()
            for table, columns in TABLES.items()
        }
    return {**rows, "generations": [_decided(row) for row in rows["generations"]]}


def _decided(generation: tuple[Any, ...]) -> tuple[Any, ...]:
    *figures, statistics = generation
    return *figures, decided(json.loads(statistics))
