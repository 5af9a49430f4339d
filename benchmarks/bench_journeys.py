"""Journeys through the whole product: what was done at once and by turns, with kills, and what was lost of it.

They are those of `tests/journeys/`, one after the other, each from a seed of its own on a new database. What is known
so far is written after each. A journey that fails is reported with its seed.
"""

import sys
import tempfile
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.report import report
from tests.journeys.walk import Journey, walk
from tests.journeys.world import World


class Tour(NamedTuple):
    """A journey with the seconds that it took, the writes that were acknowledged and the processes that were killed."""

    journey: Journey
    seconds: float
    acknowledged: Counter[str]
    kills: int


def main() -> None:
    """Go on journeys for as long as asked for."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60.0, help="when no further journey begins")
    parser.add_argument("--seed", type=int, default=1000, help="the seed of the first journey")
    parser.add_argument("--decks", type=int, default=1, help="how often each kind of action is dealt in a journey")
    asked = parser.parse_args()
    began, tours = monotonic(), list[Tour]()
    while monotonic() - began < 60 * asked.minutes:
        tours.append(_toured(asked.seed + len(tours), asked.decks))
        if tours[-1].journey.wrong:
            sys.stderr.write("\n\n".join(tours[-1].journey.wrong) + "\n")
        report("journeys", "journeys through the whole product", _rows(tours))


def _toured(seed: int, decks: int) -> Tour:
    began = monotonic()
    with tempfile.TemporaryDirectory() as folder:
        world = World(Path(folder))
        try:
            return Tour(walk(world, seed, decks), monotonic() - began, world.acknowledged, world.kills)
        finally:
            world.close()


def _rows(tours: Sequence[Tour]) -> list[dict[str, Any]]:
    journeys = [tour.journey for tour in tours]
    verdicts = [journey.verdict for journey in journeys]
    actions = sum((journey.actions for journey in journeys), Counter[str]())
    acknowledged = sum((tour.acknowledged for tour in tours), Counter[str]())
    counts = {
        "journeys": len(journeys),
        "minutes": sum(tour.seconds for tour in tours) / 60,
        "actions": actions.total(),
        **{f"actions: {kind}": count for kind, count in sorted(actions.items())},
        "actions that a kill came between": sum(journey.disturbed for journey in journeys),
        "kills": sum(tour.kills for tour in tours),
        "acknowledged writes": acknowledged.total(),
        **{f"acknowledged writes: {kind}": count for kind, count in sorted(acknowledged.items())},
        "acknowledged writes lost": sum(len(verdict.lost) for verdict in verdicts),
        "pages opened at the end": sum(verdict.pages for verdict in verdicts),
        "pages not 200": sum(len(verdict.faults) for verdict in verdicts),
        "corrupt databases": sum(bool(verdict.damage) for verdict in verdicts),
        "other faults": sum(len(journey.faults) + len(journey.verdict.others) for journey in journeys),
    }
    return [{"what": what, "count": count} for what, count in counts.items()]


if __name__ == "__main__":
    main()
