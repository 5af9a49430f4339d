"""How long kernels are compiled, so that what is measured beside that can leave it out."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from numba.core import event

events: Any = event


class CompileTime:
    """The seconds that went into compiling kernels, and into loading compiled ones."""

    seconds: float = 0.0


@contextmanager
def compile_time() -> Iterator[CompileTime]:
    """Measure what kernels of the block need to be compiled or loaded; it is known when the block is left."""
    spent = CompileTime()

    def take(seconds: float) -> None:
        spent.seconds = seconds

    with events.install_timer("numba:compiler_lock", take):
        yield spent
