"""Levels and sessions as the JSON objects that users rely on; their keys never change."""

import json
import math
from collections.abc import Iterable
from dataclasses import asdict, fields
from typing import Any

from generator import Entry, Metrics
from generator.values import AXES, REQUIRE
from optimiser.recorder import PIECES_KEY, LevelRecord
from storage.contests import ContestLevelRow
from storage.curation import CurationRow
from storage.lineage import LineageNode
from storage.queries import LevelRow, SessionRow
from storage.summaries import LevelSummary
from storage.tables.base import Origin

KEYS = (
    "id",
    "session",
    "family",
    "type",
    "size",
    PIECES_KEY,
    "depth",
    "lower_bound",
    "upper_bound",
    "proven",
    "moves",
    "branching",
    "score",
    "objective",
    "level",
    "solution",
    "metrics",
    "genome",
    "parents",
    "title",
    "author",
    "origin",
    "created_at",
    "state",
    "rating",
    "tags",
    "name",
)

_SHOWN = {"pieces": PIECES_KEY, "text": "level"}
"""What users know under another name than the program has for it."""


def shown(row: LevelSummary | ContestLevelRow | Entry) -> dict[str, Any]:
    """All that a row or a file says of a level, by the names that users rely on."""
    return {_SHOWN.get(field.name, field.name): getattr(row, field.name) for field in fields(row)}


def level_object(row: LevelRow, curation: CurationRow) -> dict[str, Any]:
    """A stored level; `solution` is None also where it is too long to be stored."""
    said = {"state": curation.state, "rating": curation.rating, "tags": curation.tags}
    known = shown(row) | said | {"solution": row.solution or None, "metrics": finite(row.metrics)}
    return {key: known[key] for key in KEYS}


def record_object(record: LevelRecord, level_id: int | None, solution: str | None) -> dict[str, Any]:
    """A level that no session found; `level_id` is None where it is not stored."""
    found = {
        "id": level_id,
        "family": record.family,
        **record.figures(),
        "metrics": finite(record.metrics),
        "level": record.text,
        "solution": solution,
        "genome": record.genome,
        "parents": (),
        "title": "",
        "author": "",
        "origin": Origin.GENERATED,
        "tags": (),
    }
    return {key: found.get(key) for key in KEYS}


def finite(metrics: Metrics) -> Metrics:
    """The metrics, None in place of those that are larger than any float, for which JSON has no word."""
    return {name: value if value is None or abs(value) < math.inf else None for name, value in metrics.items()}


def lineage_object(node: LineageNode) -> dict[str, Any]:
    """A level among the ancestors of another one, with the ids of its parents, the best first."""
    return {
        "id": node.level_id,
        "depth": node.depth,
        "proven": node.proven,
        "score": node.score,
        "origin": node.origin,
        "island": node.island,
        "operator": node.operator,
        "gain": node.gain,
        "parents": [parent.level_id for parent in node.parents],
    }


def session_object(row: SessionRow) -> dict[str, Any]:
    """A session with all its settings; those that are options also by the names of the options."""
    chosen = {"require": row.space.get(REQUIRE, []), "axes": row.space.get(AXES, [])}
    return {"id": row.id, **asdict(row), **chosen, "pool": row.pool_size}


def dumped(value: Any) -> str:
    """JSON as it is printed."""
    return json.dumps(value, indent=2, allow_nan=False)


def dumped_line(value: dict[str, Any]) -> str:
    """A JSON object in a line of its own."""
    return json.dumps(value, allow_nan=False) + "\n"


def dumped_array(objects: Iterable[dict[str, Any]]) -> Iterable[str]:
    """A JSON array in pieces, one for each object as it comes."""
    empty = True
    for value in objects:
        yield ("[\n" if empty else ",\n") + dumped(value)
        empty = False
    yield "[]\n" if empty else "\n]\n"
