"""The main job as a user starts it: `cenote run --type b --size 5 --minutes 1` with seeds 1 to 5 on all cores.

Every figure is read back from the database. The same minute with `--replacement elitist` stands below for comparison.
"""

import sys
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.report import report
from benchmarks.sessions import ran

SEEDS = range(1, 6)
COMPARED_SEEDS = range(1, 3)


def session(seed: int, replacement: str) -> dict[str, object]:
    """What one session found."""
    found = ran("--type", "b", "--size", "5", "--minutes", "1", "--seed", str(seed), "--replacement", replacement)
    return {
        "session": f"{replacement}, seed {seed}",
        "deepest proven": max(level.depth for level in found.pool if level.proven),
        "pool": " ".join(str(level.depth) for level in found.pool),
        "distinct": len({level.id for level in found.pool}),
        "diversity": found.generations[-1].diversity,
        "evaluations": found.evaluations,
        "million states": sum(generation.statistics["nodes"] for generation in found.generations) / 1e6,
        "s solving": sum(generation.statistics["solving_seconds"] for generation in found.generations),
    }


def main() -> None:
    rows = [session(seed, "crowding") for seed in SEEDS]
    middle = median(int(str(row["deepest proven"])) for row in rows)
    rows += [session(seed, "elitist") for seed in COMPARED_SEEDS]
    title = f"One minute of type b, size 5, all cores; median of the deepest proven by crowding: {middle:g} pushes"
    report("session", title, rows)


if __name__ == "__main__":
    main()
