"""HEAD: the headers of what GET answers."""

import http.client
from urllib.parse import urlsplit

import pytest
from fastapi.testclient import TestClient

from tests.patience import PATIENCE
from tests.service.web.conftest import Serve


@pytest.mark.parametrize(
    "path", ["/sessions", "/levels/8", "/levels/8/picture.svg", "/api/levels", "/static/style.css"]
)
def test_head_has_the_headers_of_get_and_no_body(client: TestClient, path: str) -> None:
    head, get = client.head(path), client.get(path)
    assert (head.status_code, head.content) == (200, b"")
    for name in ("content-type", "content-length"):
        assert head.headers.get(name) == get.headers.get(name)


def test_what_is_not_there_is_not_there_for_head(client: TestClient) -> None:
    assert client.head("/levels/999999").status_code == 404


@pytest.mark.process
def test_the_head_of_an_endless_answer_ends(url: str, serve: Serve) -> None:
    address = urlsplit(serve(url))
    connection = http.client.HTTPConnection(address.hostname or "", address.port, timeout=PATIENCE)
    for path in ("/api/sessions/1/events", "/sessions"):
        connection.request("HEAD", path)
        answer = connection.getresponse()
        assert (answer.status, answer.read()) == (200, b"")
    connection.close()
