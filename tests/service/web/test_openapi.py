"""The interface for programs keeps to its own description, whatever is sent to it."""

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from threading import get_ident
from urllib.request import Request, urlopen

import jsonschema_rs
import pytest
import schemathesis
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import content_type_conformance, response_schema_conformance

from service.web.app import create_app
from service.web.settings import WebSettings
from tests.service.conftest import CENOTE

pytestmark = pytest.mark.process

DESCRIBED = schemathesis.openapi.from_dict(create_app(WebSettings("sqlite:///levels.db", "key")).openapi())
OPERATIONS = {found.ok().label: found.ok() for found in DESCRIBED.get_all_operations()}
STARTING = {"POST /api/sessions", "POST /api/sessions/{session_id}/resume"}
"""What starts processes that would go on for ever; tests of their own send them what they shall refuse."""
ENDLESS = {"GET /api/sessions/{session_id}/events"}
"""Streams that end with the session."""


@pytest.fixture(scope="module")
def address(evolved: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A service over a database of its own."""
    path = tmp_path_factory.mktemp("described") / "levels.db"
    path.write_bytes(Path(evolved.removeprefix("sqlite:///")).read_bytes())
    command = [CENOTE, "serve", "--port", "0", "--storage", f"sqlite:///{path}"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        found = re.search(r"http://\S+", process.stdout.readline())
        assert found
        yield found[0]
        process.terminate()


@pytest.mark.parametrize("label", sorted(OPERATIONS.keys() - STARTING - ENDLESS))
@settings(max_examples=8, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_every_operation_keeps_to_the_description(address: str, label: str, data: st.DataObject) -> None:
    case = data.draw(OPERATIONS[label].as_strategy())
    response = case.call(base_url=address)
    assert response.status_code < 500
    case.validate_response(response, checks=[not_a_server_error, content_type_conformance, response_schema_conformance])


def test_the_page_for_programs_is_described_in_the_thread_that_reads_all_requests(evolved: str) -> None:
    """FastAPI makes the fields of a query anew where two threads ask for them first, and then misses the others."""
    app = create_app(WebSettings(evolved, "key"))
    threads, describe = [], app.openapi
    app.openapi = lambda: threads.append(get_ident()) or describe()  # type: ignore[method-assign]
    with TestClient(app, base_url="http://localhost") as client:
        for address in ("/api", "/api/openapi.json"):
            assert client.get(address).status_code == 200
    assert len(threads) == 2
    assert len({*threads}) == 1


def test_everything_is_described() -> None:
    assert {"GET /api/levels", "GET /api/sessions", "GET /api/curation", "GET /api/contests"} <= OPERATIONS.keys()


def test_the_description_says_which_scope_an_operation_needs() -> None:
    paths = DESCRIBED.raw_schema["paths"]
    asked = {
        "/api/levels": {"get": [{"token": ["read"]}]},
        "/api/curation": {"get": [{"token": ["read"]}], "post": [{"token": ["curator"]}]},
        "/api/sessions": {"get": [{"token": ["read"]}], "post": [{"token": ["author"]}]},
        "/api/contests": {"get": None, "post": [{"token": ["organiser"]}]},
    }
    assert {
        path: {method: operation.get("security") for method, operation in paths[path].items()} for path in asked
    } == asked


@pytest.mark.parametrize("label", sorted(OPERATIONS))
def test_every_body_has_an_example_that_fits(label: str) -> None:
    definition = OPERATIONS[label].definition.raw
    content = definition.get("requestBody", {}).get("content", {}).get("application/json")
    if content and "$ref" in content["schema"]:
        name = content["schema"]["$ref"].rpartition("/")[2]
        (example,) = DESCRIBED.raw_schema["components"]["schemas"][name]["examples"]
        schema = {**content["schema"], "components": DESCRIBED.raw_schema["components"]}
        assert jsonschema_rs.Draft202012Validator(schema).is_valid(example)


def test_the_page_has_an_example_of_every_operation(address: str) -> None:
    text = urlopen(f"{address}/api").read().decode()
    assert "`" not in text
    assert text.count('class="try stack"') == len(OPERATIONS)
    assert f"curl {address}/api/levels" in text


def test_the_page_says_null_of_json_alone_and_scopes_in_the_language_of_its_reader(address: str) -> None:
    text = urlopen(Request(f"{address}/api", headers={"Accept-Language": "zh"})).read().decode()
    parameters = re.findall(r'<code class="wrap">([^<]+)</code></td><td class="muted">(?:query|path)<', text)
    assert parameters
    assert not any("null" in kind for kind in parameters)
    assert not re.search(r"\bNone\b", text)
    assert {*re.findall('<span class="badge">([^<]+)</span>', text)} == {"查看", "作者", "评选者", "主办方"}
