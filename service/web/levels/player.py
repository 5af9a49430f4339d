"""What the page of the player is given."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from generator import get_declaration
from service.web.errors import NoSuchPageError
from service.web.languages import counted_unit


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
class Best:
    """How many of its unit the best solution of a level takes: no fewer than `lower`, and `upper` are known to do.

    `figure` is the name under which the player of the family counts them, `single` what one of its unit is called.
    """

    figure: str
    unit: str
    single: str
    lower: int
    upper: int | None


@dataclass(frozen=True, slots=True)
class Game:
    """A level to be played; `page`, `previous`, `next`, `more`, `share` and `picture` are addresses.

    `more` leads to other levels where there is no next one. Games are reported to `plays`, and hints asked for at
    `guide`. `best` is None where solutions are not compared, or where the best one is a secret.
    """

    family: str
    level: str
    title: str = ""
    author: str = ""
    solution: str | None = None
    best: Best | None = None
    page: str | None = None
    previous: str | None = None
    next: str | None = None
    more: str | None = None
    share: str | None = None
    picture: str | None = None
    guide: str | None = None
    submit: Submission | None = None
    plays: str | None = None

    def to_json(self, module: str | None = None) -> dict[str, Any]:
        """The game as the page and its scripts read it, played by a module, else by that of its family.

        Raises NoSuchPageError where the family has no player.
        """
        return {**asdict(self), "module": player_of(self.family) if module is None else module}


MANY = 2
"""A number that needs the plural."""
HINTS = "/api/play/guidance"


def guide_of(family: str) -> str | None:
    """The address of hints for games of a family, None where it gives none."""
    return HINTS if get_declaration(family).is_guided else None


def best_of(family: str, lower: int, upper: int | None, language: str) -> Best | None:
    """What is known of the solutions of a level, in the words of a language; None where they are not compared."""
    declaration = get_declaration(family)
    aim = next(iter(declaration.aims.values()))
    if not aim.least:
        return None
    metric = declaration.metrics["depth"]
    return Best(aim.metric, counted_unit(language, metric, MANY), counted_unit(language, metric, 1), lower, upper)


def player_of(family: str) -> str:
    """The address of a family's player. Raises NoSuchPageError, UnknownFamilyError."""
    entry = get_declaration(family).player
    if not entry:
        raise NoSuchPageError("levels of {family} cannot be played in the browser yet", family=family)
    return f"/families/{family}/{entry}"
