"""The main job as a user starts it: `cenote run --type b --size 5 --minutes 1` with seeds 1 to 5 on all cores.

Every figure is read back from the database. The same minute with `--replacement elitist` stands below for comparison.
"""

import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.report import report
from storage import queries
from storage.database import Database

SEEDS = range(1, 6)
COMPARED_SEEDS = range(1, 3)


def session(seed: int, replacement: str, folder: str) -> dict[str, object]:
    """Run one session and read what it left in its database."""
    url = f"sqlite:///{folder}/{replacement}-{seed}.db"
    arguments = ["--type", "b", "--size", "5", "--minutes", "1", "--seed", str(seed), "--replacement", replacement]
    command = [str(Path(sys.executable).parent / "cenote"), "run", "--storage", url, *arguments]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    with Database.open_readonly(url) as database:
        pool = queries.pool(database, 1)
        generations = queries.generations(database, 1)
    seconds = sum(generation.statistics["solving_seconds"] for generation in generations)
    nodes = sum(generation.statistics["nodes"] for generation in generations)
    return {
        "session": f"{replacement}, seed {seed}",
        "deepest proven": max(level.depth for level in pool if level.proven),
        "pool": " ".join(str(level.depth) for level in pool),
        "distinct": len({level.id for level in pool}),
        "diversity": generations[-1].diversity,
        "evaluations": generations[-1].evaluations,
        "million states": nodes / 1e6,
        "s solving": seconds,
    }


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        rows = [session(seed, "crowding", folder) for seed in SEEDS]
        middle = median(int(str(row["deepest proven"])) for row in rows)
        rows += [session(seed, "elitist", folder) for seed in COMPARED_SEEDS]
    title = f"One minute of type b, size 5, all cores; median of the deepest proven by crowding: {middle:g} pushes"
    report("session", title, rows)


if __name__ == "__main__":
    main()
