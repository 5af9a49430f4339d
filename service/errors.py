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


class RefusedError(ServiceError):
    """What came from outside, a level or an answer, is not what it must be; the message is the reason."""


class TooLargeError(ServiceError):
    """What came from outside is larger than the service takes."""


class ExhaustedError(ServiceError):
    """What came from outside could not be examined within the limits of time and memory."""


class BusyError(ServiceError):
    """Too many wait already; later there will be room."""


class ContestError(ServiceError):
    """A contest cannot be as it was asked for."""


class NotOpenError(ServiceError):
    """A contest does not take answers; `is_over` says whether it did before."""

    def __init__(self, message: str, *, is_over: bool) -> None:
        super().__init__(message)
        self.is_over = is_over
