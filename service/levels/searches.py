"""Searches for levels as the query of an address, which is how they are saved."""

from dataclasses import asdict, fields
from urllib.parse import urlencode

from optimiser.recorder import PIECES_KEY
from storage.level_filter import LevelFilter

ASKED = {field.name: field.name.replace("pieces", PIECES_KEY) for field in fields(LevelFilter)}
"""The fields of a filter with the names that addresses have for them."""


def query_of(wanted: LevelFilter, order: str | None) -> str:
    """What is asked of levels, and in which order."""
    asked = {**{ASKED[name]: value for name, value in asdict(wanted).items()}, "order": order}
    return urlencode({name: _written(value) for name, value in asked.items() if value is not None})


def _written(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
