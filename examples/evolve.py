"""Evolve a few levels in memory, watch it, and save a picture of the best one."""

from pathlib import Path

import cenote


def show(progress: cenote.Progress) -> None:
    """Called after every generation; returning False would end the evolution."""
    if progress.generation % 5 == 0:
        print(f"{progress.evaluations} levels tried, best score {progress.best}")  # noqa: T201


result = cenote.evolve(
    "sokoban",
    {"type": "b", "size": 3},
    evaluations=240,
    seed=1,
    objective={"depth": 1, "branching": -0.5},
    require=["branching<=8"],
    pool=5,
    progress=show,
)
best = result.best
assert best is not None
print(best, f"{best.depth} pushes, {'proven' if best.proven else 'not proven'}: {best.solution}", sep="\n")  # noqa: T201
Path("best.svg").write_text(best.svg, "utf-8")
