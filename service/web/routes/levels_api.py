"""Levels for programs."""

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import BaseModel

from service.levels.json_objects import level_object, lineage_object
from service.web.dependencies import Id, OpenDatabase, OpenSandbox
from service.web.levels.models import LevelCard, StoredLevel
from service.web.levels.near_duplicates import likeness
from service.web.levels.search import GREATEST, LevelSearch
from service.web.security.guarded_routes import PrivateRoute
from storage.curation import curation_of
from storage.gallery import Cursor, page
from storage.lineage import best_line, children
from storage.queries import get_level

router = APIRouter(route_class=PrivateRoute, prefix="/api/levels", tags=["levels"])

MOST_GENERATIONS = 100
MOST_CHILDREN = 100


class LevelPage(BaseModel):
    """Some levels in an order; `next` and `previous` are the `after` of the pages beside them."""

    levels: list[LevelCard]
    next: str | None
    previous: str | None


class Ancestor(BaseModel):
    """A level with the operator that made it, and its score less that of its best parent, which is named first."""

    id: int
    depth: int
    proven: bool
    score: float | None
    origin: str
    operator: str | None
    gain: float | None
    parents: list[int]


class Descendant(BaseModel):
    """A level that was made from another one, and its score less that of the other one."""

    id: int
    operator: str
    gain: float | None


class Relatives(BaseModel):
    """A level, its best parent, the best parent of that, and so on; and what was made from it.

    `next` is the `after` of further children, null where there are no more.
    """

    line: list[Ancestor]
    children: list[Descendant]
    next: int | None


class SimilarLevel(BaseModel):
    """A level that is similar to another one, from 0 to 1."""

    id: int
    similarity: float
    depth: int
    proven: bool
    title: str
    level: str


class NearDuplicates(BaseModel):
    """The near duplicates of a level among so many of its kind with the nearest depths."""

    compared: int
    similar: list[SimilarLevel]


@router.get("")
def find_levels(database: OpenDatabase, search: Annotated[LevelSearch, Query()]) -> LevelPage:
    """A page of levels; omit `after` for the first one."""
    found = page(database, search.wanted, search.sorting, search.cursor, search.limit)
    return LevelPage(
        levels=[LevelCard.model_validate(row) for row in found.rows],
        next=_written(found.next),
        previous=_written(found.previous),
    )


@router.get("/{level_id}")
def one_level(database: OpenDatabase, level_id: Id) -> StoredLevel:
    """A level with its text, solution, metrics and genome."""
    return StoredLevel(**level_object(get_level(database, level_id), curation_of(database, level_id)))


@router.get("/{level_id}/lineage")
def lineage(
    database: OpenDatabase,
    level_id: Id,
    generations: Annotated[int, Query(ge=1, le=MOST_GENERATIONS)] = 20,
    limit: Annotated[int, Query(ge=1, le=MOST_CHILDREN)] = 20,
    after: Annotated[int, Query(ge=0, le=GREATEST)] = 0,
) -> Relatives:
    """The line of best parents through so many generations, and so many of the children."""
    line = best_line(database, level_id, generations)
    made = children(database, level_id, limit + 1, after)
    shown = made[:limit]
    return Relatives(
        line=[Ancestor(**lineage_object(node)) for node in line],
        children=[Descendant(id=child.level_id, operator=child.operator, gain=child.gain) for child in shown],
        next=shown[-1].step if len(made) > limit else None,
    )


@router.get("/{level_id}/similar")
async def similar_levels(database: OpenDatabase, sandbox: OpenSandbox, level_id: Id) -> NearDuplicates:
    """Near duplicates of a level among those of its family, type and size that are nearest in depth."""
    found = await likeness(database, sandbox, level_id)
    return NearDuplicates(
        compared=found.compared,
        similar=[
            SimilarLevel(
                id=row.id,
                similarity=round(similarity, 6),
                depth=row.depth,
                proven=row.proven,
                title=row.title,
                level=row.text,
            )
            for row, similarity in found.similar
        ],
    )


def _written(cursor: Cursor | None) -> str | None:
    return None if cursor is None else str(cursor)
