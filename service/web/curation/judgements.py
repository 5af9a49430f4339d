"""What levels had before they were judged in a visit, as a text that goes along from page to page."""

from dataclasses import dataclass
from typing import Self

from storage.curation import RATINGS, CurationState

MOST = 300
"""Judgements that can be taken back; the address of a page stays below what servers take."""
LONGEST = 8000
_BETWEEN = "~"


@dataclass(frozen=True)
class Judged:
    """A level that was judged, with the state and the rating that it had before."""

    level_id: int
    state: CurationState | None
    rating: int | None

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """The judgement of a text such as 12.approved.4, or None for any other text."""
        level_id, _, before = text.partition(".")
        state, _, rating = before.partition(".")
        if not (level_id.isascii() and level_id.isdecimal() and 0 < int(level_id) < 2**63):
            return None
        if state not in ("", *CurationState) or rating not in ("", *map(str, RATINGS)):
            return None
        return cls(int(level_id), CurationState(state) if state else None, int(rating) if rating else None)

    def __str__(self) -> str:
        return f"{self.level_id}.{self.state or ''}.{self.rating or ''}"


def judged_in(text: str) -> tuple[Judged, ...]:
    """The last judgements of a visit in their order; what is not one is left out."""
    return tuple(judged for one in text.split(_BETWEEN)[-MOST:] if (judged := Judged.parse(one)))


def written(visit: tuple[Judged, ...]) -> str:
    """The last judgements of a visit as a text."""
    return _BETWEEN.join(map(str, visit[-MOST:]))
