"""Searches for levels as the query of an address, which is how they are saved."""

from dataclasses import asdict
from urllib.parse import urlencode

from storage.queries import LevelFilter


def query_of(wanted: LevelFilter, order: str | None) -> str:
    """What is asked of levels, and in which order, by the names of the filter's fields."""
    asked = {**asdict(wanted), "order": order}
    return urlencode({name: _written(value) for name, value in asked.items() if value is not None})


def _written(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
