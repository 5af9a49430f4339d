"""What the tests of executors have called: importable by name, so that other processes find it."""

import os
import signal
from pathlib import Path
from time import sleep

from optimiser.errors import ReplayMismatchError


class Notebook:
    """What a worker prepares: a notebook of its own, with a word on its cover."""

    def __init__(self, word: str) -> None:
        self.word = word
        self.calls = 0


def notebook(word: str, folder: Path) -> Notebook:
    """A new notebook, which leaves a file in the folder under the number of its process."""
    with (folder / str(os.getpid())).open("a") as file:
        file.write("x")
    return Notebook(word)


def said(prepared: Notebook, number: int, *, twice: bool = False) -> tuple[str, int]:
    """The word of the notebook, and a number."""
    prepared.calls += 1
    return prepared.word, 2 * number if twice else number


def refused(prepared: Notebook, number: int) -> int:
    """Finds a bug."""
    raise ReplayMismatchError("{word} does not replay: {number}", word=prepared.word, number=number)


def deadly(prepared: Notebook, deaths: Path, number: int) -> int:
    """The number; kills its process as often as the file `deaths` has letters, and takes one off each time."""
    if left := deaths.read_text():
        deaths.write_text(left[1:])
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def nothing() -> None:
    """Prepares nothing."""


def process_of(prepared: None) -> int:
    """The number of the process that makes the call."""
    return os.getpid()


def nap(prepared: None, seconds: float) -> float:
    """A call that costs no processor time."""
    sleep(seconds)
    return seconds
