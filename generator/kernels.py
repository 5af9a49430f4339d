"""The decorator of kernels: where compiled code is kept, and how kernels do without counted references.

**Compiled code** is kept in one folder for each state of the kernels. Its name is a digest of their sources and of
numba's version. So a kernel is compiled anew when another one that it calls has changed, which numba by itself does not
see. The folder lies in the user's cache folder, or in NUMBA_CACHE_DIR where that is set. So the program need not be
installed in a place that can be written.

**Counted references.** Counting references to arrays took three quarters of the time of kernels that hand many of them
on in tuples. numba's option `_nrt=False` leaves the counting out. That is safe here. Whatever would need it, a kernel
that allocates or draws random numbers, is refused by numba when it is compiled. The arrays that a kernel is given
belong to Python, which holds them until the call is over. The option has no documentation, so a test fails if a new
version of numba drops it.
"""

import os
import tempfile
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from shutil import rmtree
from typing import Any, Protocol, TypeVar, cast, overload

from numba import __version__ as numba_version
from numba import njit
from numba.core import config as numba_config
from numpy.typing import NDArray
from platformdirs import user_cache_path

Kernel = TypeVar("Kernel", bound=Callable[..., Any])

SOURCES = Path(__file__).parent
"""The folder below which all kernels lie, in files named `*kernel*.py`."""
KEPT = 4
"""States of the kernels whose compiled code is kept, the last ones that were used."""


config: Any = numba_config


class Decorator(Protocol):
    """Compiles a function when it is first called, and keeps it on disk."""

    def __call__(self, function: Kernel) -> Kernel: ...


@overload
def kernel(function: Kernel) -> Kernel: ...
@overload
def kernel(*, allocates: bool = False, inline: bool = False) -> Decorator: ...
def kernel(
    function: Kernel | None = None, *, allocates: bool = False, inline: bool = False
) -> Kernel | Callable[[Kernel], Kernel]:
    """Make a function a kernel.

    One that `allocates` says so. It must not be called by one that does not, which would pass its option on. With
    `inline` it becomes part of each kernel that calls it.
    """
    options: dict[str, Any] = {"cache": True, "_nrt": allocates, "inline": "always" if inline else "never"}

    def compiled(function: Kernel) -> Kernel:
        outside, config.CACHE_DIR = config.CACHE_DIR, str(cache_folder())
        try:
            return cast(Kernel, njit(**options)(function))
        finally:
            config.CACHE_DIR = outside

    return compiled(function) if function is not None else compiled


@cache
def cache_folder() -> Path:
    """The folder of the compiled code, made if it is missing; where the user has no place for it, a temporary one."""
    try:
        return _prepared(Path(config.CACHE_DIR or user_cache_path("cenote")))
    except OSError:
        return _prepared(_temporary_folder())


def source_digest(folder: Path = SOURCES) -> str:
    """What names a state of the kernels: a digest of all their sources, and of numba's version."""
    digest = sha256(numba_version.encode())
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


@kernel
def copy_into(target: NDArray[Any], source: NDArray[Any]) -> None:
    """Copy an array of one dimension as `target[:] = source` does, but without an array in between."""
    for place in range(len(target)):
        target[place] = source[place]


@kernel
def are_equal(one: NDArray[Any], other: NDArray[Any]) -> bool:
    """Whether two arrays of one dimension and the same length are equal, without an array of truths in between."""
    differences = 0
    for place in range(len(one)):
        differences += one[place] != other[place]
    return differences == 0
