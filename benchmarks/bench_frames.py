"""Deeper rooms to 8 x 8: sessions in a frame that begin with the levels of bench_rooms, 82 minutes of the processor.

A session for some boxes begins with the level of so many from `results/rooms.json`, and with the deepest one of a box
less that was found here. Sessions that have ended are kept in results/frames.csv; the next run goes on from there.
`--sides` makes it shorter.
"""

import json
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.report import RESULTS, append, report, saved
from benchmarks.sessions import ran
from generator.puzzles.sokoban.notation.xsb import parse_level

EVALUATIONS: Mapping[int, int] = {4: 20, 5: 40, 6: 80, 7: 120, 8: 160}
"""For one session, by the side of the room."""

EFFORT: Mapping[int, int] = {1: 1_000_000, 2: 5_000_000, 3: 5_000_000, 4: 20_000_000}
"""States that are searched for one candidate, by the number of boxes."""

SEED = 1
TABLE = "frames"


def session(boxes: int, side: int, begins: Sequence[str]) -> dict[str, Any]:
    """The deepest level with so many boxes of a session that begins with some levels."""
    with tempfile.NamedTemporaryFile("w", suffix=".xsb") as file:
        file.write("\n\n".join(begins))
        file.flush()
        numbers = [word for count in range(max(1, boxes - 1), boxes + 1) for word in ("--boxes", str(count))]
        room = ("--rows", str(side), "--cols", str(side), "--aim", "pushes", "--seed-levels", file.name)
        spent = ("--effort", str(EFFORT[boxes]), "--evaluations", str(EVALUATIONS[side]), "--seed", str(SEED))
        found = ran("--type", "free", *numbers, *room, *spent)
    best = max((level for level in found.pool if parse_level(level.text).boxes == boxes), key=lambda level: level.depth)
    return {
        "boxes": boxes,
        "room": f"{side} x {side}",
        "pushes": best.depth,
        "proven": best.proven,
        "evaluations": found.evaluations,
        "processor minutes": round(found.processor_seconds / 60, 2),
        "level": best.text.replace("\n", "|"),
    }


def known() -> dict[tuple[int, str], dict[str, str]]:
    """What sessions have found, by their boxes and room."""
    return {(int(row["boxes"]), row["room"]): row for row in saved(TABLE)}


def begins(boxes: int, side: int) -> list[str]:
    """The levels with which a session begins."""
    room = f"{side} x {side}"
    rows = json.loads((RESULTS / "rooms.json").read_text())["rows"]
    first = next(row["level"] for row in rows if (row["boxes"], row["room"]) == (boxes, room))
    fewer = known().get((boxes - 1, room))
    return [first, fewer["level"].replace("|", "\n")] if fewer else [first]


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--sides", nargs="*", type=int, choices=EVALUATIONS, default=list(EVALUATIONS))
    for side in parser.parse_args().sides:
        for boxes in EFFORT:
            if (boxes, f"{side} x {side}") not in known():
                append(TABLE, session(boxes, side, begins(boxes, side)))
    report(TABLE, "deepest levels found in a frame, measured inside the outer wall", saved(TABLE), hidden=("level",))


if __name__ == "__main__":
    main()
