"""`-v`: what the program does behind its answers, on the error stream."""

import logging
from typing import Any

from numba.core import event

from generator.kernel_cache import cache_folder

PARTS = ("generator", "optimiser", "storage", "service")

_log = logging.getLogger(__name__)


class CompilationLog(event.Listener):
    """Logs each kernel that is compiled; one that is read from the disk is not."""

    def on_start(self, event: Any) -> None:
        function = event.data["dispatcher"].py_func
        _log.info("compiling %s.%s", function.__module__, function.__qualname__)

    def on_end(self, event: Any) -> None:
        """Its beginning is news enough."""


def be_verbose() -> None:
    """Log what all parts of the program do."""
    logging.basicConfig(format="%(asctime)s %(name)s: %(message)s", datefmt="%H:%M:%S")
    for part in PARTS:
        logging.getLogger(part).setLevel(logging.INFO)
    _log.info("compiled kernels are kept in %s", cache_folder())
    event.register("numba:compile", CompilationLog())  # type: ignore[no-untyped-call]
