"""What anybody can play at once: the level of the day, and a level that shows what each puzzle is like."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from generator import get_declaration
from service.levels.daily import level_of_day
from service.web.levels.links import packed
from service.web.sessions.start_form import families
from storage.curation import published_levels
from storage.database import Database


@dataclass(frozen=True, slots=True)
class Shelf:
    """The id of the level of this day, None where none is published, and links to play levels by their families."""

    daily: int | None
    links: Mapping[str, str]


def shelf_of(database: Database) -> Shelf:
    """What a database and its puzzles offer today."""
    today = datetime.fromisoformat(database.now()).date()
    return Shelf(level_of_day(today, published_levels(database)), _links())


def _links() -> dict[str, str]:
    return {name: f"/play?z={packed(name, get_declaration(name).showcase.text)}" for name in families()}
