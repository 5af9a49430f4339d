"""Installs small packages as pip would, without it and without the network: what Python finds is all that matters."""

import os
import shutil
import tomllib
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).parents[1]


def install_project(project: Path, site: Path) -> None:
    """Install the project of a folder, all of whose packages lie beside its `pyproject.toml`."""
    declared = tomllib.loads((project / "pyproject.toml").read_text("utf-8"))
    for package in declared["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]:
        shutil.copytree(project / package, site / package, ignore=shutil.ignore_patterns("__pycache__"))
    install(declared["project"]["name"], declared["project"]["entry-points"], site)


def install(name: str, entry_points: Mapping[str, Mapping[str, str]], site: Path) -> None:
    """Tell Python of a package with these entry points by group and name."""
    information = site / f"{name.replace('-', '_')}-0.1.0.dist-info"
    information.mkdir(parents=True)
    (information / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 0.1.0\n")
    groups = (
        f"[{group}]\n" + "".join(f"{n} = {v}\n" for n, v in points.items()) for group, points in entry_points.items()
    )
    (information / "entry_points.txt").write_text("\n".join(groups))


def search_path(site: Path) -> str:
    """The PYTHONPATH of processes that shall find what is installed in a folder, beside the program itself."""
    return os.pathsep.join([str(ROOT), str(site), *filter(None, [os.environ.get("PYTHONPATH")])])
