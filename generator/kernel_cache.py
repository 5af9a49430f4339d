"""Where the compiled code of kernels is kept: a folder for each state of their sources and of what compiles them.

So a kernel is compiled anew when another one that it calls has changed, which numba by itself does not see. The folder
lies in the user's cache folder, or in NUMBA_CACHE_DIR where that is set. So the program need not be installed in a
place that can be written.
"""

import os
import tempfile
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from shutil import rmtree

from platformdirs import user_cache_path

SOURCES = Path(__file__).parent
"""The folder below which all kernels lie, in files named `*kernel*.py`."""
COMPILERS = ("numba", "llvmlite", "numpy")
KEPT = 4
"""States of the kernels whose compiled code is kept, the last ones that were used."""


@cache
def cache_folder() -> Path:
    """The folder of the compiled code, made if it is missing; where the user has no place for it, a temporary one."""
    try:
        return _prepared(Path(os.environ.get("NUMBA_CACHE_DIR") or user_cache_path("cenote")))
    except OSError:
        return _prepared(_temporary_folder())


def source_digest(folder: Path = SOURCES) -> str:
    """What names a state of the kernels: a digest of all their sources, and of the libraries that compile them."""
    digest = sha256(" ".join(map(version, COMPILERS)).encode())
    for path in sorted(folder.rglob("*kernel*.py")):
        digest.update(str(path.relative_to(folder)).encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def _temporary_folder() -> Path:
    """The same one at every start, unless somebody else has made it: compiled code of others is not run."""
    folder = Path(tempfile.gettempdir(), f"cenote-{os.getuid()}")
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder if folder.stat().st_uid == os.getuid() else Path(tempfile.mkdtemp(prefix="cenote-"))


def _prepared(outer: Path) -> Path:
    """The folder of the present kernels, as the one that was used last; of others only a few are left."""
    folder = outer / "kernels" / source_digest()
    folder.mkdir(parents=True, exist_ok=True)
    os.utime(folder)
    for old in sorted(folder.parent.iterdir(), key=lambda other: other.stat().st_mtime)[:-KEPT]:
        rmtree(old, ignore_errors=True)
    return folder
