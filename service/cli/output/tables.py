"""Levels and sessions as tables."""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from generator.registry import pieces_of
from service.cli.output.fitted_table import FittedTable
from service.figures import depth, exact, kind, number, proof
from service.levels.json_objects import KEYS, level_object
from service.sessions.space_words import levels_of
from storage.curation import CurationRow
from storage.queries import LevelRow, SessionRow
from storage.summaries import LevelSummary

NOT_IN_CSV = ("solution", "metrics", "genome", "parents")


Ordered = tuple[str, Sequence[str]]
"""What levels are ordered by, where the table has no column for it by itself: its name, and the figure of each."""


def level_table(rows: Sequence[LevelRow], ordered: Ordered | None = None) -> FittedTable:
    """The figures of levels, a line each; with titles or names, and with families where they differ."""
    family = family_column(rows)
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
        *([] if ordered is None else [(ordered[0], "right")]),
        ("session", "right"),
        ("name", "text"),
    )
    table = FittedTable(columns, drops=("session", "branching", pieces, "moves", "score", "proven", "type"))
    for index, row in enumerate(rows):
        table.add_row(
            str(row.id),
            *[row.family for _ in family],
            kind(row.type, row.size),
            depth(row.lower_bound, row.upper_bound, row.proven),
            proof(row.proven),
            number(row.moves),
            exact(row.pieces),
            number(row.branching),
            number(row.score),
            *([] if ordered is None else [ordered[1][index]]),
            "-" if row.session is None else str(row.session),
            row.title or row.name,
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
            f"{row.family} {levels_of(row.family, row.space)}",
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
