"""Hints: how a game stands, and what to do next."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.concurrency import run_in_threadpool
from pydantic import BaseModel, Field

from generator.guidance import Outlook
from service.contests.secrecy import contested
from service.contests.verdicts import Board
from service.web.dependencies import OpenDatabase, OpenSandbox
from service.web.languages import language_of, translated
from service.web.security.bodies import LONGEST
from service.web.security.guarded_routes import PublicRoute, body_of
from service.web.security.limits import limited

router = APIRouter(route_class=PublicRoute, tags=["play"])

HINTS = "40 per minute"
"""How often an address may ask for a hint."""
MOST_MOVES = 100_000
"""Letters of the moves of a game, and of a solution that is known."""
MOST_LEVEL = 2**16
"""Letters of a level: with a larger one the searches of a second find nothing."""

Moves = Annotated[str, Field(max_length=MOST_MOVES)]


class Played(BaseModel):
    """A game in progress: the level, the moves so far, and a solution if one is known."""

    family: str = Field(max_length=40)
    level: str = Field(max_length=MOST_LEVEL)
    moves: Moves = ""
    known: Moves = ""


class Hint(BaseModel):
    """How a game stands.

    `outlook` is open, lost or unknown. An open one can be solved in `left` of the unit of its depth, and in no fewer
    if that is `proven`. A lost one was lost by the move number `since` at the latest, and just by that one if it is
    `certain`. `step` is what to do next, in the family's notation, and `shown` what of the board its reason speaks of.
    """

    outlook: Outlook
    left: int | None
    proven: bool
    since: int | None
    certain: bool
    step: str
    why: str
    shown: str


@router.post("/api/play/guidance", dependencies=[Depends(limited("guidance", HINTS))])
@body_of(LONGEST)
async def hint(request: Request, database: OpenDatabase, sandbox: OpenSandbox, played: Played) -> Hint:
    """Say how a game stands, within about a second; levels of contests that are open are refused."""
    refused = await run_in_threadpool(contested, database, played.family)
    found = await sandbox.guidance(Board(played.family, played.level), played.moves, played.known, refused)
    view = found.view
    return Hint(
        outlook=view.outlook,
        left=view.left,
        proven=view.proven,
        since=found.since,
        certain=found.certain,
        step=view.step,
        why=translated(language_of(request), view.why),
        shown=view.shown,
    )
