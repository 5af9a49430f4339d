"""Games of players against stored levels, as the page of the player reports them."""

from typing import Annotated

from fastapi import APIRouter, Depends
from fastapi.concurrency import run_in_threadpool
from pydantic import BaseModel, ConfigDict, Field

from service.ratings.plays import play
from service.web.dependencies import Id, OpenDatabase, OpenSandbox, Sender, Visitor
from service.web.errors import LoginRequiredError
from service.web.levels.rating import shown_rating
from service.web.security.guarded_routes import PublicRoute, body_of
from service.web.security.limits import limited
from service.web.write_threads import run_in_writing_thread
from storage.curation import is_published
from storage.database import Database
from storage.queries import LevelRow, get_level
from storage.ratings import Kind, Outcome, Who

router = APIRouter(route_class=PublicRoute, tags=["play"])

REPORTS = "60 per minute"
"""How often an address may report games."""
MOST_ANSWER = 2**20
"""Letters of an answer; whoever makes more moves is not rated for it."""
MOST_MOVES = 10**9


class Reported(BaseModel):
    """What became of a level after so many moves; where it was solved, the answer that did."""

    outcome: Outcome
    moves: Annotated[int, Field(ge=0, le=MOST_MOVES)]
    answer: Annotated[str, Field(max_length=MOST_ANSWER)] = ""


class LevelRatingResponse(BaseModel):
    """The rating of a level with its standard deviation; without games both are expected."""

    model_config = ConfigDict(from_attributes=True)

    rating: int
    deviation: int
    plays: int


@router.post("/api/levels/{level_id}/plays", dependencies=[Depends(limited("plays", REPORTS))])
@body_of(2 * MOST_ANSWER)
async def report_play(
    level_id: Id,
    said: Reported,
    database: OpenDatabase,
    sandbox: OpenSandbox,
    visitor: Visitor,
    sender: Sender,
) -> LevelRatingResponse:
    """Report a game: the level was solved, left for now, or its solution was looked at.

    The answer is replayed before it counts. Guests may play what is published.
    """
    level = await run_in_threadpool(_played, database, level_id, visitor)
    if said.outcome is Outcome.SOLVED:
        await sandbox.check(level.family, level.text, said.answer)
    who = Who(Kind.STRANGER, sender) if visitor is None else Who(Kind.ACCOUNT, visitor)
    await run_in_writing_thread(play, database, level, who, said.outcome, said.moves)
    return LevelRatingResponse.model_validate(await run_in_threadpool(shown_rating, database, level))


def _played(database: Database, level_id: int, visitor: str | None) -> LevelRow:
    """The level, as far as the visitor may know of it. Raises LoginRequiredError and UnknownLevelError."""
    if visitor is None and not is_published(database, level_id):
        raise LoginRequiredError("this needs a login")
    return get_level(database, level_id)
