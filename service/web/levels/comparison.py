"""Levels side by side: what is different, and how similar they are."""

from collections.abc import Sequence
from typing import NamedTuple

from generator import get_declaration
from service.web.sandbox.pool import Sandbox
from storage.database import Database
from storage.gallery import CardRow, cards
from storage.queries import LevelRow

Value = str | int | float | None


class Figure(NamedTuple):
    """A figure of each of the levels, and whether it is not the same for all."""

    name: str
    values: Sequence[Value]

    @property
    def differs(self) -> bool:
        """Whether it is not the same for all levels."""
        return len(set(self.values)) > 1


class Comparison(NamedTuple):
    """Levels with what curators think of them, and their figures."""

    cards: Sequence[CardRow]
    figures: Sequence[Figure]

    @property
    def depths_differ(self) -> bool:
        """Whether the depths, or what is known of them, are not the same for all levels."""
        return len({(card.lower_bound, card.upper_bound) for card in self.cards}) > 1


class Pair(NamedTuple):
    """Two levels of the same family, and how similar they are, from 0 to 1."""

    first: LevelRow
    second: LevelRow
    similarity: float


def comparison(database: Database, levels: Sequence[LevelRow]) -> Comparison:
    """All figures of levels, of which some may know more than others."""
    named = [_figures(level) for level in levels]
    names = dict.fromkeys(name for figures in named for name in figures)
    figures = [Figure(name, [each.get(name) for each in named]) for name in names]
    return Comparison(cards(database, [level.id for level in levels]), figures)


async def similarities(sandbox: Sandbox, levels: Sequence[LevelRow]) -> list[Pair]:
    """How similar the levels of each pair of the same family are. Raises what every request to a sandbox raises."""
    pairs = []
    for index, first in enumerate(levels):
        others = [other for other in levels[index + 1 :] if other.family == first.family]
        if others:
            found = await sandbox.similar(first.family, first.text, [other.text for other in others], 0.0)
            pairs += [Pair(first, others[at], similarity) for at, similarity in sorted(found)]
    return pairs


def _figures(level: LevelRow) -> dict[str, Value]:
    pieces = get_declaration(level.family).pieces
    figures: dict[str, Value] = {"family": level.family, "type": level.type, "size": level.size, pieces: level.pieces}
    return figures | {name: value for name, value in level.metrics.items() if name not in ("depth", pieces)}
