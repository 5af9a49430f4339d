"""How long an input may take."""

SECONDS = 10.0
"""Seconds of the processor that an input may take, as much as the sandbox allows."""


class SlowInputError(Exception):
    """A parser took too long for an input."""
