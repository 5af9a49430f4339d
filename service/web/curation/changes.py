"""What curators do in the browser: changes of one or many levels, and warnings of repetitions."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Any
from urllib.parse import parse_qsl

from fastapi.concurrency import run_in_threadpool
from pydantic import ValidationError

from service.curation.repetitions import CHOSEN, MOST
from service.levels.similarity import near_threshold
from service.web.levels.near_duplicates import (
    EFFORT,
    LEAST_COMPARED,
    MOST_COMPARED,
    Likeness,
    Similar,
    threshold_of,
)
from service.web.levels.search import LevelSearch
from service.web.sandbox.pool import Sandbox
from storage.curation import (
    RATINGS,
    CurationState,
    move_levels,
    note_level,
    rate_levels,
    tag_levels,
    texts_on_board,
    untag_levels,
)
from storage.database import Database
from storage.errors import CurationError
from storage.queries import LevelRow, get_level

MOST_LEVELS = 1000
"""Levels that are changed at once."""


class Change(StrEnum):
    """What a curator can change of a level; a rating and a note are taken away by an empty value."""

    STATE = "state"
    RATING = "rating"
    NOTE = "note"
    TAG = "tag"
    UNTAG = "untag"


def apply_change(database: Database, level_ids: Sequence[int], change: Change, value: str, who: str) -> list[int]:
    """Make a change that a form has sent, and return the ids of the levels that it has changed.

    Raises CurationError and UnknownLevelError.
    """
    match change:
        case Change.STATE:
            return move_levels(database, level_ids, state_named(value), who)
        case Change.RATING:
            return rate_levels(database, level_ids, _rating(value), who)
        case Change.NOTE:
            return [level_id for level_id in level_ids if note_level(database, level_id, value, who)]
        case Change.TAG:
            return tag_levels(database, level_ids, value, who)
        case Change.UNTAG:
            return untag_levels(database, level_ids, value, who)


def state_named(name: str) -> CurationState:
    """The state of that name. Raises CurationError."""
    try:
        return CurationState(name)
    except ValueError as error:
        raise CurationError(
            "there is no state {name!r}; choose from: {names}", name=name[:40], names=", ".join(CurationState)
        ) from error


def cleaned_query(text: str) -> str:
    """A search of the gallery as it is saved: the query of its first page. Raises CurationError."""
    return search_of(text).query


def search_of(text: str) -> LevelSearch:
    """The search of a query. Raises CurationError."""
    try:
        asked: dict[str, Any] = dict(parse_qsl(text))
        return LevelSearch(**asked)
    except ValidationError as error:
        raise CurationError(
            "{text!r} is not a search; write it like type=b&depth_min=20&order=-score", text=text[:40]
        ) from error


async def repetitions(database: Database, sandbox: Sandbox, level_id: int) -> Likeness:
    """The chosen levels that a level nearly repeats.

    Raises UnknownLevelError, and what every request to a sandbox raises.
    """
    row, chosen = await run_in_threadpool(_chosen, database, level_id)
    if not chosen:
        return Likeness(row, 0, near_threshold([]), [])
    threshold = await threshold_of(database, sandbox, row)
    found = await sandbox.similar(row.family, row.text, [text for _, text in chosen], threshold)
    best = sorted(found, key=lambda match: (-match[1], chosen[match[0]][0]))[:MOST]
    matches = [(chosen[place][0], similarity) for place, similarity in best]
    return Likeness(row, len(chosen), threshold, await run_in_threadpool(_similar, database, matches))


def _rating(text: str) -> int | None:
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) == 1):
        raise CurationError(
            "{rating!r} is not a rating; give a number from {least} to {most}",
            rating=text[:40],
            least=RATINGS[0],
            most=RATINGS[-1],
        )
    return int(text)


def _chosen(database: Database, level_id: int) -> tuple[LevelRow, list[tuple[int, str]]]:
    """A level, and the ids and texts of so many of the others that were chosen as can be compared in time."""
    row = get_level(database, level_id)
    affordable = max(LEAST_COMPARED, min(MOST_COMPARED, EFFORT // max(1, len(row.text)) ** 2))
    others = [found for found in texts_on_board(database, row.family, CHOSEN) if found[0] != level_id]
    return row, others[-affordable:]


def _similar(database: Database, matches: Sequence[tuple[int, float]]) -> list[Similar]:
    return [Similar(get_level(database, level_id), similarity) for level_id, similarity in matches]
