"""What may go wrong on a page without a visitor being told."""

from playwright.sync_api import BrowserContext, ConsoleMessage, Request, Response

LEFT = ("net::ERR_ABORTED", "net::ERR_FAILED")
"""How requests end that a browser gives up because its visitor goes on or saves a file; the second by a worker."""


REPLACED = ("htmx:afterRequest,", "htmx:sendAbort,")
"""How htmx says that a newer request took the place of one; a request that fails says `htmx:sendError` too."""


class Faults:
    """Errors of scripts, requests that fail, and requests to anywhere but the service."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._found: list[str] = []

    def watch(self, context: BrowserContext) -> None:
        """Take down what goes wrong on all pages of a context from now on."""
        context.on("request", self._sent)
        context.on("requestfailed", self._failed)
        context.on("response", self._answered)
        context.on("console", self._said)
        context.on("weberror", lambda error: self._found.append(f"error {error.error}"))

    def taken(self) -> list[str]:
        """What has gone wrong since this was asked last."""
        found, self._found = self._found, []
        return found

    def _path(self, address: str) -> str:
        return address.removeprefix(self._address)

    def _sent(self, request: Request) -> None:
        # A blob is made by the page itself; anything else that is not the service's would leave the machine.
        if not request.url.startswith((f"{self._address}/", "blob:")):
            self._found.append(f"sent to {request.url}")

    def _failed(self, request: Request) -> None:
        if request.failure not in LEFT:
            self._found.append(f"failed {self._path(request.url)}: {request.failure}")

    def _answered(self, response: Response) -> None:
        if response.status >= 400:
            self._found.append(f"{response.status} {response.request.method} {self._path(response.url)}")

    def _said(self, message: ConsoleMessage) -> None:
        # What could not be loaded is known from the request, with its address.
        known = ("Failed to load resource", *REPLACED)
        if message.type in ("error", "warning") and not message.text.startswith(known):
            self._found.append(f"{message.type} {message.text}")
