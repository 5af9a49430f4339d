"""Searches for levels that curators keep under a name."""

from dataclasses import dataclass

from sqlalchemy import delete, select
from sqlalchemy.dialects.sqlite import insert

from generator.messages import Message
from storage.curation import LONGEST_NAME, author_of, spaced, written
from storage.database import Database
from storage.errors import CurationError, SearchExistsError, UnknownSearchError
from storage.tables.curation import SavedSearch

LONGEST_QUERY = 2000


@dataclass(frozen=True, slots=True)
class SearchRow:
    """A search for levels under a name."""

    name: str
    query: str
    who: str
    created_at: str


def save_search(database: Database, name: str, query: str, who: str) -> None:
    """Keep a search under a name that is not taken. Raises CurationError and SearchExistsError."""
    row = _search(database, name, query, who)
    with database.begin() as connection:
        if not connection.execute(insert(SavedSearch).on_conflict_do_nothing(), row).rowcount:
            raise SearchExistsError(
                "there is a search {name!r} already; delete it first, or choose another name", name=row["name"]
            )


def replace_search(database: Database, name: str, query: str, who: str) -> None:
    """Keep a search under a name, in place of another one that has it. Raises CurationError."""
    row = _search(database, name, query, who)
    with database.begin() as connection:
        connection.execute(insert(SavedSearch).on_conflict_do_update(index_elements=["name"], set_=row), row)


def list_searches(database: Database) -> list[SearchRow]:
    """Every saved search, by name."""
    query = select(SavedSearch.name, SavedSearch.query, SavedSearch.who, SavedSearch.created_at)
    with database.read() as connection:
        return [SearchRow(*row) for row in connection.execute(query.order_by(SavedSearch.name))]


def delete_search(database: Database, name: str) -> None:
    """Forget a search. Raises UnknownSearchError."""
    with database.begin() as connection:
        if not connection.execute(delete(SavedSearch).where(SavedSearch.name == name)).rowcount:
            raise UnknownSearchError("there is no search {name!r}; cenote curate search list shows them", name=name)


def _search(database: Database, name: str, query: str, who: str) -> dict[str, str]:
    row = {
        "name": written(Message("the name of a search"), spaced(name), LONGEST_NAME),
        "query": written(Message("a search"), query, LONGEST_QUERY),
        "who": author_of(who),
        "created_at": database.now(),
    }
    if not row["name"]:
        raise CurationError("a search needs a name; give one")
    return row
