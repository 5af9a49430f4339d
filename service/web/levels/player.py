"""What the page of the player is given."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from generator import get_declaration
from service.web.errors import NoSuchPageError


@dataclass(frozen=True, slots=True)
class Field:
    """A field of the form that submits an answer."""

    name: str
    label: str
    type: str = "text"
    maxlength: int = 100
    autocomplete: str = "off"
    required: bool = False


@dataclass(frozen=True, slots=True)
class Submission:
    """The form that submits an answer: where to, the name of the field for the answer, and the other fields."""

    url: str
    answer: str
    hidden: Mapping[str, str]
    fields: Sequence[Field]


@dataclass(frozen=True, slots=True)
class Figure:
    """Something to know about a level."""

    label: str
    value: str


@dataclass(frozen=True, slots=True)
class Game:
    """A level to be played; `page`, `previous` and `next` are addresses."""

    family: str
    level: str
    title: str = ""
    author: str = ""
    solution: str | None = None
    figures: Sequence[Figure] = field(default=())
    page: str | None = None
    previous: str | None = None
    next: str | None = None
    submit: Submission | None = None

    def to_json(self) -> dict[str, Any]:
        """The game as the page and its scripts read it. Raises NoSuchPageError where the family has no player."""
        return {**asdict(self), "module": player_of(self.family)}


def player_of(family: str) -> str:
    """The address of a family's player. Raises NoSuchPageError, UnknownFamilyError."""
    entry = get_declaration(family).player
    if not entry:
        raise NoSuchPageError("levels of {family} cannot be played in the browser yet", family=family)
    return f"/families/{family}/{entry}"
