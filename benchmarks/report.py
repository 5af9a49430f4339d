"""How every benchmark reports: a table on the screen, and JSON with the machine and the versions beside it."""

import csv
import json
import os
import platform
import sys
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

RESULTS = Path(__file__).parent / "results"
Row = Mapping[str, Any]


PACKAGES = ("cenote", "numba", "numpy", "sqlalchemy")


def report(
    name: str, title: str, rows: Sequence[Row], hidden: Sequence[str] = (), packages: Sequence[str] = PACKAGES
) -> None:
    """Print the rows as a table but for hidden columns, and write them all to results/NAME.json.

    Versions of the packages are written with them.
    """
    table = Table(title=title)
    columns = [column for column in rows[0] if column not in hidden]
    for column in columns:
        table.add_column(column, justify="left" if column == columns[0] else "right")
    for row in rows:
        table.add_row(*(_shown(row[column]) for column in columns))
    Console(width=140).print(table)
    RESULTS.mkdir(exist_ok=True)
    found = {"title": title, "machine": machine(packages), "rows": list(rows)}
    (RESULTS / f"{name}.json").write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")


def save(name: str, rows: Sequence[Row]) -> None:
    """Write rows to results/NAME.csv, where there are too many for a table."""
    with (RESULTS / f"{name}.csv").open("w", encoding="utf-8", newline="") as file:
        lines = csv.DictWriter(file, rows[0], lineterminator="\n")
        lines.writeheader()
        lines.writerows(rows)


def append(name: str, row: Row) -> None:
    """Add a row to results/NAME.csv, as soon as it is measured."""
    with (RESULTS / f"{name}.csv").open("a", encoding="utf-8", newline="") as file:
        lines = csv.DictWriter(file, row, lineterminator="\n")
        if file.tell() == 0:
            lines.writeheader()
        lines.writerow(row)


def saved(name: str) -> list[dict[str, str]]:
    """The rows of results/NAME.csv, from which a benchmark goes on; none before the first."""
    path = RESULTS / f"{name}.csv"
    if not path.is_file():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def machine(packages: Sequence[str] = PACKAGES) -> dict[str, Any]:
    """Where and with what the figures were measured."""
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "processor": _processor(),
        "cores": len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count(),
        "system": platform.platform(terse=True),
        "python": sys.version.split()[0],
        **{package: version(package) for package in packages},
    }


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor()
    return next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), "unknown")


def _shown(value: object) -> str:
    return f"{value:,.2f}" if isinstance(value, float) else f"{value:,}" if isinstance(value, int) else str(value)
