"""`cenote doctor`: what this program runs on."""

import os
import platform
import shlex
import sqlite3
import stat
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

import click

from generator import family_names
from generator.kernel_cache import cache_folder
from generator.registry import broken_families
from service.cli.output.console import printed, standard_output
from service.cli.output.fitted_table import figures_grid
from service.cli.parameters.options import storage_option
from service.confined import network_left
from service.figures import size
from service.settings import program_version, usable_cores
from storage.connection import database_path
from storage.database import Database
from storage.errors import StorageError
from storage.revisions import head_revision
from storage.sqlite_version import sqlite_warning
from storage.upkeep import maintenance
from storage.upkeep.growth import growth, users_of

PACKAGES = ("numpy", "numba", "llvmlite", "sqlalchemy", "alembic", "deap", "click", "rich", "pillow", "resvg-py")

FEW_DAYS = 30
"""A disk that is full within so many days is warned of."""


@click.command()
@storage_option
def doctor_command(storage: str) -> None:
    """Show what this program runs on.

    Example: cenote doctor
    """
    printed(standard_output(), figures_grid(dict(_findings(storage)), "bold"))


def _findings(storage: str) -> Iterator[tuple[str, str]]:
    yield "cenote", program_version()
    yield "python", f"{platform.python_version()} ({platform.platform()})"
    for package in PACKAGES:
        yield package, version(package)
    yield "SQLite", f"warning: {warning}" if (warning := sqlite_warning()) else sqlite3.sqlite_version
    yield "cores", f"{usable_cores()} usable of {os.cpu_count()}"
    yield "memory", f"{_gigabytes('SC_AVPHYS_PAGES'):.1f} GB free of {_gigabytes('SC_PHYS_PAGES'):.1f} GB"
    yield "kernels", _kernel_cache()
    yield "families", ", ".join(family_names())
    yield from (("", f"warning: {broken}") for broken in broken_families())
    reason = network_left()
    yield "sandbox", f"warning: it has network, because {reason}" if reason else "without network"
    yield "storage", storage
    yield "revision", _revision(storage)
    yield "readable by", _readers(storage)
    yield from _growing(storage)


def _gigabytes(pages: str) -> float:
    return os.sysconf(pages) * os.sysconf("SC_PAGE_SIZE") / 1e9


def _kernel_cache() -> str:
    """Where compiled kernels are kept."""
    compiled = len(list(cache_folder().rglob("*.nbc")))
    return f"{cache_folder()}, " + (
        f"compiled: {compiled}" if compiled else "nothing yet; the first start takes a minute"
    )


def _growing(storage: str) -> Iterator[tuple[str, str]]:
    """How large the database is, how soon its disk is full, and who holds its log back."""
    try:
        with Database.open_readonly(storage) as database:
            found, path = growth(database), database.path
    except StorageError:
        return
    each = f", {found.per_evaluation:,.0f} bytes an evaluation" if found.evaluations else ""
    yield "size", f"{size(found.size)}{each}, {size(found.free)} free"
    if (days := found.days_left) is not None:
        daily = size(found.pace * found.per_evaluation)
        warning = "warning: " if days < FEW_DAYS else ""
        left = "1 day" if round(days) == 1 else f"{days:,.0f} days"
        yield "growth", f"{warning}{daily} a day by the sessions that run; the disk is full in {left}"
    if found.log_is_long:
        users = ", ".join(f"process {number} ({name})" for number, name in users_of(path))
        yield (
            "log",
            (
                f"warning: {size(found.log)}; a reader holds it back, one of: {users or 'unknown'}; "
                "end that, and the next generation shortens the log"
            ),
        )


def _readers(storage: str) -> str:
    """Who can read the database and the key of its cookies."""
    path = database_path(storage)
    kept = [file for file in (path, Path(f"{path}.key")) if file.exists()]
    open_ = [file for file in kept if file.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO)]
    return f"other users; keep them out with: chmod go= {shlex.join(map(str, open_))}" if open_ else "its owner alone"


def _revision(storage: str) -> str:
    try:
        return f"{maintenance.revision(storage)} (this program: {head_revision()})"
    except StorageError as error:
        return str(error)
