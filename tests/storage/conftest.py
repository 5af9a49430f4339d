"""Fixtures of databases in real files."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from multiprocessing import get_context
from multiprocessing.context import ForkServerContext
from pathlib import Path

import pytest

from storage.connection import database_path
from storage.database import Database


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/levels.db"


@pytest.fixture(scope="session")
def blank(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database without rows, to be copied: making one takes a hundred times as long."""
    path = tmp_path_factory.mktemp("blank") / "levels.db"
    Database.create(f"sqlite:///{path}").close()
    return path


@pytest.fixture
def database(url: str, blank: Path) -> Iterator[Database]:
    shutil.copy(blank, database_path(url))
    ticks = iter(range(10**6))
    with Database.open(url, now=lambda: f"2026-01-01T00:00:{next(ticks):06}") as database:
        yield database


@pytest.fixture(scope="session")
def processes() -> ForkServerContext:
    """Real processes that begin quickly, because their server has imported storage already."""
    context = get_context("forkserver")
    context.set_forkserver_preload(["tests.storage.writers"])
    return context


class SmallDisk:
    """A disk of one megabyte that can be filled, emptied and made read-only."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._ballast = folder / "ballast"

    def fill(self, leave: int) -> None:
        free = os.statvfs(self.folder)
        self._ballast.write_bytes(b"x" * (free.f_bavail * free.f_bsize - leave))

    def empty(self) -> None:
        self._ballast.unlink()

    def protect(self) -> None:
        _mount("-o", "remount,ro", self.folder)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[SmallDisk | None]:
    """A small disk, or None where mounting is not allowed."""
    folder = tmp_path / "disk"
    folder.mkdir()
    try:
        _mount("-t", "tmpfs", "-o", "size=1m", "tmpfs", folder)
    except (subprocess.CalledProcessError, FileNotFoundError):
        yield None
        return
    try:
        yield SmallDisk(folder)
    finally:
        subprocess.run(["umount", folder], check=True)


def _mount(*arguments: str | Path) -> None:
    subprocess.run(["mount", *arguments], check=True, capture_output=True)
