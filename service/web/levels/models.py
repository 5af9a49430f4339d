"""Levels as JSON objects, as several routes have them.

Fields of the last base come first in the answers.
"""

from typing import Annotated, Any

from pydantic import AliasChoices, BaseModel, ConfigDict, Field

from optimiser.recorder import PIECES_KEY

Pieces = Annotated[int, Field(validation_alias=AliasChoices("pieces", PIECES_KEY), serialization_alias=PIECES_KEY)]
"""The number of pieces, under the name that programs rely on."""


class Numbered(BaseModel):
    """Root of the levels that are stored."""

    model_config = ConfigDict(from_attributes=True)

    id: int


class LevelFigures(BaseModel):
    """The figures of a level; `score` is the one under `objective`."""

    family: str
    type: str
    size: int
    pieces: Pieces
    depth: int
    lower_bound: int
    upper_bound: int | None
    proven: bool
    moves: int | None
    branching: float | None
    score: float | None
    objective: str | None


class LevelCard(LevelFigures, Numbered):
    """What a card of the gallery shows; `score` is the one under `objective`, `state` null off the board."""

    title: str
    author: str
    origin: str
    session: int | None
    created_at: str
    state: str | None
    rating: int | None
    tags: tuple[str, ...]
    name: str


class _Found(Numbered):
    session: int | None


class StoredLevel(LevelFigures, _Found):
    """A level with all that is known of it; `solution` is null also where it is too long to be stored."""

    level: str
    solution: str | None
    metrics: dict[str, int | float | None]
    genome: dict[str, Any]
    parents: list[int]
    title: str
    author: str
    origin: str
    created_at: str
    state: str | None
    rating: int | None
    tags: tuple[str, ...]
    name: str
