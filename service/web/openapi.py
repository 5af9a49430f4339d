"""What the description of the interface for programs says besides what FastAPI finds: scopes and examples."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from fastapi import FastAPI
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute, RouteContext, iter_route_contexts

from generator import default_family, get_declaration
from service.web.dependencies import May, require_login

SCHEME = "token"
READ = "read"
"""The scope that every token has."""
TEXT = (
    "A token of an account, made on its page: Authorization: Bearer TOKEN. Every token may read; its other scopes are "
    "author, curator and organiser. On a machine of one's own no token is needed."
)

FAMILY = default_family()
LEVEL, ANSWER = get_declaration(FAMILY).example.text, get_declaration(FAMILY).example.solution or ""
EXAMPLES: Mapping[str, Mapping[str, Any]] = {
    "Attempted": {"family": FAMILY, "level": LEVEL, "answer": ANSWER},
    "Budget": {"minutes": 10},
    "BulkChanges": {"levels": [1, 2], "state": "shortlisted", "add_tags": ["symmetric"]},
    "ChosenLevel": {"level_id": 1},
    "LevelChanges": {"rating": 4, "note": "A quiet beginning, then one long way round."},
    "NewAnswer": {"name": "anian", "answer": ANSWER},
    "NewContest": {
        "title": "The contest of May",
        "text": "A main and an extra level.",
        "opens_at": "2030-05-01T12:00:00+00:00",
        "closes_at": "2030-05-31T12:00:00+00:00",
    },
    "NewSession": {"preset": "b5", "minutes": 10, "name": "evening"},
    "Pasted": {"text": LEVEL, "family": FAMILY},
    "Played": {"family": FAMILY, "level": LEVEL, "moves": "", "known": ANSWER},
    "Reported": {"outcome": "solved", "moves": len(ANSWER), "answer": ANSWER},
    "SearchQuery": {"query": "depth_min=40&proven=true"},
    "SessionChanges": {"name": "evening", "note": "For the contest of May."},
}
"""Bodies of requests, by the names of their objects."""


def complete_description(app: FastAPI) -> Callable[[], dict[str, Any]]:
    """The description of an application with the scope that each operation asks a token for, and with examples."""
    describe = app.openapi

    def described() -> dict[str, Any]:
        found = describe()
        if SCHEME not in found["components"].setdefault("securitySchemes", {}):
            for route in iter_route_contexts(app.routes):
                if isinstance(route.original_route, APIRoute) and route.include_in_schema:
                    _secure(found["paths"][route.path_format], route)
            for name, example in EXAMPLES.items():
                found["components"]["schemas"][name]["examples"] = [example]
            found["components"]["securitySchemes"][SCHEME] = {
                "type": "http",
                "scheme": "bearer",
                "description": TEXT,
            }
        return found

    return described


def _secure(operations: dict[str, Any], route: RouteContext) -> None:
    scopes = list(_scopes(route.dependant))
    if scopes:
        for method in route.methods or ():
            operations[method.lower()]["security"] = [{SCHEME: sorted({*scopes} - {READ}) or [READ]}]


def _scopes(asked: Dependant) -> Iterator[str]:
    if isinstance(asked.call, May):
        yield str(asked.call.rights[0])
    elif asked.call is require_login:
        yield READ
    for inner in asked.dependencies:
        yield from _scopes(inner)
