"""Routes that know from the headers of a request whether they want its body, before they read any of it."""

from collections.abc import Callable, Coroutine
from functools import wraps
from inspect import iscoroutinefunction, unwrap
from typing import Any, TypeVar

from fastapi import Request, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.routing import APIRoute

from service.web.dependencies import May, person, require_login
from service.web.security.bodies import SMALL, Bodies, has_body
from service.web.security.forgery import SAFE
from service.web.security.limits import RateLimit
from service.web.write_threads import run_in_writing_thread

Endpoint = TypeVar("Endpoint", bound=Callable[..., Any])

_MOST: dict[Callable[..., Any], int] = {}
_RAW: set[Callable[..., Any]] = set()


def body_of(most: int, *, parse: bool = True) -> Callable[[Endpoint], Endpoint]:
    """Let an endpoint take bodies of so many bytes; without `parse` it reads them itself."""

    def noted(endpoint: Endpoint) -> Endpoint:
        _MOST[endpoint] = most
        if not parse:
            _RAW.add(endpoint)
        return endpoint

    return noted


class PublicRoute(APIRoute):
    """A route for everybody. It counts a request against the limits of the address before it reads the body.

    Functions that change something run in threads of their own, see `service.web.write_threads`.
    """

    def __init__(self, path: str, endpoint: Callable[..., Any], **options: Any) -> None:
        changes = not SAFE.issuperset(options.get("methods") or SAFE)
        super().__init__(path, _writing(endpoint) if changes else endpoint, **options)

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle, endpoint = super().get_route_handler(), unwrap(self.endpoint)
        most, parse = _MOST.get(endpoint, SMALL), endpoint not in _RAW

        async def guarded(request: Request) -> Response:
            if not has_body(request):
                return await handle(request)
            await self.guard(request)
            bodies: Bodies = request.app.state.bodies
            async with bodies.taken(request, most, parse=parse) as whole:
                return await handle(whole)

        return guarded

    async def guard(self, request: Request) -> None:
        """Refuse a request whose body need not be read. Raises TooManyRequestsError."""
        for dependency in self.dependencies:
            if isinstance(dependency.dependency, RateLimit):
                await dependency.dependency(request)


class PrivateRoute(PublicRoute):
    """A route for those who are logged in. It asks for the login and for rights before it reads the body."""

    async def guard(self, request: Request) -> None:
        """Refuse a request whose body need not be read.

        Raises LoginRequiredError, RightMissingError or TooManyRequestsError.
        """
        who = require_login(await run_in_threadpool(person, request))
        for dependency in self.dependencies:
            if isinstance(dependency.dependency, May):
                dependency.dependency(who)
        await super().guard(request)


def _writing(endpoint: Callable[..., Any]) -> Callable[..., Any]:
    if iscoroutinefunction(endpoint):
        return endpoint

    @wraps(endpoint)
    async def apart(*arguments: Any, **named: Any) -> Any:
        return await run_in_writing_thread(endpoint, *arguments, **named)

    return apart
