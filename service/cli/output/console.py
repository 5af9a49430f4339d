"""Where output goes: the standard output, the standard error stream, and whether somebody looks at them."""

import os
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from threading import Timer
from typing import Self, TextIO, TypeVar

from rich.console import Console, RenderableType
from rich.progress import Progress

from service.cli.parameters.options import Output
from service.figures import ascii_only
from service.levels.files import STANDARD, UTF_8, new_file

PIPED_WIDTH = 500
"""Columns of a table that no terminal shows: enough that nothing is cut off."""
COMPILING = "compiling kernels (once, up to a minute) ..."
PATIENCE = 5.0
"""Seconds before users see why they are waiting."""

Item = TypeVar("Item")


def standard_output() -> Console:
    """The standard output; in a pipe lines are as long as they are."""
    console = Console(markup=False, highlight=False, emoji=False, soft_wrap=False)
    if not console.is_terminal:
        console.width = PIPED_WIDTH
    return console


def printed(console: Console, *parts: RenderableType) -> None:
    """Print and write out; lines of text are never wrapped or cut, and no file gets the padding of tables."""
    with console.capture() as capture:
        for part in parts:
            console.print(part, soft_wrap=isinstance(part, str), crop=False)
    text = capture.get()
    if not console.encoding.startswith("utf"):
        text = ascii_only(text)
    if not console.is_terminal:
        text = re.sub(" +\n", "\n", text)
    console.file.write(text)
    console.file.flush()


def printed_to(file: TextIO, part: RenderableType) -> None:
    """Print to a file or to the standard output."""
    printed(standard_output() if file is sys.stdout else Console(file=file, width=PIPED_WIDTH), part)


@contextmanager
def destination(output: Output, encoding: str = UTF_8) -> Iterator[TextIO]:
    """The file that an answer goes to, or the standard output. Raises LevelFileError or OSError."""
    if output.path == STANDARD:
        if encoding != UTF_8 and isinstance(sys.stdout, TextIOWrapper):
            sys.stdout.reconfigure(encoding=encoding, errors="strict")
        yield sys.stdout
    else:
        with new_file(output.path, output.force, encoding) as file:
            yield file


def tell(message: str) -> None:
    """Say something that is not the answer of the command, above a progress bar where there is one."""
    sys.stderr.write(f"{message}\n")


def tell_at_once(message: str) -> None:
    """Say it past every buffer, for a signal may come in the middle of a print."""
    if sys.__stderr__ is not None:
        os.write(sys.__stderr__.fileno(), f"{message}\n".encode())


def flushed(items: Iterable[Item], file: TextIO) -> Iterator[Item]:
    """The items; what was written of one can be read as soon as the next one is asked for."""
    for item in items:
        yield item
        file.flush()


class CompilingNotice:
    """Says within the block that kernels are being compiled, if the block takes long."""

    def __init__(self) -> None:
        self._timer = Timer(PATIENCE, tell, [COMPILING])
        self._timer.daemon = True

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.cancel()

    def start(self) -> None:
        """The user begins to wait."""
        self._timer.start()

    def cancel(self) -> None:
        """There is nothing more to wait for."""
        self._timer.cancel()


def watched(items: Iterable[Item], total: int | None, doing: str) -> Iterator[Item]:
    """The items, with a progress bar where somebody looks at the standard error stream."""
    console = Console(stderr=True)
    with Progress(console=console, transient=True, redirect_stdout=False, disable=not console.is_terminal) as progress:
        yield from progress.track(items, total=total, description=doing)
