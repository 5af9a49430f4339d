"""The deepest levels found for 1 to 4 boxes in rooms to 8 x 8: `cenote run --type free`, one hour on all cores."""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.report import report
from benchmarks.sessions import ran

EVALUATIONS: Mapping[int, int] = {3: 16, 4: 48, 5: 112, 6: 208, 7: 336, 8: 400}
"""For one session, by the side of the room; together they take about two hours of processor time."""

BOXES = range(1, 5)
SEED = 1


def session(boxes: int, side: int) -> dict[str, Any]:
    """The deepest level of one session."""
    room = ("--boxes", str(boxes), "--rows", str(side), "--cols", str(side))
    found = ran("--type", "free", *room, "--evaluations", str(EVALUATIONS[side]), "--seed", str(SEED))
    return {
        "boxes": boxes,
        "room": f"{side} x {side}",
        "pushes": found.best.depth,
        "proven": found.best.proven,
        "pool": " ".join(str(level.depth) for level in found.pool),
        "evaluations": found.evaluations,
        "processor minutes": round(found.processor_seconds / 60, 2),
        "level": found.best.text,
    }


def main() -> None:
    rows = [session(boxes, side) for side in EVALUATIONS for boxes in BOXES]
    report("rooms", "deepest levels found, rooms measured inside their outer wall", rows, hidden=("level",))


if __name__ == "__main__":
    main()
