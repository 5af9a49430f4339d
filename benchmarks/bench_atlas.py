"""The atlas of b 4, b 5 and e 3 on two workers: every tree, every component, every exact diameter, every deepest level.

The reference takes the largest component of b 4 and searches it breadth first from every state, in plain Python.
"""

import sys
from collections import deque
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.processors import processor_seconds
from benchmarks.report import Row, report
from generator.puzzles.sokoban.kinds.zero_space.atlas.classes import Component, canonical_classes, components
from generator.puzzles.sokoban.kinds.zero_space.atlas.diameter import diameter
from optimiser.atlas import Charted
from service.atlas.enumeration import atlas_named, chart, summary
from storage.atlas import ChapterRow
from storage.database import Database

SIZES = (("b", 4), ("e", 3), ("b", 5))
WORKERS = 2


class Silence:
    """Nobody watches."""

    def planned(self, chapters: Sequence[ChapterRow]) -> None: ...

    def chapter(self, chapter: ChapterRow, found: Sequence[Charted]) -> None: ...

    def interrupted(self) -> None: ...


def measured(settings: Mapping[str, object], folder: str) -> Row:
    """Work out one atlas, into a database of its own."""
    name = atlas_named("sokoban", settings)
    with Database.create(f"sqlite:///{folder}/{str(name).replace(' ', '')}.db") as database:
        begun, used = perf_counter(), processor_seconds()
        atlas_id = chart(database, name, WORKERS, Silence())
        seconds, used = perf_counter() - begun, processor_seconds() - used
        found = summary(database, atlas_id, name)
    return {
        "atlas": str(name),
        "trees": found.all_states,
        "up to symmetry": found.states,
        "classes": found.chapters,
        "components": found.components,
        "deepest": found.depth,
        "proven": found.complete,
        "seconds": seconds,
        "processor seconds": used,
        "trees/processor second": found.states / used,
    }


def reference() -> tuple[Row, Row]:
    """One component by searches from every state, and by ours."""
    every = (graph for counts in canonical_classes("b", 4) for graph in components("b", 4, counts))
    graph = max(every, key=lambda graph: len(graph.trees))
    rows = []
    for name, search in (("every state, plain Python", plain), ("bounds, 512 at once", ours)):
        begun = perf_counter()
        depth = search(graph)
        rows.append({"search": name, "states": len(graph.trees), "slides": depth, "seconds": perf_counter() - begun})
    assert rows[0]["slides"] == rows[1]["slides"]
    return rows[0], rows[1]


def ours(graph: Component) -> int:
    return diameter(graph)[0]


def plain(graph: Component) -> int:
    """The greatest distance between two states."""
    first, target = graph.first.tolist(), graph.target.tolist()
    near = [target[first[state] : first[state + 1]] for state in range(len(graph.trees))]
    return max(_eccentricity(near, state) for state in range(len(near)))


def _eccentricity(near: Sequence[Sequence[int]], source: int) -> int:
    distance = {source: 0}
    waiting = deque([source])
    while waiting:
        state = waiting.popleft()
        for neighbour in near[state]:
            if neighbour not in distance:
                distance[neighbour] = distance[state] + 1
                waiting.append(neighbour)
    return max(distance.values())


def main() -> None:
    with TemporaryDirectory() as folder:
        # Kernels are compiled before the clock starts.
        measured({"type": "b", "size": 3}, folder)
        rows = [measured({"type": type_, "size": size}, folder) for type_, size in SIZES]
    ours(next(components("b", 3, (2, 2, 2, 2))))
    report("atlas", "Atlases on two workers, from nothing to every level stored", rows)
    report("atlas_reference", "The diameter of the largest component of b 4", reference())


if __name__ == "__main__":
    main()
