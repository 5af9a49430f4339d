"""Warnings that a level is nearly one that was chosen before."""

from collections.abc import Iterable, Mapping, Sequence

from generator import get_family
from service.levels.similarity import NEAR, Match, Wanted, most_similar
from storage.curation import CurationState, texts_on_board
from storage.database import Database
from storage.queries import LevelRow, get_level

CHOSEN = (CurationState.SHORTLISTED, CurationState.APPROVED, CurationState.PUBLISHED)
"""The states of levels that others should not repeat."""
MOST = 10
"""The most near duplicates that are listed for one level."""


def near_duplicates(
    database: Database, level_ids: Iterable[int], threshold: float = NEAR
) -> Mapping[int, Sequence[Match]]:
    """Those of these levels that are nearly chosen ones of their family, with these, the most similar first.

    Raises UnknownLevelError.
    """
    families: dict[str, list[LevelRow]] = {}
    for level_id in level_ids:
        row = get_level(database, level_id)
        families.setdefault(row.family, []).append(row)
    found: dict[int, Sequence[Match]] = {}
    for name, rows in families.items():
        chosen = texts_on_board(database, name, CHOSEN)
        # a level is the most similar to itself
        wanted = Wanted(threshold, ignore_pieces=False, limit=MOST + 1)
        similar = most_similar(get_family(name), [row.text for row in rows], [chosen], wanted)
        for row, matches in zip(rows, similar, strict=True):
            found[row.id] = [match for match in matches if match.level_id != row.id][:MOST]
    return {level_id: matches for level_id, matches in found.items() if matches}
