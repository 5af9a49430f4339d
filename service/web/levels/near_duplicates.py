"""Near duplicates of a stored level, looked for among so many others that the answer comes within seconds."""

from typing import NamedTuple

from fastapi.concurrency import run_in_threadpool

from service.levels.similarity import near_threshold
from service.web.sandbox.pool import Sandbox
from storage.database import Database
from storage.neighbours import Neighbour, nearest_in_depth, sample_of_kind
from storage.queries import LevelRow, get_level

MOST_SHOWN = 12
MOST_COMPARED = 1000
LEAST_COMPARED = 10
SAMPLE, ANCHORS = 24, 3
"""Levels that show what is usual among those of a kind, and how many of them are compared with all the others."""
EFFORT = 600_000_000
"""Letters times letters that are compared: to lay a level over another one takes about the square of its length."""


class Similar(NamedTuple):
    """A stored level, and how similar it is to another one, from 0 to 1."""

    row: LevelRow
    similarity: float


class Likeness(NamedTuple):
    """The near duplicates of a level, the most similar first, among so many with which it was compared."""

    row: LevelRow
    compared: int
    threshold: float
    similar: list[Similar]


async def likeness(database: Database, sandbox: Sandbox, level_id: int) -> Likeness:
    """The near duplicates of a level. Raises UnknownLevelError, and what every request to a sandbox raises."""
    row, near = await run_in_threadpool(_candidates, database, level_id)
    if not near:
        return Likeness(row, 0, near_threshold([]), [])
    threshold = await threshold_of(database, sandbox, row)
    found = await sandbox.similar(row.family, row.text, [level.text for level in near], threshold)
    best = sorted(found, key=lambda match: (-match[1], near[match[0]].level_id))[:MOST_SHOWN]
    matches = [(near[place].level_id, similarity) for place, similarity in best]
    return Likeness(row, len(near), threshold, await run_in_threadpool(_rows, database, matches))


async def threshold_of(database: Database, sandbox: Sandbox, row: LevelRow) -> float:
    """From which similarity on levels of this kind are near duplicates, by a sample of those that are stored."""
    sample = await run_in_threadpool(sample_of_kind, database, row.id, SAMPLE)
    unrelated: list[float] = []
    for place, text in enumerate(sample[:ANCHORS]):
        found = await sandbox.similar(row.family, text, sample[place + 1 :], 0.0)
        unrelated += [similarity for _, similarity in found]
    return near_threshold(unrelated)


def _candidates(database: Database, level_id: int) -> tuple[LevelRow, list[Neighbour]]:
    row = get_level(database, level_id)
    affordable = EFFORT // max(1, len(row.text)) ** 2
    return row, nearest_in_depth(database, level_id, max(LEAST_COMPARED, min(MOST_COMPARED, affordable)))


def _rows(database: Database, matches: list[tuple[int, float]]) -> list[Similar]:
    return [Similar(get_level(database, level_id), similarity) for level_id, similarity in matches]
