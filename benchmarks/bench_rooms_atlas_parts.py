"""An atlas of rooms that is too large for one sitting, a chapter at a time: each run goes on where the last one ended.

The records of every chapter that are no less deep than those known before are in a table of results. When all chapters
are known, it reports those of all rooms.
"""

import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter, process_time
from typing import NamedTuple

import click

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.bench_atlas import WORKERS
from benchmarks.report import Row, append, report, saved
from generator import get_family
from generator.puzzles.sokoban.kinds.free.atlas.atlas import ATLAS, chapters_of, component_of
from generator.puzzles.sokoban.kinds.free.atlas.search import records_of, rooms_of
from generator.values import Chapter, Component
from optimiser.atlas import measured_level


class Record(NamedTuple):
    """The greatest depth for a number of boxes and an aim, how many levels have it, and the first chapter with one."""

    depth: int
    levels: int
    chapter: str


def worked_out(cells: int, left: Sequence[Chapter], minutes: float) -> Iterator[Row]:
    """Chapters as they are done, each with its seconds; none is begun when the time is up."""
    waiting, running = [*left], set[Future[Row]]()
    begun = perf_counter()
    with ProcessPoolExecutor(WORKERS, get_context("forkserver")) as pool:
        while waiting or running:
            while waiting and len(running) < WORKERS:
                least = {key: record.depth for key, record in together(saved(name_of(cells))).items()}
                running.add(pool.submit(explored, cells, waiting.pop(0).name, least))
            done, running = wait(running, return_when=FIRST_COMPLETED)
            yield from (future.result() for future in done)
            if perf_counter() - begun > 60 * minutes:
                waiting.clear()


def explored(cells: int, chapter: str, least: Mapping[tuple[int, str], int]) -> Row:
    """Boxes, aim, depth and number of levels of each record of a chapter, whose levels the solvers prove.

    The seconds are those of the processor.
    """
    begun = process_time()
    found = found_in(cells, chapter, least)
    for one in found:
        measured_level(get_family("sokoban"), one)
    records = "; ".join(f"{one.invariant} {one.depth} {one.states}" for one in found)
    return {"chapter": chapter, "seconds": round(process_time() - begun, 1), "records": records}


def found_in(cells: int, chapter: str, least: Mapping[tuple[int, str], int]) -> list[Component]:
    """The records of a chapter that are no less deep than what is of interest."""
    rooms = rooms_of(cells, chapters_of(cells), int(chapter))
    return [component_of(record) for record in records_of(cells, rooms, least)]


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


def name_of(cells: int) -> str:
    """The name of the table of results."""
    return f"rooms_atlas_{cells}"


def levels_of(cells: int, records: Mapping[tuple[int, str], Record]) -> Iterator[Row]:
    """Every record with its level, from the first chapter that has one."""
    least = {key: record.depth for key, record in records.items()}
    levels = {
        (chapter, one.invariant): one.text.rstrip("\n").replace("\n", "|")
        for chapter in {record.chapter for record in records.values()}
        for one in found_in(cells, chapter, least)
    }
    for (boxes, aim), record in sorted(records.items()):
        level = levels[record.chapter, f"{boxes} {aim}"]
        yield {"boxes": boxes, "aim": aim, "depth": record.depth, "levels": record.levels, "level": level}


@click.command()
@click.option("--cells", default=16, show_default=True)
@click.option("--minutes", default=60.0, show_default=True, help="No chapter is begun after so many.")
def main(cells: int, minutes: float) -> None:
    name = name_of(cells)
    chapters = sorted(ATLAS.chapters({"type": "free", "cells": cells}), key=lambda chapter: -chapter.states)
    done = {row["chapter"] for row in saved(name)}
    left = [chapter for chapter in chapters if chapter.name not in done]
    for row in worked_out(cells, left, minutes):
        append(name, row)
    rows = saved(name)
    click.echo(f"{len(rows)} of {len(chapters)} chapters, {sum(float(row['seconds']) for row in rows):,.0f} s")
    if len(rows) == len(chapters):
        report(name, f"The records of all rooms of {cells} cells", [*levels_of(cells, together(rows))])


if __name__ == "__main__":
    main()
