"""Water sort: how many pictures of levels are read exactly, refused, or read wrongly, under each condition.

The pictures are drawn for it, always the same. Those of `captures` look like games on telephones; no threshold was
fitted to the styles that are kept back. The last rows are of pictures that show no level, so that every one of them has
to be refused.
"""

import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import groupby, product
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import NamedTuple

import cv2

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.report import PACKAGES, Row, report
from generator.errors import UnreadablePictureError
from generator.puzzles.watersort.level import Level, parse_level
from generator.puzzles.watersort.vision import read
from service.settings import usable_cores
from tests.generator.puzzles.watersort.vision.captures import CONDITIONS as CAPTURED
from tests.generator.puzzles.watersort.vision.captures import KEPT_BACK, STYLES, captures, spoiled_captures
from tests.generator.puzzles.watersort.vision.conditions import CONDITIONS, pictures, same_level
from tests.generator.puzzles.watersort.vision.decoys import decoys, spoiled

ALL_STYLES = {**STYLES, **KEPT_BACK}
EXACT, REFUSED, WRONG = "read exactly", "refused", "read wrongly"


class Task(NamedTuple):
    """A picture under a condition, and the level that it shows, if any."""

    condition: str
    content: bytes
    level: Level | None


class Outcome(NamedTuple):
    """What became of a picture; a refusal has no confidence."""

    condition: str
    what: str
    confidence: float
    seconds: float


def tasks(count: int) -> Iterator[Task]:
    """So many pictures of every condition."""
    for condition in CONDITIONS:
        yield from (Task(condition, picture.content, picture.level) for picture in pictures(condition, count))
    for condition, (kind, styles) in product(CAPTURED, (("", STYLES), (", kept back", KEPT_BACK))):
        for picture in captures(styles, condition, count):
            yield Task(f"captures, {condition}{kind}", picture.content, picture.level)
    yield from (Task("captures of no level", content, None) for content in spoiled_captures(ALL_STYLES, count))
    yield from (Task("one unit of a wrong colour", content, None) for content in spoiled(count))
    yield from (Task("no tubes at all", content, None) for content in decoys(count))


def outcome(task: Task) -> Outcome:
    """Read a picture on one core."""
    cv2.setNumThreads(1)
    begun = perf_counter()
    try:
        reading = read(task.content)
    except UnreadablePictureError:
        return Outcome(task.condition, REFUSED, 0.0, perf_counter() - begun)
    seconds = perf_counter() - begun
    is_exact = task.level is not None and same_level(parse_level(reading.text), task.level)
    return Outcome(task.condition, EXACT if is_exact else WRONG, reading.confidence, seconds)


def row(condition: str, outcomes: list[Outcome]) -> Row:
    """The figures of a condition."""
    counts = Counter(outcome.what for outcome in outcomes)
    sure = [outcome.confidence for outcome in outcomes if outcome.what == EXACT]
    wrong = [outcome.confidence for outcome in outcomes if outcome.what == WRONG]
    return {
        "condition": condition,
        "pictures": len(outcomes),
        **{what: counts[what] for what in (EXACT, REFUSED, WRONG)},
        "median confidence": round(median(sure), 2) if sure else "-",
        "surest wrong one": round(max(wrong), 2) if wrong else "-",
        "median ms": 1000 * median(outcome.seconds for outcome in outcomes),
    }


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--pictures", type=int, default=40, help="of each condition")
    parser.add_argument("--only", nargs="*", default=[""], help="conditions whose names begin so")
    asked = parser.parse_args()
    chosen = (task for task in tasks(asked.pictures) if task.condition.startswith(tuple(asked.only)))
    with ProcessPoolExecutor(usable_cores(), get_context("spawn")) as processes:
        outcomes = list(processes.map(outcome, chosen, chunksize=4))
    rows = [row(name, [*group]) for name, group in groupby(outcomes, lambda outcome: outcome.condition)]
    title = "Levels read from pictures"
    report("watersort_vision", title, rows, packages=(*PACKAGES, "opencv-python-headless", "pillow"))


if __name__ == "__main__":
    main()
