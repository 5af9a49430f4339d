"""A search for levels as an address has it, so that every search is a link."""

from dataclasses import fields
from typing import Annotated, Literal
from urllib.parse import urlencode

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from optimiser.recorder import PIECES_KEY
from service.levels.searches import ASKED, query_of
from storage.curation import CurationState
from storage.gallery import Cursor
from storage.level_filter import LevelFilter
from storage.tables.base import Origin

GREATEST = 2**63 - 1
"""The greatest integer that SQLite has."""
PER_PAGE = 24
MOST_PER_PAGE = 100

Order = Literal[
    "-depth",
    "depth",
    "-score",
    "score",
    "-branching",
    "branching",
    "-boxes",
    "boxes",
    "-moves",
    "moves",
    "-difficulty",
    "difficulty",
    "-rating",
    "rating",
    "-id",
    "id",
    "-stars",
    "stars",
]

# Forms send fields that were left empty, too.
_Unasked = BeforeValidator(lambda value: None if value == "" else value)
_Count = Annotated[Annotated[int, Field(ge=0, le=GREATEST)] | None, _Unasked]
_Number = Annotated[Annotated[float, Field(allow_inf_nan=False)] | None, _Unasked]
_Word = Annotated[Annotated[str, Field(max_length=100)] | None, _Unasked]


class LevelSearch(BaseModel):
    """Which levels are wanted, in which order, and where the page begins."""

    model_config = ConfigDict(extra="forbid")

    session: _Count = Field(None, description="levels that this session met")
    family: _Word = Field(None, description="levels of this puzzle family")
    type: _Word = Field(None, description="levels of this type, such as b")
    size: _Count = Field(None, description="levels of this size")
    pieces_min: Annotated[_Count, Field(alias=ASKED["pieces_min"])] = None
    pieces_max: Annotated[_Count, Field(alias=ASKED["pieces_max"])] = None
    depth_min: _Count = None
    depth_max: _Count = None
    branching_min: _Number = None
    branching_max: _Number = None
    proven: Annotated[bool | None, _Unasked] = Field(None, description="whether the depth is proven")
    objective: _Word = Field(None, description="levels with a score under it, and that score")
    origin: Annotated[Origin | None, _Unasked] = None
    state: Annotated[CurationState | None, _Unasked] = Field(None, description="levels in this state of curation")
    tag: _Word = Field(None, description="levels with this tag of the curators")
    rating_min: Annotated[Annotated[int, Field(ge=1, le=5)] | None, _Unasked] = None
    called: _Word = Field(None, description="words of a name or title, or the number of a level")
    order: Annotated[Order | None, _Unasked] = Field(
        None, description="with '-' the greatest first; by default -depth, under an objective -score"
    )
    after: Annotated[Annotated[str, Field(max_length=80)] | None, _Unasked] = Field(
        None, description="`next` or `previous` of another page"
    )
    limit: Annotated[int, Field(ge=1, le=MOST_PER_PAGE)] = PER_PAGE

    def key(self, name: str) -> str:
        """What addresses call a field or an order."""
        return name.replace("pieces", PIECES_KEY)

    @property
    def wanted(self) -> LevelFilter:
        """What it asks of levels."""
        return LevelFilter(**{field.name: getattr(self, field.name) for field in fields(LevelFilter)})

    @property
    def sorting(self) -> Order:
        """The order that was asked for, or the one that puts the best levels first."""
        return self.order or ("-depth" if self.objective is None else "-score")

    @property
    def cursor(self) -> Cursor | None:
        """Where the page begins, None for the first one. Raises BadCursorError."""
        return None if self.after is None else Cursor.parse(self.after)

    @property
    def is_narrowed(self) -> bool:
        """Whether it asks anything of levels."""
        return self.wanted != LevelFilter()

    @property
    def query(self) -> str:
        """The search from its first page on, as the query of an address."""
        limit = "" if self.limit == PER_PAGE else urlencode({"limit": self.limit})
        return "&".join(filter(None, (query_of(self.wanted, self.order), limit)))

    @property
    def along(self) -> str:
        """The search in its order, for the way from level to level, as the query of an address."""
        return query_of(self.wanted, self.sorting)

    def query_from(self, place: Cursor | str | None) -> str:
        """The search from a place on, as the query of an address."""
        after = "" if place is None else urlencode({"after": str(place)})
        return "&".join(filter(None, (self.query, after)))
