"""Levels as JSON objects, as several routes have them."""

from typing import Annotated

from pydantic import AliasChoices, BaseModel, ConfigDict, Field

from optimiser.recorder import PIECES_KEY

Pieces = Annotated[int, Field(validation_alias=AliasChoices("pieces", PIECES_KEY), serialization_alias=PIECES_KEY)]
"""The number of pieces, under the name that programs rely on."""


class LevelCard(BaseModel):
    """What a card of the gallery shows; `score` is the one under `objective`, `state` None off the board."""

    model_config = ConfigDict(from_attributes=True)

    id: int
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
    title: str
    author: str
    origin: str
    session: int | None
    created_at: str
    state: str | None
    rating: int | None
    tags: tuple[str, ...]
