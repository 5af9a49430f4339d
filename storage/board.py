"""The board of the curators: the levels in each state."""

from collections.abc import Sequence
from dataclasses import dataclass

from storage.curation import CurationState, board_ids, state_counts
from storage.database import Database
from storage.gallery import CardRow, cards


@dataclass(frozen=True, slots=True)
class BoardColumn:
    """A state, how many levels are in it, and those that changed last."""

    state: CurationState
    count: int
    rows: Sequence[CardRow]


def board(database: Database, per_state: int = 50) -> list[BoardColumn]:
    """A column for every state, with at most so many levels, the last changed first."""
    counts = state_counts(database)
    ids = (level_id for state in counts for level_id in board_ids(database, state, per_state))
    # A level that is being moved may be met in two states; its card knows in which one it is.
    rows = cards(database, list(dict.fromkeys(ids)))
    return [BoardColumn(state, counts[state], [row for row in rows if row.state == state]) for state in counts]
