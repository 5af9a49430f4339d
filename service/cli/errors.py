"""Turns every foreseen error into one line on the standard error stream and exit code 2."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any

import click
from click.exceptions import Exit, NoArgsIsHelpError

from generator.messages import Message, MessageError
from service.errors import ABORTED, TO_PROGRAM, ServiceError, for_program


class Refusal(click.ClickException):
    """What the user asked for cannot be done; the message says why in one line, and what to do."""

    exit_code = 2

    def __init__(self, message: Message) -> None:
        super().__init__(" ".join(str(message).split()))
        self._told = message

    def show(self, file: IO[Any] | None = None) -> None:
        super().show(file)
        if TO_PROGRAM in os.environ:
            click.echo(for_program(self._told), err=True)


@contextmanager
def refusals() -> Iterator[None]:
    """Turn what a command raises into a Refusal, and Ctrl-C into exit code 130; bugs pass through."""
    try:
        with _stdout_flushed():
            yield
    except (BrokenPipeError, Exit, Refusal, NoArgsIsHelpError):
        raise  # click knows what to do
    except click.UsageError as error:
        where = f" (see {error.ctx.command_path} --help)" if error.ctx else ""
        raise Refusal(Message("{problem}{where}", problem=error.format_message(), where=where)) from error
    except KeyboardInterrupt as error:
        raise Exit(ABORTED) from error
    except _foreseen() as error:
        raise Refusal(_message(error)) from error


def _foreseen() -> tuple[type[Exception], ...]:
    """The errors that a user may cause; looked up only when something was raised, for the imports cost time."""
    from generator import PuzzleError
    from optimiser.errors import OptimiserError
    from storage.errors import StorageError

    return PuzzleError, OptimiserError, StorageError, ServiceError, OSError, MemoryError


def _message(error: Exception) -> Message:
    if isinstance(error, MemoryError):
        return Message("there is not enough memory for this; lower --nodes, or use fewer --workers")
    if isinstance(error, OSError):
        place = "" if error.filename is None else f"{error.filename}: "
        return Message("{place}{error}", place=place, error=error.strerror or error)
    return error.message if isinstance(error, MessageError) else Message(str(error))


@contextmanager
def _stdout_flushed() -> Iterator[None]:
    """Write out what is printed while errors can still be reported, and drop what cannot be written."""
    try:
        yield
        sys.stdout.flush()
    except OSError:
        _drop_unwritten()
        raise


def _drop_unwritten() -> None:
    try:
        sys.stdout.flush()
    except OSError:
        # Python would flush it once more at its end, fail again and say so.
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
