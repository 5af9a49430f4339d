"""Who solved a level best, by the rules of the monthly contests of 2012."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from service.contests.names import skeleton
from storage.submissions import SubmissionRow

PLACES = 20
"""Ranks that are worth points: 20 for the first of one ranking, 19.5 of the other, and one less for each next rank."""

Tables = Mapping[str, Sequence["Standing"]]
"""The rankings of one level by the metric that counts first."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The place of a player with his best answer."""

    rank: int
    player: str
    country: str
    received_at: str
    metrics: Mapping[str, int]


class Score(NamedTuple):
    """The points of a player in both rankings together."""

    player: str
    points: float


def rankings(submissions: Iterable[SubmissionRow], orders: Sequence[Sequence[str]]) -> Tables:
    """The tables of one level, as `Declaration.rankings` orders them; none while there are no answers."""
    rows = list(submissions)
    return {order[0]: ranking(rows, order) for order in orders if rows}


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


def champions(tables: Tables) -> Mapping[str, str | None]:
    """The first of each of two rankings by what counts there; none where there is one ranking.

    They are never the same player: where one is first of both, the second of the first ranking is the other champion.
    """
    if len(tables) < 2:
        return {}
    (one, standings), (other, others) = tables.items()
    first, second = standings[0].player, others[0].player
    if skeleton(first) != skeleton(second):
        return {one: first, other: second}
    return {one: first, other: standings[1].player if len(standings) > 1 else None}


def scores(tables: Tables) -> list[Score]:
    """The points of all who have any, the most first, none where there is one ranking.

    Of equals the better one of the first ranking comes first.
    """
    if len(tables) < 2:
        return []
    points: dict[str, float] = {}
    first, second = tables.values()
    for table, most in ((first, PLACES), (second, PLACES - 0.5)):
        for standing in table[:PLACES]:
            key = skeleton(standing.player)
            points[key] = points.get(key, 0) + most - standing.rank + 1
    names = {skeleton(standing.player): standing.player for standing in (*second, *first)}
    return [Score(names[key], found) for key, found in sorted(points.items(), key=lambda item: -item[1])]


class Overall(NamedTuple):
    """A player's points of all levels of a contest together; `points` has those of each level, if any."""

    rank: int
    player: str
    country: str
    points: Mapping[str, float]
    total: float


def overall(tables: Mapping[str, Tables]) -> list[Overall]:
    """Everybody who has points at any level, the most first; equals share a rank.

    A ranking gives 20 points to its first and one less to each next; a second one of the same level half a point less.
    """
    points: dict[str, dict[str, float]] = {}
    known: dict[str, Standing] = {}
    for part, rankings_of_part in tables.items():
        for most, table in zip((PLACES, PLACES - 0.5), rankings_of_part.values(), strict=False):
            for standing in table[:PLACES]:
                key = skeleton(standing.player)
                known.setdefault(key, standing)
                of_player = points.setdefault(key, {})
                of_player[part] = of_player.get(part, 0) + most - standing.rank + 1
    totals = {key: sum(of_player.values()) for key, of_player in points.items()}
    best_first = sorted(totals, key=lambda key: -totals[key])
    return [
        Overall(
            1 + sum(total > totals[key] for total in totals.values()),
            known[key].player,
            known[key].country,
            points[key],
            totals[key],
        )
        for key in best_first
    ]


def place_of(table: Sequence[Standing], player: str) -> int | None:
    """The rank of a player in a table, None where he is not in it."""
    wanted = skeleton(player)
    return next((standing.rank for standing in table if skeleton(standing.player) == wanted), None)


def copies(submissions: Iterable[SubmissionRow]) -> list[list[SubmissionRow]]:
    """Identical answers from different players, for organisers to look at, each group as it came in."""
    groups: dict[tuple[str, str], list[SubmissionRow]] = {}
    for row in sorted(submissions, key=lambda row: (row.received_at, row.id)):
        groups.setdefault((row.part, row.digest), []).append(row)
    return [group for group in groups.values() if len({skeleton(row.player) for row in group}) > 1]
