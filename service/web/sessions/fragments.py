"""What is seen of a session as pieces of its page, or as JSON."""

import json
from collections.abc import Callable, Hashable, Mapping
from dataclasses import asdict
from typing import Any

from optimiser.archive import axes_of
from service.levels.json_objects import session_object
from service.web.pages import fragment
from service.web.sessions.drawings import heat_maps
from service.web.sessions.views import View
from service.web.sessions.watches import Painter

JSON = "json"
"""The form for programs; every other form is a language."""

_Seen = Callable[[View], object]

PIECES: Mapping[str, _Seen] = {
    "status": lambda view: (view.row, view.activity, view.complaint, view.moment, view.left),
    "figures": lambda view: (view.row, view.moment, view.activity),
    "pool": lambda view: view.pool or view.rejections,
    "operators": lambda view: (view.operators, view.rejections),
    "archive": lambda view: view.cells,
    "events": lambda view: view.events,
}
"""The pieces of a page that renew themselves, `session_NAME.html` each, with what they depend on."""


class PagePainter:
    """Pieces of the page in a language, and the last point of the chart."""

    def __init__(self, language: str) -> None:
        self._language = language
        self._painted: dict[str, tuple[object, str]] = {}

    def paint(self, view: View) -> Mapping[str, str]:
        """All pieces; only those are made anew whose figures have changed."""
        for name, seen in PIECES.items():
            depends = seen(view)
            if name not in self._painted or self._painted[name][0] != depends:
                self._painted[name] = depends, piece(self._language, name, view)
        pieces = {name: text for name, (_, text) in self._painted.items()}
        return {**pieces, **({"point": point_json(view)} if view.moment.point else {})}


class ProgramPainter:
    """The state of a session and its last point as JSON."""

    def paint(self, view: View) -> Mapping[str, str]:
        """`session` whenever anything has changed, and `point`."""
        session = {**session_object(view.row), **pace(view)}
        return {"session": json.dumps(session), **({"point": point_json(view)} if view.moment.point else {})}


def painter(form: str) -> Painter:
    """The painter of a form."""
    return ProgramPainter() if form == JSON else PagePainter(form)


def piece(language: str, name: str, view: View) -> str:
    """A piece of a session's page."""
    return fragment(language, f"session_{name}.html", view=view, **drawing())


def drawing() -> dict[str, Any]:
    """What the pieces draw with."""
    return {"axes_of": axes_of, "heat_maps": heat_maps}


def pace(view: View) -> dict[str, Hashable]:
    """What a session does now, and how fast."""
    return {
        "activity": view.activity,
        "complaint": str(view.complaint),
        "evaluations_per_second": view.evaluations_per_second,
    }


def point_json(view: View) -> str:
    """The last point of the chart."""
    assert view.moment.point is not None, "only sessions with a generation have a point"
    return json.dumps(asdict(view.moment.point))
