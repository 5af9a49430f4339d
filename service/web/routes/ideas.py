"""Answers to a contest that is over: by their ideas, and two of them side by side."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from generator import get_declaration
from service.contests.ideas import grouped
from service.web.contests.views import ContestView
from service.web.dependencies import OpenDatabase, Organises
from service.web.levels.player import player_of
from service.web.pages import page
from service.web.routes.contests import TabName, View, require_public
from service.web.security.guarded_routes import PublicRoute
from storage.database import Database
from storage.submissions import answers_of, submission_page, submission_row, submitted_answer

router = APIRouter(route_class=PublicRoute, include_in_schema=False)

MOST_GROUPED = 300
"""Answers to a level that are grouped, the first that came in."""
MOST_SHOWN = 20
"""Answers of an idea that are listed."""

Answer = Annotated[int, Query(ge=1, lt=2**53)]


@router.get("/contests/{contest_id:int}/ideas")
def ideas_page(
    request: Request, database: OpenDatabase, view: View, organises: Organises, part: TabName = ""
) -> Response:
    """The answers to a part, grouped by their ideas."""
    require_public(view, organises=organises)
    level = view.level(part or _first_answered(database, view))
    rows = submission_page(database, view.contest.id, MOST_GROUPED, part=level.part)
    moves = answers_of(database, [row.id for row in rows])
    order = get_declaration(level.family).rankings[0]
    found = grouped(level.family, level.text, rows, moves, order)
    return page(request, "contest_ideas.html", view=view, level=level, ideas=found, most=MOST_SHOWN, count=len(rows))


def _first_answered(database: Database, view: ContestView) -> str:
    """The first part that has answers, else the first of all; empty where there is none."""
    parts = [level.part for level in view.levels]
    answered = (part for part in parts if submission_page(database, view.contest.id, 1, part=part))
    return next(answered, parts[0] if parts else "")


@router.get("/contests/{contest_id:int}/compare")
def compare_page(
    request: Request, database: OpenDatabase, view: View, organises: Organises, one: Answer, other: Answer
) -> Response:
    """Two answers to the same level, replayed side by side."""
    require_public(view, organises=organises)
    rows = [submission_row(database, view.contest.id, answer) for answer in (one, other)]
    level = view.level(rows[0].part)
    game = {
        "module": player_of(level.family),
        "level": level.text,
        "answers": [submitted_answer(database, view.contest.id, row.id) for row in rows if row.part == level.part],
    }
    return page(request, "contest_compare.html", view=view, level=level, rows=rows, game=game)
