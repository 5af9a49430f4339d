"""How often Python looks for garbage that holds itself: what commands and sessions make is hardly ever of that kind."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

BETWEEN = 20_000
"""New objects from one look at the youngest to the next; Python's own 700 cost a quick session a tenth of its time."""

AT_FIRST = 500_000
"""The same for a command from its start. Most end before: what they import is no garbage, and to look through it, with
the last look at the end, cost a short one a quarter of its time or more."""


@contextmanager
def seldom_collected() -> Iterator[None]:
    """Within the block Python looks for garbage less often."""
    before = gc.get_threshold()
    gc.set_threshold(BETWEEN, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


def collect_seldom() -> None:
    """For the rest of this process: look less often, and never at what is there now."""
    gc.freeze()
    gc.set_threshold(BETWEEN, *gc.get_threshold()[1:])


@contextmanager
def collected_late() -> Iterator[None]:
    """Within the block, which ends with the process, Python looks for garbage late, and after it never."""
    gc.set_threshold(AT_FIRST, *gc.get_threshold()[1:])
    try:
        yield
    finally:
        gc.freeze()
