"""Somebody with a browser: cookies, forms with their tokens, and JSON."""

import re
from collections.abc import Mapping
from types import TracebackType
from typing import Any, Self

import httpx2

from tests.patience import PATIENCE

REACHED = (200, 201, 202, 204, 303)
"""What the service answers to what it has done."""
REFUSALS = 400
"""Where the answers begin by which it refuses something."""


class Visitor:
    """A browser at an address of its own, since the service counts what each address asks for."""

    def __init__(self, address: str, number: int = 1, token: str = "") -> None:
        """`number` is the last byte of the address, from 1 to 254; programs have a token."""
        transport = httpx2.HTTPTransport(local_address=f"127.0.1.{number}")
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        self._client = httpx2.Client(base_url=address, transport=transport, timeout=PATIENCE, headers=headers)

    def get(self, path: str, *, script: bool = False) -> httpx2.Response:
        """What is at an address, as a browser or as the script of a page asks for it."""
        return self._client.get(path, headers={"HX-Request": "true"} if script else {})

    def page(self, path: str) -> httpx2.Response:
        """A page that has to be there."""
        answer = self.get(path)
        assert answer.status_code == 200, f"{path} answers {answer.status_code}: {answer.text[-2000:]}"
        return answer

    def json(self, path: str) -> Any:
        return self.page(path).json()

    def submit(
        self, page: str, action: str, fields: Mapping[str, Any], *, script: bool = False, file: bytes = b""
    ) -> httpx2.Response:
        """Send a form as the page that has it would, or its script; where the page is refused, its answer."""
        shown = self.get(page)
        if shown.status_code >= REFUSALS:
            return shown
        found = re.search(r'name="csrf" value="([^"]+)"', shown.text)
        assert found, f"{page} has no form, and answers {shown.status_code}"
        headers = {"HX-Request": "true"} if script else {}
        files = {"file": ("levels.txt", file)} if file else None
        return self._client.post(action, data={"csrf": found[1], **fields}, files=files, headers=headers)

    def send(self, method: str, path: str, body: Any = None) -> httpx2.Response:
        """Send JSON."""
        return self._client.request(method, path, json=body)

    def post_form(self, path: str, fields: Mapping[str, Any]) -> httpx2.Response:
        """Send a form that no page of ours has, as other programs do."""
        return self._client.post(path, data=dict(fields))

    def log_in(self, name: str, password: str) -> None:
        answer = self.submit("/login", "/login", {"name": name, "password": password})
        assert answer.status_code == 303, f"the login answers {answer.status_code}"

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._client.close()
