"""How often an address, or a network of IPv6, may ask for what costs something."""

from collections.abc import Awaitable, Callable

from fastapi import Request
from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from service.web.errors import TooManyRequestsError
from service.web.security.addresses import origin_of


class RateLimits:
    """The requests of the last while, by what they asked for and the address that they came from."""

    def __init__(self) -> None:
        self._limiter = MovingWindowRateLimiter(MemoryStorage())

    def take(self, rate: RateLimitItem, *names: str) -> None:
        """Count a request. Raises TooManyRequestsError where there were too many."""
        if not self._limiter.hit(rate, *names):
            raise TooManyRequestsError(f"too many requests from your address ({rate}); wait a while and try again")


def limited(purpose: str, rate: str) -> Callable[[Request], Awaitable[None]]:
    """A dependency that allows an address so many requests for a purpose, `rate` as in "5 per minute"."""
    item = parse(rate)

    async def take(request: Request) -> None:
        limits: RateLimits = request.app.state.limits
        limits.take(item, purpose, origin_of(request))

    return take


def address_of(request: Request) -> str:
    """The address that a request comes from."""
    return request.client.host if request.client else ""
