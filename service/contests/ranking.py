"""Who solved a level best, by the rules of the monthly contests of sokoban.cn (as of 2012-06-23)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from service.contests.names import skeleton
from storage.submissions import SubmissionRow

BY_MOVES = ("moves", "pushes")
BY_PUSHES = ("pushes", "moves")
PLACES = 20
"""Ranks that are worth points: 20 for the first by moves, 19.5 for the first by pushes, and one less for each other."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The place of a player with his best answer."""

    rank: int
    player: str
    country: str
    received_at: str
    metrics: Mapping[str, int]


class Champions(NamedTuple):
    """The champion of moves (MMC) and the champion of pushes (MPC), who are never the same player."""

    moves: str | None
    pushes: str | None


class Score(NamedTuple):
    """The points of a player in both rankings together."""

    player: str
    points: float


def rankings(submissions: Iterable[SubmissionRow]) -> Mapping[str, list[Standing]]:
    """The tables of one level by the name of what counts first; none while there are no answers.

    Answers to levels of other puzzles than Sokoban are ranked by the first of their metrics alone.
    """
    rows = list(submissions)
    names = [*rows[0].metrics] if rows else []
    orders = (BY_MOVES, BY_PUSHES) if {*BY_MOVES} <= {*names} else [(name,) for name in names[:1]]
    return {order[0]: ranking(rows, order) for order in orders}


def ranking(submissions: Iterable[SubmissionRow], order: Sequence[str]) -> list[Standing]:
    """The best answer of every player by some metrics, of which less is better, then by the time it came in.

    Names that look alike are one player.
    """
    best: dict[str, SubmissionRow] = {}
    for row in sorted(submissions, key=lambda row: (*(row.metrics[name] for name in order), row.received_at, row.id)):
        best.setdefault(skeleton(row.player), row)
    return [
        Standing(rank, row.player, row.country, row.received_at, row.metrics)
        for rank, row in enumerate(best.values(), 1)
    ]


def champions(by_moves: Sequence[Standing], by_pushes: Sequence[Standing]) -> Champions:
    """The first of each ranking; where that is one player, the second by moves is champion of pushes."""
    if not by_moves:
        return Champions(None, None)
    first, other = by_moves[0].player, by_pushes[0].player
    if skeleton(first) == skeleton(other):
        return Champions(first, by_moves[1].player if len(by_moves) > 1 else None)
    return Champions(first, other)


def scores(by_moves: Sequence[Standing], by_pushes: Sequence[Standing]) -> list[Score]:
    """The points of all who have any, the most first; of equals the better one by moves comes first."""
    points: dict[str, float] = {}
    for table, most in ((by_moves, PLACES), (by_pushes, PLACES - 0.5)):
        for standing in table[:PLACES]:
            key = skeleton(standing.player)
            points[key] = points.get(key, 0) + most - standing.rank + 1
    names = {skeleton(standing.player): standing.player for standing in (*by_pushes, *by_moves)}
    return [Score(names[key], found) for key, found in sorted(points.items(), key=lambda item: -item[1])]


def copies(submissions: Iterable[SubmissionRow]) -> list[list[SubmissionRow]]:
    """Equal answers of different players, for organisers to look at, each group as it came in."""
    groups: dict[tuple[str, str], list[SubmissionRow]] = {}
    for row in sorted(submissions, key=lambda row: (row.received_at, row.id)):
        groups.setdefault((row.part, row.digest), []).append(row)
    return [group for group in groups.values() if len({skeleton(row.player) for row in group}) > 1]
