"""The page that describes the interface for programs."""

import json
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, NamedTuple

from fastapi import APIRouter, Depends, Request
from fastapi.responses import Response

from service.web.pages import page
from service.web.security.guarded_routes import PrivateRoute

router = APIRouter(route_class=PrivateRoute, include_in_schema=False)


class _Value(NamedTuple):
    """A parameter of an operation, or a field of an object."""

    name: str
    kind: str
    required: bool
    place: str = ""


class _Operation(NamedTuple):
    """One operation of the interface, as the page shows it."""

    method: str
    path: str
    text: str
    parameters: list[_Value]
    body: str
    example: str
    answer: str
    scope: str
    """What a token must have; "" where everybody may."""


async def description(request: Request) -> Mapping[str, Any]:
    """The OpenAPI description, made where requests are read: FastAPI loses fields that two threads ask for first."""
    described: Mapping[str, Any] = request.app.openapi()
    return described


@router.get("/api")
def api_page(request: Request, described: Annotated[Mapping[str, Any], Depends(description)]) -> Response:
    """Every operation of the interface for programs, with its parameters and answers."""
    objects = described.get("components", {}).get("schemas", {})
    return page(
        request,
        "api.html",
        operations=list(_operations(described)),
        base=str(request.base_url).rstrip("/"),
        objects={name: (_line(schema.get("description", "")), _fields(schema)) for name, schema in objects.items()},
    )


def _operations(described: Mapping[str, Any]) -> Iterator[_Operation]:
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            yield _Operation(
                method.upper(),
                path,
                _line(operation.get("description", operation["summary"])),
                [
                    _Value(one["name"], _kind_of_text(one["schema"]), one["required"], one["in"])
                    for one in operation.get("parameters", [])
                ],
                _content(body := operation.get("requestBody", {})),
                _example(described, body),
                _content(operation["responses"].get("200", {})),
                " ".join(
                    scope for asked in operation.get("security", []) for scopes in asked.values() for scope in scopes
                ),
            )


def _line(text: str) -> str:
    """A docstring as one line, which is how it is translated."""
    return " ".join(text.split())


def _fields(schema: Mapping[str, Any]) -> list[_Value]:
    required = schema.get("required", [])
    return [_Value(name, _kind(of), name in required) for name, of in schema.get("properties", {}).items()]


def _content(message: Mapping[str, Any]) -> str:
    """What a body or an answer is: its kind where it is JSON, else its media type."""
    return ", ".join(
        _kind(content["schema"]) if kind == "application/json" and content.get("schema") else kind
        for kind, content in message.get("content", {}).items()
    )


def _example(described: Mapping[str, Any], body: Mapping[str, Any]) -> str:
    """A body as one might send it, "" where an operation takes none."""
    schema = body.get("content", {}).get("application/json", {}).get("schema", {})
    if "$ref" not in schema:
        return ""
    return json.dumps(described["components"]["schemas"][_kind(schema)]["examples"][0], indent=2, ensure_ascii=False)


def _kind_of_text(schema: Mapping[str, Any]) -> str:
    """What a parameter allows: in an address nothing is null, but left out."""
    choices = [one for one in schema.get("anyOf", ()) if one.get("type") != "null"]
    return _kind({"anyOf": choices} if choices else schema)


def _kind(schema: Mapping[str, Any]) -> str:
    """What a schema allows, in short."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "anyOf" in schema:
        return " | ".join(_kind(one) for one in schema["anyOf"])
    if "enum" in schema:
        return " | ".join(repr(value) for value in schema["enum"])
    if schema.get("type") == "array":
        return f"[{_kind(schema.get('items', {}))}]"
    bounds = [f"{sign} {_plain(schema[key])}" for key, sign in _BOUNDS.items() if key in schema]
    return " ".join([str(schema.get("type", "any")), *bounds])


def _plain(bound: float) -> float:
    """A bound without the decimals that it does not have."""
    return int(bound) if bound == int(bound) else bound


_BOUNDS = {"minimum": "≥", "maximum": "≤", "minLength": "minLength", "maxLength": "maxLength"}
