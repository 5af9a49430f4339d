"""How often an address, or a network of IPv6, may ask for what costs something."""

from fastapi import Request
from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from generator.messages import Message
from service.web.errors import TooManyRequestsError
from service.web.security.addresses import origin_of


class RateLimits:
    """The requests of the last while, by what they asked for and the address that they came from."""

    def __init__(self) -> None:
        self._limiter = MovingWindowRateLimiter(MemoryStorage())

    def take(self, rate: RateLimitItem, *names: str) -> None:
        """Count a request. Raises TooManyRequestsError where there were too many."""
        if not self._limiter.hit(rate, *names):
            raise TooManyRequestsError(
                "too many requests from your address ({count} per {multiple} {unit}); wait a while and try again",
                count=rate.amount,
                multiple=rate.multiples,
                unit=Message(rate.GRANULARITY.name),
            )


class RateLimit:
    """A dependency that allows an address so many requests for a purpose.

    It counts a request once, however often it is asked: a guarded route asks before it reads the body.
    """

    def __init__(self, purpose: str, rate: str) -> None:
        self._purpose, self._rate = purpose, parse(rate)

    async def __call__(self, request: Request) -> None:
        taken: set[RateLimit] = request.scope.setdefault("cenote.limits", set())
        if self not in taken:
            taken.add(self)
            limits: RateLimits = request.app.state.limits
            limits.take(self._rate, self._purpose, origin_of(request))


def limited(purpose: str, rate: str) -> RateLimit:
    """A dependency that allows an address so many requests for a purpose, `rate` as in "5 per minute"."""
    return RateLimit(purpose, rate)


def address_of(request: Request) -> str:
    """The address that a request comes from."""
    return request.client.host if request.client else ""
