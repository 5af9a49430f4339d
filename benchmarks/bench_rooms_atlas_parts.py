"""An atlas of rooms that is too large for one sitting, a chapter at a time: each run goes on where the last one ended.

The records of every chapter are in a table of results. When all chapters are known, it reports those of all rooms.
"""

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

import click

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.bench_atlas import WORKERS
from benchmarks.report import Row, append, report, saved
from generator.puzzles.sokoban.kinds.free.atlas.atlas import ATLAS
from generator.values import Chapter, Component
from optimiser.atlas import Explored, explore


class Record(NamedTuple):
    """The greatest depth for a number of boxes and an aim, how many levels have it, and the first chapter with one."""

    depth: int
    levels: int
    chapter: str


def worked_out(settings: Mapping[str, object], left: Sequence[Chapter], minutes: float) -> Iterator[Row]:
    """Chapters one by one, each with the seconds since the one before, until the time is up."""
    names = [chapter.name for chapter in left]
    begun = before = perf_counter()
    for name, found in zip(names, explore("sokoban", settings, names, names[-1], WORKERS), strict=True):
        now = perf_counter()
        yield {"chapter": name, "seconds": round(now - before, 1), "records": _as_text(found)}
        before = now
        if now - begun > 60 * minutes:
            return


def _as_text(found: Explored) -> str:
    """Boxes, aim, depth and number of levels of each record of a chapter, whose levels the solvers have proven."""
    records = [charted.component for charted in found.components]
    return "; ".join(f"{record.invariant} {record.depth} {record.states}" for record in records)


def together(rows: Sequence[Mapping[str, str]]) -> dict[tuple[int, str], Record]:
    """The records of all chapters, by boxes and aim."""
    best: dict[tuple[int, str], Record] = {}
    for row in rows:
        for text in row["records"].split("; "):
            boxes, aim, depth, levels = text.split()
            known = best.get((int(boxes), aim), Record(0, 0, ""))
            found = Record(int(depth), int(levels), row["chapter"])
            if found.depth == known.depth:
                found = known._replace(levels=known.levels + found.levels)
            best[int(boxes), aim] = max(found, known, key=lambda record: record.depth)
    return best


def level_of(settings: Mapping[str, object], invariant: str, chapter: str, known: dict[str, list[Component]]) -> str:
    """The level of a record, from its chapter, which is worked out once more."""
    if chapter not in known:
        known[chapter] = [*ATLAS.explore(settings, chapter).components]
    return next(one.text for one in known[chapter] if one.invariant == invariant).rstrip("\n").replace("\n", "|")


@click.command()
@click.option("--cells", default=16, show_default=True)
@click.option("--minutes", default=60.0, show_default=True, help="No chapter is begun after so many.")
def main(cells: int, minutes: float) -> None:
    name, settings = f"rooms_atlas_{cells}", {"type": "free", "cells": cells}
    chapters = sorted(ATLAS.chapters(settings), key=lambda chapter: -chapter.states)
    done = {row["chapter"] for row in saved(name)}
    left = [chapter for chapter in chapters if chapter.name not in done]
    for row in worked_out(settings, left, minutes) if left else ():
        append(name, row)
    rows = saved(name)
    click.echo(f"{len(rows)} of {len(chapters)} chapters, {sum(float(row['seconds']) for row in rows):,.0f} s")
    if len(rows) == len(chapters):
        known: dict[str, list[Component]] = {}
        report(
            name,
            f"The records of all rooms of {cells} cells",
            [
                {"boxes": boxes, "aim": aim, "depth": record.depth, "levels": record.levels}
                | {"level": level_of(settings, f"{boxes} {aim}", record.chapter, known)}
                for (boxes, aim), record in sorted(together(rows).items())
            ],
        )


if __name__ == "__main__":
    main()
