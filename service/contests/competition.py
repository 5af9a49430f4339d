"""A contest as the programs BoxMan ask for it, at the addresses and with the keys of the monthly contests.

Only levels that can be written in the forum's code are for these programs.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from generator import get_declaration
from service.contests.ranking import Standing
from storage.contests import ContestLevelRow, ContestRow, ContestState, Part

PARTS = (Part.MAIN, Part.EXTRA, Part.EXTRA2)
"""The parts that the programs know."""

MOST_RANKS = 500
"""The most players of a table in an answer: the programs take all of them at once."""

_FORUM = "mf8"

_COUNTED = {"move": "moves", "push": "pushes"}
"""What the programs call the metrics that decide."""

Fields = Mapping[str, Any]


def current(contests: Iterable[ContestRow], now: str) -> ContestRow | None:
    """The contest that is meant where none is named: the newest open one, else the one that has opened last.

    Where none has opened yet, the next one to do so.
    """
    known = sorted(contests, key=lambda contest: (contest.opens_at, contest.id))
    by_state = {state: [contest for contest in known if contest.state(now) is state] for state in ContestState}
    begun = by_state[ContestState.OPEN] or by_state[ContestState.CLOSED]
    if begun:
        return begun[-1]
    return next(iter(known), None)


def competition(contest: ContestRow, levels: Sequence[ContestLevelRow], now: str) -> Fields:
    """A contest with its levels; before it opens, these are empty lists."""
    told: Fields = {"id": contest.id, "begin": clock(contest.opens_at), "end": clock(contest.closes_at)}
    if contest.state(now) is ContestState.UPCOMING:
        return {**told, **{part: [] for part in PARTS}}
    boards = {level.part: level for level in levels if _FORUM in get_declaration(level.family).formats}
    return {**told, **{part: _level(boards[part]) if part in boards else None for part in PARTS}}


def submission_list(tables: Mapping[str, Sequence[Standing]]) -> Fields:
    """The figures of the best answers to a part, as they came in."""
    ranked = [one for name in _COUNTED.values() for one in tables.get(name, ())[:MOST_RANKS]]
    counted = [one for one in ranked if one.metrics.keys() >= {*_COUNTED.values()}]
    best = {(one.received_at, one.player, *one.metrics.values()): one for one in counted}
    return {
        "submission": [
            {
                "time": clock(one.received_at),
                "name": one.player,
                "country": one.country,
                **{key: one.metrics[name] for key, name in _COUNTED.items()},
            }
            for one in sorted(best.values(), key=lambda one: one.received_at)
        ]
    }


def clock(time: str) -> str:
    """A stored time, which is in UTC, to the second."""
    return f"{datetime.fromisoformat(time):%Y-%m-%d %H:%M:%S}"


def _level(level: ContestLevelRow) -> Fields:
    return {"level": level.text.strip("\n").replace("\n", "|"), "title": level.title, "author": level.author}
