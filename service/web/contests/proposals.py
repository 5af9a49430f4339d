"""Levels that are proposed to organisers."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from fastapi.concurrency import run_in_threadpool

from service.contests.assistant import Candidate, Proposal, best, nearest, wanted_rating
from service.levels.similarity import NEAR
from service.web.contests.views import ContestView
from service.web.levels.near_duplicates import threshold_of
from service.web.levels.rating import shown_rating
from service.web.sandbox.pool import Sandbox
from storage.contests import ContestLevelRow, Part, contest_levels, list_contests, next_part
from storage.database import Database
from storage.errors import UnknownLevelError
from storage.level_filter import LevelFilter
from storage.queries import best_levels, get_level

PROPOSED = 2
MOST_APPROVED = 200
MOST_FORMER = 200
"""Levels of former contests that proposals are compared with, the newest first."""


class _Known(NamedTuple):
    candidates: Sequence[Candidate]
    used: Sequence[ContestLevelRow]
    former: Mapping[Part, Sequence[float]]


class _Thresholds:
    """From which likeness on levels are near duplicates, found out once for each kind."""

    def __init__(self, database: Database, sandbox: Sandbox) -> None:
        self._database, self._sandbox = database, sandbox
        self._found: dict[tuple[str, str, int], float] = {}

    async def reached(self, candidate: Candidate, likeness: float | None) -> bool:
        """Whether a level with that likeness is a near duplicate."""
        if likeness is None or likeness < NEAR:
            return False
        row = await run_in_threadpool(get_level, self._database, candidate.id)
        kind = (row.family, row.type, row.size)
        if kind not in self._found:
            self._found[kind] = await threshold_of(self._database, self._sandbox, row)
        return likeness >= self._found[kind]


async def proposed(database: Database, sandbox: Sandbox, view: ContestView) -> list[Proposal]:
    """A level for each of the next two parts of a contest; fewer where too few are approved."""
    known = await run_in_threadpool(_known, database)
    candidates, others = [*known.candidates], [(level.family, level.text) for level in known.used]
    thresholds = _Thresholds(database, sandbox)
    taken, found = [level.part for level in view.levels], list[Proposal]()
    while candidates and len(found) < PROPOSED:
        part = next_part(taken)
        wanted = wanted_rating(part, known.former, candidates)
        chosen = await _proposal(sandbox, thresholds, part, wanted, candidates, others)
        found.append(replace(chosen, is_as_former=bool(known.former.get(part))))
        taken.append(part)
        others.append((chosen.candidate.family, chosen.candidate.text))
        candidates.remove(chosen.candidate)
    return found


async def _proposal(
    sandbox: Sandbox,
    thresholds: _Thresholds,
    part: Part,
    wanted: float,
    candidates: Sequence[Candidate],
    others: Sequence[tuple[str, str]],
) -> Proposal:
    """A level for a part; the further ones in difficulty are looked at only while all are near duplicates."""
    likenesses, alike = dict[Candidate, float | None](), set[Candidate]()
    for batch in nearest(candidates, wanted):
        for one in batch:
            likenesses[one] = await _likeness(sandbox, one, others)
            if await thresholds.reached(one, likenesses[one]):
                alike.add(one)
        if len(alike) < len(likenesses):
            break
    return best(part, wanted, likenesses, alike)


async def _likeness(sandbox: Sandbox, candidate: Candidate, others: Sequence[tuple[str, str]]) -> float | None:
    texts = [text for family, text in others if family == candidate.family]
    found = await sandbox.similar(candidate.family, candidate.text, texts, 0.0) if texts else []
    return max((similarity for _, similarity in found), default=None)


def _known(database: Database) -> _Known:
    """Approved levels that were in no contest, and what was in any with how hard it was."""
    used = [level for row in list_contests(database) for level in contest_levels(database, row.id)][:MOST_FORMER]
    texts = {(level.family, level.text) for level in used}
    approved = best_levels(database, LevelFilter(state="approved"), "-depth", MOST_APPROVED)
    candidates = [
        Candidate(row.id, row.family, row.text, shown_rating(database, row).rating)
        for row in approved
        if row.solution and (row.family, row.text) not in texts
    ]
    former = defaultdict[Part, list[float]](list)
    for level in used:
        rating = _rating(database, level.level_id)
        if rating is not None:
            former[level.part].append(rating)
    return _Known(candidates, used, former)


def _rating(database: Database, level_id: int | None) -> float | None:
    if level_id is None:
        return None
    try:
        return shown_rating(database, get_level(database, level_id)).rating
    except UnknownLevelError:
        return None
