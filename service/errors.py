"""What can go wrong at the edges, as exceptions of one line each that say what to do."""

ABORTED = 130
"""The exit code of a process that Ctrl-C has ended."""


class ServiceError(Exception):
    """Root of every error that the service raises on purpose."""


class LevelFileError(ServiceError):
    """A file of levels cannot be read or written."""


class PictureError(ServiceError):
    """A picture cannot be drawn as it was asked for."""


class NoSessionError(ServiceError):
    """There is no session to go on with."""
