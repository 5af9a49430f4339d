"""What can go wrong between the browser and the service, and which status reports it."""

from generator.errors import PuzzleError
from optimiser.errors import OptimiserError
from service.errors import BusyError, ServiceError, TooLargeError
from storage.errors import (
    DatabaseLockedError,
    DiskFullError,
    NameTakenError,
    QuotaError,
    ReadOnlyError,
    SessionBusyError,
    StorageError,
)


class WebError(ServiceError):
    """Root of what only the service in the browser refuses."""


class ForgeryError(WebError):
    """A request may be made by another site in the name of the visitor."""


class TooManyRequestsError(WebError):
    """An address has asked too often."""


class LoginRequiredError(WebError):
    """Only somebody who is logged in may see this."""


class RightMissingError(WebError):
    """Somebody who is logged in may not do this."""


class NoSuchPageError(WebError, LookupError):
    """There is nothing at this address."""


FORESEEN = (PuzzleError, OptimiserError, StorageError, ServiceError)
"""Every error that a visitor may cause; its text says what to do."""

_STATUS: tuple[tuple[type[Exception], int], ...] = (
    (LoginRequiredError, 401),
    (ForgeryError, 403),
    (RightMissingError, 403),
    (LookupError, 404),
    (SessionBusyError, 409),
    (TooManyRequestsError, 429),
    (QuotaError, 429),
    (NameTakenError, 403),
    (TooLargeError, 413),
    (BusyError, 503),
    (DatabaseLockedError, 503),
    (DiskFullError, 507),
    (ReadOnlyError, 503),
)


def status_of(error: Exception) -> int:
    """The HTTP status of a foreseen error: 422 where what was sent is at fault."""
    return next((status for kind, status in _STATUS if isinstance(error, kind)), 422)
