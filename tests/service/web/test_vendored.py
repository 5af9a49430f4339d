"""The libraries of others are as their packages have them, with their licences, and contact nobody."""

import hashlib
from pathlib import Path

from service.web.routes.statics import STATIC

VENDOR = STATIC / "vendor"


def listed() -> dict[Path, str]:
    lines = (VENDOR / "SHA256SUMS").read_text().splitlines()
    return {VENDOR / name: digest for digest, name in (line.split("  ") for line in lines)}


def test_every_file_has_its_sum() -> None:
    files = {path for path in VENDOR.rglob("*") if path.is_file() and path.parent != VENDOR}
    assert files == set(listed())
    assert all(hashlib.sha256(path.read_bytes()).hexdigest() == digest for path, digest in listed().items())


def test_every_library_comes_with_its_licence() -> None:
    folders = [path for path in VENDOR.iterdir() if path.is_dir()]
    assert folders
    assert all((folder / "LICENSE").read_text().strip() for folder in folders)
