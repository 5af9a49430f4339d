"""Levels and sessions as tables."""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from generator.registry import pieces_of
from generator.values import SEEDS
from service.cli.fitted_table import FittedTable
from service.figures import depth, exact, number, proof
from service.levels.json_objects import KEYS, level_object
from storage.curation import CurationRow
from storage.queries import LevelRow, SessionRow
from storage.summaries import LevelSummary

NOT_IN_CSV = ("solution", "metrics", "genome", "parents")


def level_table(rows: Sequence[LevelRow]) -> FittedTable:
    """The figures of levels, a line each; with titles where any level has one, and with families where they differ."""
    titles, family = any(row.title for row in rows), family_column(rows)
    pieces = pieces_of(row.family for row in rows)
    columns = (
        ("id", "right"),
        *family,
        ("type", "left"),
        ("depth", "right"),
        ("proven", "left"),
        ("moves", "right"),
        (pieces, "right"),
        ("branching", "right"),
        ("score", "right"),
        ("session", "right"),
        *([("title", "text")] if titles else []),
    )
    table = FittedTable(columns, drops=("session", "branching", pieces, "moves", "proven", "title", "score", "type"))
    for row in rows:
        table.add_row(
            str(row.id),
            *[row.family for _ in family],
            f"{row.type} {row.size}",
            depth(row.lower_bound, row.upper_bound, row.proven),
            proof(row.proven),
            number(row.moves),
            exact(row.pieces),
            number(row.branching),
            number(row.score),
            "-" if row.session is None else str(row.session),
            *([row.title] if titles else []),
        )
    return table


def family_column(rows: Iterable[LevelSummary]) -> Sequence[tuple[str, str]]:
    """The column of the family, where levels are of more than one."""
    return [("family", "left")] if len({row.family for row in rows}) > 1 else []


def session_table(rows: Iterable[SessionRow]) -> FittedTable:
    """Sessions, a line each; with names where any session has one."""
    rows = [*rows]
    names = any(row.name for row in rows)
    columns = (
        ("id", "right"),
        *([("name", "text")] if names else []),
        ("state", "left"),
        ("levels", "text"),
        ("objective", "text"),
        ("seed", "right"),
        ("evaluations", "right"),
        ("best", "right"),
        ("begun", "left"),
    )
    table = FittedTable(columns, drops=("seed", "begun", "objective", "evaluations", "best", "levels"))
    for row in rows:
        table.add_row(
            str(row.id),
            *([row.name or "-"] if names else []),
            row.state,
            f"{row.family} {space(row.space)}",
            row.objective,
            str(row.seed),
            exact(row.evaluations),
            number(row.best),
            f"{datetime.fromisoformat(row.created_at).astimezone():%Y-%m-%d}",
        )
    return table


def level_csv(rows: Sequence[LevelRow], curations: Mapping[int, CurationRow]) -> str:
    """The figures of levels with all their metrics, as comma-separated values."""
    columns = [key for key in KEYS if key not in NOT_IN_CSV]
    metrics = sorted({name for row in rows for name in row.metrics} - set(columns))
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([*columns, *metrics])
    for row in rows:
        known = level_object(row, curations[row.id])
        known["tags"] = ", ".join(known["tags"])
        writer.writerow([*(known[column] for column in columns), *(row.metrics.get(name) for name in metrics)])
    return text.getvalue()


def space(settings: Mapping[str, Any]) -> str:
    """The settings of a session on one line."""
    shown = {**settings, SEEDS: f"seeds {len(settings[SEEDS])}"} if SEEDS in settings else settings
    return " ".join(_setting(name, value) for name, value in shown.items() if name != "budget")


def _setting(name: str, value: Any) -> str:
    if isinstance(value, list | tuple):
        listed = ",".join(map(str, value))
        return listed if all(isinstance(entry, str) for entry in value) else f"{name} {listed}"
    if isinstance(value, str) and "\n" in value:
        rows = value.split("\n")
        return f"{name} {len(rows)} x {len(rows[0])}"
    return value if isinstance(value, str) else f"{name} {value}"
