"""Drive a search by hand with an objective of one's own, and look at its archive and a Pareto front."""

import cenote
from generator import Metrics


def score(metrics: Metrics) -> float:
    """Long solutions of which much is walking: any function of the metrics will do."""
    depth, moves = metrics["depth"] or 0, metrics["moves"] or 0
    return float(depth) + 0.1 * float(moves)


search = cenote.Search("sokoban", {"type": "b", "size": 3}, seed=7, objective=score, axes=[("depth", 4), ("moves", 20)])
while search.evaluations < 160:
    candidates = search.ask()
    # This is the place for a cluster or a queue of one's own: evaluations may be made anywhere, in any order.
    evaluations = search.evaluate(candidates)
    search.tell(evaluations)

for cell, level in sorted(search.archive.items()):
    print(cell, level.depth, level.metrics["moves"])  # noqa: T201
for level in cenote.pareto_front(search.archive.values(), "depth", "-branching"):
    print(level.depth, level.metrics["branching"])  # noqa: T201
